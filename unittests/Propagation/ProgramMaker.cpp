//===- ProgramMaker.cpp - random programs on tensors ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramMaker.h"

#include <cmath>
#include <sstream>

using namespace spindle;

std::string Tensor::getType() const {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + type + ">";
}

static bool isFloat(const Tensor &tensor) { return tensor.type == "f32"; }

/// `number` as one of the type of `like`: integers wrap around.
static double wrap(const Tensor &like, double number) {
  if (isFloat(like))
    return float(number);
  int64_t integer = int64_t(number);
  return like.type == "i8" ? double(int8_t(integer)) : double(int32_t(integer));
}

/// The product, of integers without rounding.
static double multiply(const Tensor &like, double a, double b) {
  if (isFloat(like))
    return float(a * b);
  int64_t product = int64_t(a) * int64_t(b);
  return like.type == "i8" ? double(int8_t(product)) : double(int32_t(product));
}

static std::string print(const Tensor &like, double number) {
  std::ostringstream text;
  if (!isFloat(like))
    text << int64_t(number);
  else if (std::signbit(number) && number == 0)
    text << "-0.0";
  else
    text << std::showpoint << number;
  return text.str();
}

static std::string join(const MaskSizes &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

/// Calls `visit` with the index of each element.
template <typename Visit>
static void forAll(const MaskSizes &shape, Visit visit) {
  MaskSizes index(shape.size(), 0);
  do
    visit(index);
  while (nextIndex(index, shape));
}

ProgramMaker::ProgramMaker(unsigned seed) : random(seed) {
  for (int64_t count = 1 + pick(3); count > 0; --count)
    addArgument();
  for (int64_t count = 2 + pick(8); count > 0; --count)
    addStep();
}

size_t ProgramMaker::add(
    Tensor like, std::string text,
    std::function<double(const Values &, const MaskSizes &)> element,
    unsigned bits) {
  like.elements.clear();
  body += "  " + getName(values.size()) + " = " + text + "\n";
  auto compute = [=](const Values &before, std::mt19937 &) {
    Tensor tensor = like;
    forAll(like.shape, [&](const MaskSizes &index) {
      tensor.elements.push_back(wrap(like, element(before, index)));
    });
    return tensor;
  };
  values.push_back({like, text, compute, bits});
  return values.size() - 1;
}

/// A tensor of zeros, as operations start from it. It is not one of the values.
std::string ProgramMaker::addStart(const Tensor &like) {
  std::string name = "%s" + std::to_string(numStarts++);
  body += "  " + name + " = arith.constant dense<" + print(like, 0) +
          "> : " + like.getType() + "\n";
  return name;
}

void ProgramMaker::addArgument() {
  const char *types[] = {"i8", "i32", "f32"};
  Tensor like{types[pick(3)], {1 + pick(4), 1 + pick(4)}, {}};
  // Columns that are pruned, those that are the same, and a format.
  std::vector<bool> kept, same;
  std::string bits, name = getName(values.size());
  unsigned digits = 0, format = 2 + pick(4);
  for (int64_t column = 0; column < like.shape[1]; ++column) {
    kept.push_back(pick(3) > 0);
    digits |= unsigned(kept.back()) << column;
  }
  bool isPruned = pick(2), isConstant = pick(3) == 0, isNarrow = pick(2);
  bool isTold = isConstant && pick(3) > 0;
  unsigned own = random();
  auto compute = [=](const Values &, std::mt19937 &run) {
    Tensor tensor = like;
    std::mt19937 fixed(own), &source = isConstant ? fixed : run;
    int64_t half = int64_t(1) << (format - 1);
    forAll(like.shape, [&](const MaskSizes &index) {
      double number = double(int64_t(source() % (2 * half)) - half);
      if (isFloat(like) && !isNarrow && source() % 2)
        number /= 4;
      if (isFloat(like) && number == 0 && source() % 2)
        number = -0.0;
      tensor.elements.push_back(isPruned && !kept[index[1]] ? 0 : number);
    });
    return tensor;
  };
  std::string attrs;
  auto addAttr = [&](std::string attr) {
    attrs += (attrs.empty() ? "" : ", ") + attr;
  };
  const char hex[] = "0123456789abcdef";
  if (isPruned)
    addAttr("tesa.mask = #tesa.mask<" + join(like.shape) + " by " +
            join({like.shape[0], 1}) + " keeps \"0" + hex[digits] + "\">");
  if (isNarrow)
    addAttr("tesa.width = #tesa.width<" + join(like.shape) + " by " +
            join(like.shape) + " holds [si" + std::to_string(format) + "]>");
  if (isConstant && !isTold)
    addAttr("tesa.constant");
  if (isTold) {
    std::mt19937 none;
    std::string text;
    Tensor tensor = compute({}, none);
    for (int64_t row = 0; row < like.shape[0]; ++row) {
      std::string numbers;
      for (int64_t column = 0; column < like.shape[1]; ++column)
        numbers += (column ? ", " : "") + print(like, tensor.at({row, column}));
      text += (row ? ", [" : "[") + numbers + "]";
    }
    addAttr("tesa.constant = dense<[" + text + "]> : " + like.getType());
  }
  arguments += (values.empty() ? "" : ",\n    ") + name + ": " +
               like.getType() + " {" + attrs + "}";
  values.push_back({like, "", compute, format});
  ++numArguments;
}

size_t ProgramMaker::pickValue(std::function<bool(const Value &)> fits) {
  std::vector<size_t> found;
  for (size_t i = 0; i < values.size(); ++i)
    if (fits(values[i]))
      found.push_back(i);
  return found.empty() ? values.size() : found[pick(found.size())];
}

void ProgramMaker::addStep() {
  using Step = void (ProgramMaker::*)(size_t);
  const Step steps[] = {&ProgramMaker::addSum,       &ProgramMaker::addBias,
                        &ProgramMaker::addRelu,      &ProgramMaker::addProduct,
                        &ProgramMaker::addTotal,     &ProgramMaker::addClamp,
                        &ProgramMaker::addTranspose, &ProgramMaker::addSlice,
                        &ProgramMaker::addPad,       &ProgramMaker::addReshape,
                        &ProgramMaker::addWiden,     &ProgramMaker::addWidth};
  (this->*steps[pick(std::size(steps))])(pick(values.size()));
}

/// A sum, difference, product, or maximum of two tensors.
void ProgramMaker::addSum(size_t x) {
  Tensor like = values[x].like;
  size_t y = pickValue([&](const Value &value) {
    return value.like.getType() == like.getType();
  });
  int64_t kind = pick(4);
  const char *names[] = {"add", "sub", "mul", "max"};
  std::string name = std::string("arith.") + names[kind];
  name += kind == 3       ? (isFloat(like) ? "imumf" : "si")
          : isFloat(like) ? "f"
                          : "i";
  add(like,
      name + " " + getName(x) + ", " + getName(y) + " : " + like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        double a = before[x].at(at), b = before[y].at(at);
        if (kind < 3)
          return kind == 0 ? a + b : kind == 1 ? a - b : multiply(like, a, b);
        return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
      });
}

