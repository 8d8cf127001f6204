//===- TensorProgram.cpp - random operations on tensors -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProgram.h"

#include "Elements.h"
#include "Function.h"

#include <algorithm>
#include <set>

using namespace spindle::differential;

namespace {
/// A program of stage 0 while it is made.
class TensorMaker {
public:
  explicit TensorMaker(Random &random) : random(random), function(random) {}
  Case generate();

private:
  void addDense(const std::string &dims);
  void addSparse();
  void addOnStructure(int64_t owner);
  void addWithValues(int64_t owner);
  void addArgument(ProgramTensor &tensor, TensorArgument argument);
  void addGeneric();
  bool chooseOperands(ProgramGeneric &generic);
  void chooseBody(ProgramGeneric &generic);
  void print(const ProgramGeneric &generic);
  std::string printBody(const ProgramGeneric &generic,
                        const std::string &number);
  std::string printMap(const ProgramGeneric &generic, int64_t tensor);
  std::string printShape(const std::string &dims);
  Array makeValues(const std::string &name, std::vector<int64_t> shape,
                   ProgramTensor &tensor);
  int64_t pick(const std::string &within, int64_t owner, bool sparseToo);

  Random &random;
  Function function;
  std::string element;
  std::map<char, int64_t> sizes;
  std::vector<ProgramTensor> tensors;
  int64_t nextName = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

std::string TensorMaker::printShape(const std::string &dims) {
  std::string shape;
  for (char dim : dims)
    shape += random.chance(20) ? std::to_string(sizes[dim]) + "x" : "?x";
  return shape;
}

/// Random values; they are kept where numbers are i64.
Array TensorMaker::makeValues(const std::string &name,
                              std::vector<int64_t> shape,
                              ProgramTensor &tensor) {
  Array array{name, element, std::move(shape), {}};
  tensor.values.resize(tensor.places.size());
  for (int64_t &value : tensor.values) {
    value = random.between(-9, 9);
    std::vector<char> bytes = element == "i64"
                                  ? packIntegers({value}, element)
                                  : generateNumber(random, element, true);
    array.bytes.insert(array.bytes.end(), bytes.begin(), bytes.end());
  }
  return array;
}

void TensorMaker::addArgument(ProgramTensor &tensor, TensorArgument argument) {
  tensor.name = "%T" + std::to_string(tensors.size());
  argument.name = tensor.name.substr(1);
  std::string dims;
  for (char dim : tensor.dims)
    dims += (dims.empty() ? "\"" : ", \"") + std::string(1, dim) + "\"";
  std::string attributes = " {sparse.name = \"" + argument.name + "\"";
  if (random.chance(70))
    attributes += ", sparse.dims = [" + dims + "]";
  if (tensor.owner >= 0 && tensor.owner != int64_t(tensors.size()))
    attributes += ", sparse.structure_of = \"" +
                  tensors[tensor.owner].name.substr(1) + "\"";
  attributes += "}";
  argument.values = makeValues(argument.name, argument.values.shape, tensor);
  function.addArgument(tensor.name, tensor.type + attributes, argument);
  tensors.push_back(tensor);
}

void TensorMaker::addDense(const std::string &dims) {
  ProgramTensor tensor;
  tensor.dims = dims;
  tensor.type =
      "!sparse.tensor<" + printShape(dims) + element + ", #sparse.dense>";
  TensorArgument argument;
  std::vector<std::vector<int64_t>> all = {{}};
  for (char dim : dims) {
    argument.shape.push_back(sizes[dim]);
    std::vector<std::vector<int64_t>> longer;
    for (const std::vector<int64_t> &at : all)
      for (int64_t i = 0; i < sizes[dim]; ++i) {
        longer.push_back(at);
        longer.back().push_back(i);
      }
    all = longer;
  }
  for (const std::vector<int64_t> &at : all)
    tensor.places.emplace(at, tensor.places.size());
  argument.positions.resize(dims.size());
  argument.coordinates.resize(dims.size());
  argument.values.shape = argument.shape;
  addArgument(tensor, argument);
}

void TensorMaker::addSparse() {
  static const std::vector<std::string> types = {"i8", "i16", "i32", "i64"};
  ProgramTensor tensor;
  tensor.dims = random.chance(70) ? "ij" : random.chance(50) ? "ji" : "ik";
  tensor.owner = int64_t(tensors.size());
  std::string pos = random.chance(50) ? "i32" : "i64", crd = random.pick(types);
  tensor.type = "!sparse.tensor<" + printShape(tensor.dims) + element +
                ", #sparse.csr<pos = " + pos + ", crd = " + crd + ">>";
  int64_t rows = sizes[tensor.dims[0]], columns = sizes[tensor.dims[1]];
  std::vector<int64_t> positions = {0}, coordinates;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j)
      if (random.chance(45)) {
        tensor.places.emplace(std::vector<int64_t>{i, j}, coordinates.size());
        coordinates.push_back(j);
      }
    positions.push_back(int64_t(coordinates.size()));
  }
  auto nnz = int64_t(coordinates.size());
  TensorArgument argument;
  argument.shape = {rows, columns};
  argument.positions = {
      {}, {"positions", pos, {rows + 1}, packIntegers(positions, pos)}};
  argument.coordinates = {
      {}, {"coordinates", crd, {nnz}, packIntegers(coordinates, crd)}};
  argument.values.shape = {nnz};
  addArgument(tensor, argument);
}

