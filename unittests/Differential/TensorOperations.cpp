//===- TensorOperations.cpp - random operations on tensors ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorGenerator.h"

#include <algorithm>
#include <set>

using namespace spindle::differential;

/// A dense tensor, one with the structure of `owner`, or another one of those
/// `among` which it may be, whose dimensions are `within` some. -1 where there
/// is none.
int64_t TensorGenerator::pick(const std::string &within, int64_t owner,
                              Among among) {
  std::vector<int64_t> fitting;
  for (int64_t index = 0; index < int64_t(tensors.size()); ++index) {
    const ProgramTensor &tensor = tensors[index];
    bool fits =
        tensor.owner < 0 || tensor.owner == owner || among == Among::All;
    if (fits && tensor.dims.find_first_not_of(within) == std::string::npos)
      fitting.push_back(index);
  }
  return fitting.empty() ? -1 : random.pick(fitting);
}

/// Operands whose dimensions are all driven, or those of a dense one.
bool TensorGenerator::chooseOperands(ProgramGeneric &generic) {
  int64_t driver = random.chance(75) ? pick("ijk", -1, Among::All) : -1;
  if (driver >= 0 && !tensors[driver].mayDrive)
    driver = -1;
  int64_t owner = driver < 0 ? -1 : tensors[driver].owner;
  int64_t output = pick("ijk", owner, Among::Structure);
  if (output < 0)
    return false;
  generic.outs = {output};
  generic.driver = driver;
  for (int64_t count = random.between(0, 3); count > 0; --count)
    generic.ins.push_back(pick("ijk", owner, Among::All));
  bool drives = driver == output ||
                std::count(generic.ins.begin(), generic.ins.end(), driver) > 0;
  if (driver >= 0 && !drives)
    generic.ins.push_back(driver);
  if (int64_t other = pick("ijk", owner, Among::Structure); random.chance(20))
    generic.outs.push_back(other);
  if (generic.outs.size() > 1 && generic.outs[0] == generic.outs[1])
    generic.outs.pop_back();
  std::set<char> all, given;
  auto add = [&](int64_t tensor) {
    const std::string &dims = tensors[tensor].dims;
    all.insert(dims.begin(), dims.end());
    if (tensors[tensor].owner < 0 || tensor == driver)
      given.insert(dims.begin(), dims.end());
  };
  std::for_each(generic.ins.begin(), generic.ins.end(), add);
  std::for_each(generic.outs.begin(), generic.outs.end(), add);
  generic.dims.assign(all.begin(), all.end());
  for (size_t dim = 0; dim + 1 < generic.dims.size(); ++dim)
    if (random.chance(30))
      std::swap(generic.dims[dim], generic.dims[dim + 1]);
  return all == given;
}

/// A sum of some of `dims`, for the coordinate of a dimension `own`; often that
/// dimension itself, or one of its size.
ProgramGeneric::Sum TensorGenerator::chooseSum(const std::string &dims,
                                               char own) {
  ProgramGeneric::Sum sum;
  static const std::vector<int64_t> factors = {1, 1, 2, -1};
  if (dims.empty()) {
    sum.constant = random.between(0, 2);
    return sum;
  }
  char first = dims[random.between(0, int64_t(dims.size()) - 1)];
  if (random.chance(40) && sizes[first] == sizes[own])
    return {{{first, 1}}, 0};
  sum.terms.emplace_back(first, random.pick(factors));
  char second = dims[random.between(0, int64_t(dims.size()) - 1)];
  if (second != first && random.chance(40))
    sum.terms.emplace_back(second, random.between(1, 2));
  sum.constant = random.between(-2, 3);
  // A dimension alone would have to be of the same size.
  if (sum.terms.size() == 1 && sum.terms[0].second == 1 && sum.constant == 0)
    sum.constant = 1;
  return sum;
}

/// Whether `sum` is inside of the dimension `own`, wherever it is read.
bool TensorGenerator::isInside(const ProgramGeneric::Sum &sum, char own) {
  int64_t low = sum.constant, high = sum.constant;
  for (auto [dim, factor] : sum.terms) {
    if (sizes[dim] == 0)
      return true;
    (factor < 0 ? low : high) += factor * (sizes[dim] - 1);
  }
  return low >= 0 && high < sizes[own];
}