static std::string getMaps(std::string maps, std::string kinds) {
  return "linalg.generic {indexing_maps = [" + maps + "], iterator_types = [" +
         kinds + "]} ";
}

static std::string getBody(const Tensor &like, std::string text,
                           unsigned inputs) {
  std::string args = "{ ^bb0(%a: " + like.type;
  if (inputs == 2)
    args += ", %b: " + like.type;
  return args + ", %o: " + like.type + "): " + text + " : " + like.type +
         " linalg.yield %r : " + like.type + " } -> " + like.getType();
}

static const char kPlace[] = "affine_map<(i, j) -> (i, j)>";
static const char kParallel[] = "\"parallel\", \"parallel\"";

/// The first row of one tensor added to each of another one.
void ProgramMaker::addBias(size_t x) {
  Tensor like = values[x].like;
  size_t y = pickValue([&](const Value &value) {
    return value.like.type == like.type && value.like.shape[1] == like.shape[1];
  });
  std::string start = addStart(like), add = isFloat(like) ? "addf" : "addi";
  this->add(
      like,
      getMaps(std::string(kPlace) + ", affine_map<(i, j) -> (0, j)>, " + kPlace,
              kParallel) +
          "ins(" + getName(x) + ", " + getName(y) + " : " + like.getType() +
          ", " + values[y].like.getType() + ") outs(" + start + " : " +
          like.getType() + ") " +
          getBody(like, "%r = arith." + add + " %a, %b", 2),
      [=](const Values &before, const MaskSizes &at) {
        return before[x].at(at) + before[y].at({0, at[1]});
      });
}