/// An argument on the structure of another.
void TensorMaker::addOnStructure(int64_t owner) {
  ProgramTensor tensor = tensors[owner];
  TensorArgument argument;
  for (const CaseArgument &other : function.finish().arguments)
    if (const auto *found = std::get_if<TensorArgument>(&other))
      if ("%" + found->name == tensor.name)
        argument = *found;
  addArgument(tensor, argument);
}

/// A tensor with memory of the function's own.
void TensorMaker::addWithValues(int64_t owner) {
  ProgramTensor tensor = tensors[owner];
  std::string number = std::to_string(tensors.size());
  size_t format = tensor.type.find("#sparse.csr<") + 12;
  std::string arrays =
      tensor.type.substr(format, tensor.type.find('>', format) - format);
  std::string types = "!axis.axis<dense_fixed@>, !axis.axis<sparse_variable, " +
                      arrays + ", sorted, unique>";
  std::string rows = tensor.type.substr(15, tensor.type.find('x') - 15);
  types.replace(types.find('@'), 1, rows == "?" ? "" : ", width = " + rows);
  std::string buffer = "!sparse.buffer<?x" + element + ">";
  int64_t start = random.between(-3, 3);
  function.text += "  %I" + number + ", %J" + number + ", %V" + number +
                   " = sparse.unpack " + tensor.name + " : " + tensor.type +
                   " -> " + types + ", " + buffer + "\n  %W" + number +
                   " = sparse.alloc on (%I" + number + ", %J" + number +
                   ") : (" + types + ") -> " + buffer + "\n  %z" + number +
                   " = arith.constant " + printConstant(element, start) +
                   "\n  sparse.fill %W" + number + ", %z" + number + " : " +
                   buffer + "\n  %T" + number + " = sparse.with_values " +
                   tensor.name + ", %W" + number + " : " + tensor.type + ", " +
                   buffer + " -> " + tensor.type + "\n";
  tensor.name = "%T" + number;
  tensor.isArgument = false;
  tensor.values.assign(tensor.places.size(), start);
  tensors.push_back(tensor);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// A dense tensor, or one with the structure of `owner`, whose dimensions are
/// `within` some; with `sparseToo`, any. -1 where there is none.
int64_t TensorMaker::pick(const std::string &within, int64_t owner,
                          bool sparseToo) {
  std::vector<int64_t> fitting;
  for (int64_t index = 0; index < int64_t(tensors.size()); ++index) {
    const ProgramTensor &tensor = tensors[index];
    bool fits = tensor.owner < 0 || tensor.owner == owner || sparseToo;
    if (fits && tensor.dims.find_first_not_of(within) == std::string::npos)
      fitting.push_back(index);
  }
  return fitting.empty() ? -1 : random.pick(fitting);
}

/// Operands whose dimensions are all driven, or those of a dense one.
bool TensorMaker::chooseOperands(ProgramGeneric &generic) {
  int64_t driver = random.chance(75) ? pick("ijk", -1, true) : -1;
  int64_t owner = driver < 0 ? -1 : tensors[driver].owner;
  int64_t output = pick("ijk", owner, false);
  if (output < 0)
    return false;
  generic.outs = {output};
  generic.driver = driver;
  for (int64_t count = random.between(0, 3); count > 0; --count)
    generic.ins.push_back(pick("ijk", -1, true));
  bool drives = driver == output ||
                std::count(generic.ins.begin(), generic.ins.end(), driver) > 0;
  if (driver >= 0 && !drives)
    generic.ins.push_back(driver);
  if (int64_t other = pick("ijk", owner, false); random.chance(20))
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

void TensorMaker::chooseBody(ProgramGeneric &generic) {
  static const std::vector<std::string> kinds = {"add", "add", "mul", "min",
                                                 "max"};
  auto expression = [&] {
    auto steps = int64_t(generic.steps.size());
    return random.between(-steps, int64_t(generic.ins.size()) - 1);
  };
  if (generic.ins.empty())
    generic.ins.push_back(generic.outs[0]);
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

std::string TensorMaker::printMap(const ProgramGeneric &generic,
                                  int64_t tensor) {
  auto list = [](const std::string &dims) {
    std::string text;
    for (char dim : dims)
      text += (text.empty() ? "" : ", ") + std::string(1, dim);
    return "(" + text + ")";
  };
  return "affine_map<" + list(generic.dims) + " -> " +
         list(tensors[tensor].dims) + ">";
}

/// The steps, and what is yielded.
std::string TensorMaker::printBody(const ProgramGeneric &generic,
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

void TensorMaker::print(const ProgramGeneric &generic) {
  std::string names[2], types[2], maps, kinds, combine, arguments;
  std::string number = std::to_string(nextName++);
  for (int group = 0; group < 2; ++group)
    for (int64_t tensor : group == 0 ? generic.ins : generic.outs) {
      names[group] += (names[group].empty() ? "" : ", ") + tensors[tensor].name;
      types[group] += (types[group].empty() ? "" : ", ") + tensors[tensor].type;
      maps += (maps.empty() ? "" : ", ") + printMap(generic, tensor);
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
  size_t place =
      std::find(generic.ins.begin(), generic.ins.end(), generic.driver) -
      generic.ins.begin();
  if (place == generic.ins.size() && generic.outs[0] != generic.driver)
    ++place;
  function.text += "  sparse.generic ";
  if (generic.driver >= 0)
    function.text += "driver(" + std::to_string(place) + ") ";
  function.text += "ins(" + names[0] + " : " + types[0] + ") outs(" + names[1] +
                   " : " + types[1] + ") maps [" + maps + "] kinds [" + kinds +
                   "]" + (combine.empty() ? "" : " combine [" + combine + "]") +
                   " {\n  ^bb0(" + arguments + "):\n" + body + "  }\n";
}

void TensorMaker::addGeneric() {
  ProgramGeneric generic;
  for (int64_t tries = 0; !chooseOperands(generic); ++tries) {
    if (tries > 20)
      return;
    generic = {};
  }
  chooseBody(generic);
  print(generic);
  if (element == "i64")
    evaluate(generic, tensors, sizes);
}

Case TensorMaker::generate() {
  static const std::vector<std::string> types = {"i64", "i64", "f32", "f64",
                                                 "i32", "i8",  "f16"};
  static const std::vector<std::string> shapes = {
      "", "i", "j", "k", "ij", "jk", "ki", "ik", "kj", "ji", "ijk", "kij"};
  element = random.pick(types);
  for (char dim : {'i', 'j', 'k'})
    sizes[dim] = random.chance(8) ? 0 : random.between(1, 5);
  for (int64_t count = random.between(1, 2); count > 0; --count)
    addSparse();
  for (int64_t count = random.between(1, 4); count > 0; --count)
    addDense(random.pick(shapes));
  if (random.chance(60))
    addOnStructure(0);
  if (random.chance(40))
    addWithValues(0);
  for (int64_t count = random.between(1, 4); count > 0; --count)
    addGeneric();
  Case result = function.finish();
  result.finite = true;
  for (size_t index = 0; index < result.arguments.size(); ++index)
    for (const ProgramTensor &tensor : tensors)
      if (const auto *argument =
              std::get_if<TensorArgument>(&result.arguments[index]))
        if (element == "i64" && "%" + argument->name == tensor.name)
          result.expected.emplace_back(index,
                                       packIntegers(tensor.values, element));
  return result;
}

Case spindle::differential::generateTensorProgram(Random &random) {
  return TensorMaker(random).generate();
}