/// Adds an input, any tensor, that is read at sums.
void TensorGenerator::addRead(ProgramGeneric &generic) {
  int64_t tensor = pick("ijk", -1, Among::All);
  if (tensor < 0)
    return;
  const std::string &own = tensors[tensor].dims;
  ProgramGeneric::Read read;
  bool areInside = true, hasSum = false;
  for (char dim : own) {
    read.sums.push_back(chooseSum(generic.dims, dim));
    const ProgramGeneric::Sum &sum = read.sums.back();
    hasSum |=
        sum.terms.size() != 1 || sum.terms[0].second != 1 || sum.constant != 0;
    areInside &= isInside(sum, dim);
  }
  if (hasSum && (!areInside || random.chance(30)))
    read.border = random.between(-3, 3);
  generic.reads[generic.ins.size()] = read;
  generic.ins.push_back(tensor);
}

void TensorGenerator::chooseBody(ProgramGeneric &generic) {
  static const std::vector<std::string> kinds = {"add", "add", "mul", "min",
                                                 "max"};
  auto expression = [&] {
    auto steps = int64_t(generic.steps.size());
    return random.between(-steps, int64_t(generic.ins.size()) - 1);
  };
  for (int64_t count = random.between(1, 3); count > 0; --count) {
    int64_t left = expression(), right = expression();
    generic.steps.push_back({random.chance(50), left, right});
  }
  bool combines = random.chance(75);
  for (size_t output = 0; output < generic.outs.size(); ++output) {
    generic.yields.push_back(random.chance(70) ? -int64_t(generic.steps.size())
                                               : expression());
    if (combines)
      generic.combine.push_back(random.pick(kinds));
  }
}

/// The names of `dims`, with commas between them.
static std::string list(const std::string &dims) {
  std::string text;
  for (char dim : dims)
    text += (text.empty() ? "" : ", ") + std::string(1, dim);
  return text;
}

std::string TensorGenerator::printMap(const ProgramGeneric &generic,
                                      const std::string &results) {
  return "affine_map<(" + list(generic.dims) + ") -> (" + results + ")>";
}