/// The larger of a number and 0, as models have it.
void ProgramMaker::addRelu(size_t x) {
  Tensor like = values[x].like;
  std::string start = addStart(like);
  std::string zero =
      "%z = arith.constant " + print(like, 0) + " : " + like.type;
  std::string larger = isFloat(like) ? "cmpf ugt" : "cmpi sgt";
  add(like,
      getMaps(std::string(kPlace) + ", " + kPlace, kParallel) + "ins(" +
          getName(x) + " : " + like.getType() + ") outs(" + start + " : " +
          like.getType() + ") " +
          getBody(like,
                  zero + " %c = arith." + larger + ", %a, %z : " + like.type +
                      " %r = arith.select %c, %a, %z",
                  1),
      [=](const Values &before, const MaskSizes &at) {
        double a = before[x].at(at);
        return a > 0 ? a : 0.0;
      });
}

/// A product of matrices; that of i8 is summed in i32.
void ProgramMaker::addProduct(size_t x) {
  const Tensor &a = values[x].like;
  size_t y = pickValue([&](const Value &value) {
    return value.like.type == a.type && value.like.shape[0] == a.shape[1];
  });
  if (y == values.size())
    return;
  Tensor like{
      isFloat(a) ? "f32" : "i32", {a.shape[0], values[y].like.shape[1]}, {}};
  std::string start = addStart(like);
  add(like,
      "linalg.matmul ins(" + getName(x) + ", " + getName(y) + " : " +
          a.getType() + ", " + values[y].like.getType() + ") outs(" + start +
          " : " + like.getType() + ") -> " + like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        double sum = 0;
        for (int64_t k = 0; k < before[x].shape[1]; ++k)
          sum = wrap(like, sum + multiply(like, before[x].at({at[0], k}),
                                          before[y].at({k, at[1]})));
        return sum;
      });
}

/// The sum or the maximum of each row.
void ProgramMaker::addTotal(size_t x) {
  const Tensor &a = values[x].like;
  Tensor like{a.type, {a.shape[0], 1}, {}};
  bool isMaximum = pick(2);
  std::string combine = isMaximum    ? (isFloat(a) ? "maximumf" : "maxsi")
                        : isFloat(a) ? "addf"
                                     : "addi";
  Tensor row{a.type, {a.shape[0]}, {}};
  std::string start = addStart(row), name = "%s" + std::to_string(numStarts++);
  body += "  " + name + " = " +
          getMaps(std::string(kPlace) + ", affine_map<(i, j) -> (i)>",
                  "\"parallel\", \"reduction\"") +
          "ins(" + getName(x) + " : " + a.getType() + ") outs(" + start +
          " : " + row.getType() + ") " +
          getBody(row, "%r = arith." + combine + " %o, %a", 1) + "\n";
  add(like,
      "tensor.expand_shape " + name + " [[0, 1]] output_shape " +
          join(like.shape) + " : " + row.getType() + " into " + like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        double sum = 0;
        for (int64_t k = 0; k < before[x].shape[1]; ++k) {
          double number = before[x].at({at[0], k});
          if (isMaximum)
            sum = number > sum ? number : sum;
          else
            sum = wrap(like, sum + number);
        }
        return sum;
      });
}

void ProgramMaker::addClamp(size_t x) {
  Tensor like = values[x].like;
  unsigned bits = 2 + pick(3);
  double most = (1 << (bits - 1)) - 1, least = -most - 1;
  std::string start = addStart(like);
  std::string f = isFloat(like) ? "imumf" : "si",
              type = " : " + like.type + " ";
  add(like,
      getMaps(std::string(kPlace) + ", " + kPlace, kParallel) + "ins(" +
          getName(x) + " : " + like.getType() + ") outs(" + start + " : " +
          like.getType() + ") " +
          getBody(like,
                  "%l = arith.constant " + print(like, least) + type +
                      "%m = arith.constant " + print(like, most) + type +
                      "%t = arith.max" + f + " %a, %l" + type +
                      "%r = arith.min" + f + " %t, %m",
                  1),
      [=](const Values &before, const MaskSizes &at) {
        return std::min(std::max(before[x].at(at), least), most);
      });
}

void ProgramMaker::addTranspose(size_t x) {
  const Tensor &a = values[x].like;
  Tensor like{a.type, {a.shape[1], a.shape[0]}, {}};
  std::string start = addStart(like);
  add(
      like,
      "linalg.transpose ins(" + getName(x) + " : " + a.getType() + ") outs(" +
          start + " : " + like.getType() + ") permutation = [1, 0]",
      [=](const Values &before, const MaskSizes &at) {
        return before[x].at({at[1], at[0]});
      },
      values[x].bits);
}

void ProgramMaker::addSlice(size_t x) {
  const Tensor &a = values[x].like;
  int64_t offset = pick(a.shape[1]), size = 1 + pick(a.shape[1] - offset);
  Tensor like{a.type, {a.shape[0], size}, {}};
  add(
      like,
      "tensor.extract_slice " + getName(x) + "[0, " + std::to_string(offset) +
          "] " + join(like.shape) + " [1, 1] : " + a.getType() + " to " +
          like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        return before[x].at({at[0], at[1] + offset});
      },
      values[x].bits);
}

/// Numbers around, or a second tensor behind.
void ProgramMaker::addPad(size_t x) {
  const Tensor &a = values[x].like;
  size_t y = pickValue([&](const Value &value) {
    return value.like.type == a.type && value.like.shape[1] == a.shape[1];
  });
  if (pick(2)) {
    Tensor like{a.type, {a.shape[0] + values[y].like.shape[0], a.shape[1]}, {}};
    int64_t rows = a.shape[0];
    add(like,
        "tensor.concat dim(0) " + getName(x) + ", " + getName(y) + " : (" +
            a.getType() + ", " + values[y].like.getType() + ") -> " +
            like.getType(),
        [=](const Values &before, const MaskSizes &at) {
          return at[0] < rows ? before[x].at(at)
                              : before[y].at({at[0] - rows, at[1]});
        });
    return;
  }
  Tensor like{a.type, {a.shape[0], a.shape[1] + 2}, {}};
  int64_t columns = a.shape[1];
  double padding = pick(3) - 1;
  add(like,
      "tensor.pad " + getName(x) + " low[0, 1] high[0, 1] { ^bb0(%i: index, " +
          "%j: index): %p = arith.constant " + print(like, padding) + " : " +
          like.type + " tensor.yield %p : " + like.type +
          " } : " + a.getType() + " to " + like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        return at[1] == 0 || at[1] > columns ? padding
                                             : before[x].at({at[0], at[1] - 1});
      });
}

void ProgramMaker::addReshape(size_t x) {
  const Tensor &a = values[x].like;
  Tensor flat{a.type, {a.shape[0] * a.shape[1]}, {}};
  Tensor like{a.type, {flat.shape[0], 1}, {}};
  std::string name = "%s" + std::to_string(numStarts++);
  int64_t columns = a.shape[1];
  body += "  " + name + " = tensor.collapse_shape " + getName(x) +
          " [[0, 1]] : " + a.getType() + " into " + flat.getType() + "\n";
  add(
      like,
      "tensor.expand_shape " + name + " [[0, 1]] output_shape " +
          join(like.shape) + " : " + flat.getType() + " into " + like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        return before[x].at({at[0] / columns, at[0] % columns});
      },
      values[x].bits);
}

/// From i8 to i32, and from there to f32.
void ProgramMaker::addWiden(size_t x) {
  Tensor like = values[x].like;
  if (isFloat(like))
    return;
  std::string from = like.getType();
  bool isByte = like.type == "i8";
  like.type = isByte ? "i32" : "f32";
  add(like,
      std::string("arith.") + (isByte ? "extsi " : "sitofp ") + getName(x) +
          " : " + from + " to " + like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        return before[x].at(at);
      });
}

/// Says of elements that moved which format they have.
void ProgramMaker::addWidth(size_t x) {
  const Value &value = values[x];
  if (value.bits == 0 || (isFloat(value.like) && pick(2)))
    return;
  // Floats may be quarters, that need more than bits before the point.
  std::string format =
      isFloat(value.like) ? "f16" : "si" + std::to_string(value.bits);
  add(
      value.like,
      "tesa.width " + getName(x) + " as <" + join(value.like.shape) + " by " +
          join(value.like.shape) + " holds [" + format +
          "]> : " + value.like.getType(),
      [=](const Values &before, const MaskSizes &at) {
        return before[x].at(at);
      },
      value.bits);
}

std::string ProgramMaker::getText(bool returnsAll) const {
  std::string names, types;
  for (size_t i = returnsAll ? 0 : values.size() - 1; i < values.size(); ++i) {
    names += (names.empty() ? "" : ", ") + getName(i);
    types += (types.empty() ? "" : ", ") + values[i].like.getType();
  }
  return "func.func @program(" + arguments + ") -> (" + types + ") {\n" + body +
         "  return " + names + " : " + types + "\n}\n";
}

std::vector<Tensor> ProgramMaker::run(unsigned run) const {
  std::mt19937 source(run);
  Values before;
  for (const Value &value : values)
    before.push_back(value.compute(before, source));
  return before;
}