std::string TensorGenerator::printSums(const ProgramGeneric::Read &read) {
  std::string text;
  for (const ProgramGeneric::Sum &sum : read.sums) {
    std::string one;
    for (auto [dim, factor] : sum.terms)
      one += (one.empty() ? "" : " + ") + std::string(1, dim) + " * " +
             std::to_string(factor);
    if (one.empty() || sum.constant != 0)
      one += (one.empty() ? "" : " + ") + std::to_string(sum.constant);
    text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

/// What inputs read outside, where some do.
std::string TensorGenerator::printBorders(const ProgramGeneric &generic) {
  std::string text;
  bool has = false;
  for (size_t input = 0; input < generic.ins.size(); ++input) {
    auto read = generic.reads.find(input);
    bool own = read != generic.reads.end() && read->second.border;
    has |= own;
    text += (input > 0 ? ", " : "") +
            (own ? printConstant(element, *read->second.border) : "none");
  }
  return has ? " borders [" + text + "]" : "";
}

/// The steps, and what is yielded.
std::string TensorGenerator::printBody(const ProgramGeneric &generic,
                                       const std::string &number) {
  auto name = [&](int64_t expression) {
    return (expression >= 0 ? "%a" : "%s") + number + "_" +
           std::to_string(expression >= 0 ? expression : -1 - expression);
  };
  std::string suffix = isFloat(element) ? "f " : "i ", body, yields, types;
  for (size_t step = 0; step < generic.steps.size(); ++step)
    body += "    %s" + number + "_" + std::to_string(step) + " = arith." +
            (generic.steps[step].multiplies ? "mul" : "add") + suffix +
            name(generic.steps[step].left) + ", " +
            name(generic.steps[step].right) + " : " + element + "\n";
  for (int64_t expression : generic.yields) {
    yields += (yields.empty() ? "" : ", ") + name(expression);
    types += (types.empty() ? "" : ", ") + element;
  }
  return body + "    sparse.yield " + yields + " : " + types + "\n";
}

void TensorGenerator::print(const ProgramGeneric &generic) {
  std::string names[2], types[2], maps, kinds, combine, arguments;
  std::string number = std::to_string(nextName++);
  size_t place = 0;
  for (int group = 0; group < 2; ++group)
    for (int64_t tensor : group == 0 ? generic.ins : generic.outs) {
      auto read = generic.reads.find(place++);
      bool isOwn = group == 1 || read == generic.reads.end();
      names[group] += (names[group].empty() ? "" : ", ") + tensors[tensor].name;
      types[group] += (types[group].empty() ? "" : ", ") + tensors[tensor].type;
      maps += (maps.empty() ? "" : ", ") +
              printMap(generic, isOwn ? list(tensors[tensor].dims)
                                      : printSums(read->second));
    }
  for (size_t dim = 0; dim < generic.dims.size(); ++dim)
    kinds += (dim > 0 ? ", " : "") +
             std::string(random.chance(50) ? "spatial" : "reduction");
  for (const std::string &kind : generic.combine)
    combine += (combine.empty() ? "" : ", ") + kind;
  for (size_t input = 0; input < generic.ins.size(); ++input)
    arguments += (input > 0 ? ", %a" : "%a") + number + "_" +
                 std::to_string(input) + ": " + element;
  std::string body = printBody(generic, number);
  // A driver that is an operand more than once is named by its number.
  size_t driver =
      std::find(generic.ins.begin(), generic.ins.end(), generic.driver) -
      generic.ins.begin();
  if (generic.reads.count(driver) != 0)
    driver = generic.ins.size();
  if (driver == generic.ins.size() && generic.outs[0] != generic.driver)
    ++driver;
  function.text += "  sparse.generic ";
  if (generic.driver >= 0)
    function.text += "driver(" + std::to_string(driver) + ") ";
  function.text += "ins(" + names[0] + " : " + types[0] + ") outs(" + names[1] +
                   " : " + types[1] + ") maps [" + maps + "] kinds [" + kinds +
                   "]" + (combine.empty() ? "" : " combine [" + combine + "]") +
                   printBorders(generic) + " {\n  ^bb0(" + arguments + "):\n" +
                   body + "  }\n";
}

/// Has the text from `start` on stand in a function of its own, which is called
/// with all tensors.
void TensorGenerator::moveToCallee(size_t start) {
  std::string name = "@callee" + std::to_string(nextName++);
  std::string arguments, names, types;
  for (size_t index = 0; index < tensors.size(); ++index) {
    const ProgramTensor &tensor = tensors[index];
    std::string comma = index == 0 ? "" : ", ";
    arguments += comma + tensor.name + ": " + tensor.type +
                 " {sparse.name = \"" + tensor.name.substr(1) + "\"";
    if (tensor.owner >= 0 && tensor.owner != int64_t(index))
      arguments += ", sparse.structure_of = \"" +
                   tensors[tensor.owner].name.substr(1) + "\"";
    arguments += "}";
    names += comma + tensor.name;
    types += comma + tensor.type;
  }
  callees += "func.func private " + name + "(" + arguments + ") {\n" +
             function.text.substr(start) + "  return\n}\n";
  function.text.resize(start);
  function.text +=
      "  func.call " + name + "(" + names + ") : (" + types + ") -> ()\n";
}

void TensorGenerator::addGeneric() {
  ProgramGeneric generic;
  for (int64_t tries = 0; !chooseOperands(generic); ++tries) {
    if (tries > 20)
      return;
    generic = {};
  }
  if (generic.ins.empty())
    generic.ins.push_back(generic.outs[0]);
  for (int64_t tries = 0; tries < 2; ++tries)
    if (random.chance(30))
      addRead(generic);
  chooseBody(generic);
  size_t start = function.text.size();
  print(generic);
  if (random.chance(15))
    moveToCallee(start);
  if (element == "i64")
    evaluate(generic, tensors, sizes);
}

void TensorGenerator::addSampledProduct() {
  std::string dims = tensors[0].dims;
  char summed = 'i' + 'j' + 'k' - dims[0] - dims[1];
  auto left = int64_t(tensors.size());
  addDense({dims[0], summed});
  addDense({dims[1], summed});
  addOnStructure(0);
  ProgramGeneric generic;
  generic.dims = dims + summed;
  generic.driver = 0;
  generic.ins = {left, left + 1, 0};
  generic.outs = {left + 2};
  generic.steps = {{true, 0, 1}, {true, -1, 2}};
  generic.yields = {-2};
  generic.combine = {"add"};
  print(generic);
  if (element == "i64")
    evaluate(generic, tensors, sizes);
}
