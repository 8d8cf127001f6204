//===- PlainLoops.cpp - random loops on plain memory ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLoopsBuilder.h"

#include <algorithm>

using namespace spindle::differential;

static constexpr int64_t kMaxLoopRuns = 6000;

std::string PlainLoops::emit(const std::string &operation) {
  std::string name = "%v" + std::to_string(nextName++);
  body += "  " + name + " = " + operation + "\n";
  return name;
}

std::string PlainLoops::constant(int64_t number) {
  return emit("arith.constant " + std::to_string(number) + " : index");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string PlainLoops::value() {
  if (!names.values.empty() && random.chance(55))
    return names.values.back();
  if (!names.values.empty() && random.chance(80))
    return random.pick(names.values);
  std::string text = printConstant(element, random.between(-3, 3));
  if (exact && isFloat(element))
    text = text.replace(text.find(".25"), 3, ".0");
  names.values.push_back(emit("arith.constant " + text));
  return names.values.back();
}

/// One operation; a reduction of `left` where that is asked for.
std::string PlainLoops::combine(const std::string &left,
                                const std::string &right, bool isReduction) {
  static const Words floatSums = {"addf",     "addf",    "addf",    "maximumf",
                                  "minimumf", "maxnumf", "minnumf", "mulf"},
                     integerSums = {"addi", "addi",  "muli",  "andi",  "ori",
                                    "xori", "minsi", "maxsi", "minui", "maxui"},
                     floats = {"addf",     "subf", "mulf",
                               "maximumf", "divf", "minnumf"},
                     integers = {"addi", "subi",  "muli",
                                 "xori", "maxui", "shli"};
  const Words &known = isFloat(element) ? isReduction ? floatSums : floats
                       : isReduction    ? integerSums
                                        : integers;
  std::string op = random.pick(known);
  if (exact && (op == "divf" || (isReduction && op == "mulf")))
    op = "addf";
  if (op == "shli")
    op = "addi";
  // A zero of either sign may come of these; a quotient would tell which.
  size_t either = op.find("numf");
  if (either != std::string::npos && divides)
    op.replace(either, 4, "imumf");
  if (op == "divf" && !divides)
    op = "subf";
  bool swapped = random.chance(35);
  return emit("arith." + op + " " + (swapped ? right : left) + ", " +
              (swapped ? left : right) + " : " + element);
}

/// An index as a value; of 8 bits without a sign where sums need not be exact.
void PlainLoops::addIndexAsValue(const Index &index) {
  bool isNarrow = !exact && random.chance(50);
  std::string type = isNarrow ? "i8" : "i32";
  if (!isFloat(element))
    type = element;
  std::string integer =
      emit("arith.index_cast " + index.name + " : index to " + type);
  if (isFloat(element))
    integer = emit((isNarrow ? "arith.uitofp " : "arith.sitofp ") + integer +
                   " : " + type + " to " + element);
  names.values.push_back(integer);
}

/// The low bits of an integer, with a sign or without.
std::string PlainLoops::convertByFewBits(const std::string &integer) {
  std::string few =
      emit("arith.trunci " + integer + " : " + element + " to i8");
  return emit((random.chance(50) ? "arith.extui " : "arith.extsi ") + few +
              " : i8 to " + element);
}

void PlainLoops::addArithmetic() {
  std::string left = value(), right = value();
  int64_t kind = random.below(10);
  if (kind == 0) {
    std::string cmp = isFloat(element)    ? "arith.cmpf olt, "
                      : random.chance(50) ? "arith.cmpi slt, "
                                          : "arith.cmpi ult, ";
    std::string less = emit(cmp + left + ", " + right + " : " + element);
    names.values.push_back(emit("arith.select " + less + ", " + left + ", " +
                                right + " : " + element));
  } else if (kind == 1 && isFloat(element)) {
    names.values.push_back(emit("arith.negf " + left + " : " + element));
  } else if (kind == 2 && !names.indices.empty()) {
    addIndexAsValue(random.pick(names.indices));
  } else if (kind == 3 && !isFloat(element) && element != "i8") {
    names.values.push_back(convertByFewBits(left));
  } else {
    names.values.push_back(combine(left, right, /*isReduction=*/false));
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// A sum of variables, as large as the size of the dimension may have to be.
std::string PlainLoops::subscript(Memory &memory, size_t dim) {
  Index sum{"", 0, 0};
  if (!names.indices.empty() && random.chance(93)) {
    sum = random.chance(60) ? names.indices.back() : random.pick(names.indices);
  }
  if (!names.indices.empty() && random.chance(18)) {
    const Index &other = random.pick(names.indices);
    int64_t factor = random.between(1, 3);
    std::string scaled =
        emit("arith.muli " + other.name + ", " + constant(factor) + " : index");
    sum.name =
        sum.name.empty()
            ? scaled
            : emit("arith.addi " + sum.name + ", " + scaled + " : index");
    bool none = sum.high < sum.low || other.high < other.low;
    sum.low += factor * other.low;
    sum.high = none ? sum.low - 1 : sum.high + factor * other.high;
  }
  if (!sum.name.empty() && sum.low <= sum.high && random.chance(12)) {
    // From the last one back.
    sum.name =
        emit("arith.subi " + constant(sum.high) + ", " + sum.name + " : index");
    sum = {sum.name, 0, sum.high - sum.low};
  }
  int64_t shift =
      std::max<int64_t>(-sum.low, random.chance(88) ? 0 : random.between(1, 3));
  if (sum.name.empty())
    sum.name = constant(shift);
  else if (shift != 0)
    sum.name =
        emit("arith.addi " + sum.name + ", " + constant(shift) + " : index");
  if (sum.high >= sum.low && runs > 0)
    memory.sizes[dim] = std::max(memory.sizes[dim], sum.high + shift + 1);
  return sum.name;
}

std::string PlainLoops::place(Memory &memory) {
  std::string list;
  for (size_t dim = 0; dim < memory.sizes.size(); ++dim)
    list += (dim ? ", " : "") + subscript(memory, dim);
  return memory.name + "[" + list + "] : @" + memory.name + "@";
}

std::string PlainLoops::load() {
  Memory &memory = random.pick(memories);
  std::string loaded = emit("memref.load " + place(memory));
  names.values.push_back(loaded);
  return loaded;
}

void PlainLoops::addStore() {
  Memory &memory = random.pick(memories);
  std::string stored = value();
  std::string target = place(memory);
  body += "  memref.store " + stored + ", " + target + "\n";
}

/// Combines an element with a value.
void PlainLoops::addUpdate() {
  Memory &memory = random.pick(memories);
  std::string added = value(), target = place(memory);
  std::string before = emit("memref.load " + target);
  std::string after = combine(before, added, /*isReduction=*/true);
  body += "  memref.store " + after + ", " + target + "\n";
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Bounds that are stored, as those of a row are.
void PlainLoops::addStoredBounds(Index &variable, std::string &low,
                                 std::string &high) {
  // Rows from 0 to 7 have bounds.
  std::vector<Index> rows;
  for (const Index &index : names.indices)
    if (index.low >= 0 && index.high < 8)
      rows.push_back(index);
  std::string first = random.pick(rows).name;
  std::string next =
      emit("arith.addi " + first + ", " + constant(1) + " : index");
  std::string begin = emit("memref.load %ptr[" + first + "] : memref<?xi32>");
  low = emit("arith.index_cast " + begin + " : i32 to index");
  std::string end = emit("memref.load %ptr[" + next + "] : memref<?xi32>");
  high = emit("arith.index_cast " + end + " : i32 to index");
  variable.low = 0;
  variable.high = positions - 1;
}

/// The bounds and the step of a loop, which gets to know its variable.
std::string PlainLoops::addBounds(Index &variable, std::string &step) {
  std::string low, high;
  bool mayBeStored = false;
  for (const Index &index : names.indices)
    mayBeStored |= index.low >= 0 && index.high < 8;
  int64_t by = random.chance(80) ? 1 : random.between(2, 5);
  step = random.chance(70) ? constant(by) : function.addIndex(by);
  Index last = names.indices.empty() ? Index{"", 0, -1} : names.indices.back();
  if (mayBeStored && random.chance(40)) {
    by = 1;
    step = constant(by);
    addStoredBounds(variable, low, high);
  } else if (!names.indices.empty() && random.chance(12)) {
    low = constant(0);
    high = last.name;
    variable.low = 0;
    variable.high = last.high - 1;
  } else {
    int64_t begin = random.chance(75) ? 0 : random.between(-2, 3);
    int64_t extent = random.chance(12)   ? random.between(-3, 0)
                     : random.chance(50) ? random.between(1, 8)
                                         : random.between(3, 37);
    if (runs * extent > kMaxLoopRuns)
      extent = 2;
    low = random.chance(70) ? constant(begin) : function.addIndex(begin);
    high = random.chance(50) ? constant(begin + extent)
                             : function.addIndex(begin + extent);
    variable.low = begin;
    int64_t count = extent <= 0 ? 0 : (extent + by - 1) / by;
    variable.high = begin + (count - 1) * by;
  }
  return low + " to " + high;
}

void PlainLoops::addLoop(int64_t depth) {
  static const Words kinds = {"spatial", "reduction"};
  Index variable{"%i" + std::to_string(nextLoop++), 0, -1};
  std::string step, bounds = addBounds(variable, step);
  int64_t outside = runs;
  runs *= std::max<int64_t>(variable.high - variable.low + 1, 0);
  bool carries = random.chance(35);
  std::string carried = "%c" + std::to_string(nextLoop);
  std::string start = carries ? value() : "";
  std::string result = "%r" + std::to_string(nextLoop);
  Names outer = names;
  bool isUnsigned = names.indices.empty() && variable.low >= 0 &&
                    variable.high >= variable.low && random.chance(8);
  body += "  " + (carries ? result + " = " : std::string()) + "scf.for " +
          (isUnsigned ? "unsigned " : "") + variable.name + " = " + bounds +
          " step " + step +
          (carries ? " iter_args(" + carried + " = " + start + ") -> (" +
                         element + ")"
                   : "") +
          " {\n";
  names.indices.push_back(variable);
  bool isReduction = random.chance(80);
  if (carries && !isReduction)
    names.values.push_back(carried);
  addBlock(depth + 1, random.between(1, 4));
  if (carries) {
    std::string added = value();
    std::string next = combine(carried, added, isReduction);
    body += "  scf.yield " + next + " : " + element + "\n";
  }
  body +=
      "  } {iter.loop = #iter.loop<nest = \"n" + std::to_string(nextLoop % 5) +
      "\", dims = [\"d" + std::to_string(depth) +
      "\"], axis = " + (random.chance(50) ? "dense_fixed" : "sparse_variable") +
      ", kind = " + random.pick(kinds) + ", role = level>}\n";
  names = outer;
  if (carries)
    names.values.push_back(result);
  runs = outside;
}

/// A branch that is taken where a variable is below a number.
void PlainLoops::addIf(int64_t depth) {
  if (names.indices.empty())
    return;
  size_t which = random.below(int64_t(names.indices.size()));
  Index index = names.indices[which];
  int64_t limit = random.between(0, 9);
  std::string below = emit("arith.cmpi slt, " + index.name + ", " +
                           constant(limit) + " : index");
  Names outer = names;
  int64_t outside = runs;
  body += "  scf.if " + below + " {\n";
  names.indices[which].high = std::min(index.high, limit - 1);
  if (names.indices[which].high < index.low)
    runs = 0;
  addBlock(depth, random.between(1, 3));
  body += "  }\n";
  runs = outside;
  names = outer;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void PlainLoops::addBlock(int64_t depth, int64_t statements) {
  if (depth > 0 && depth < 3 && random.chance(45))
    addLoop(depth);
  for (; statements > 0 && budget > 0; --statements) {
    --budget;
    addStatement(depth);
  }
}

void PlainLoops::addStatement(int64_t depth) {
  int64_t kind = random.below(100);
  if (kind < 25) {
    load();
  } else if (kind < 45) {
    addStore();
  } else if (kind < 65) {
    addUpdate();
  } else if (kind < 78) {
    addArithmetic();
  } else if (kind < 84 && !names.indices.empty() && positions > 0) {
    // A stored coordinate, of a loop over all that are stored.
    Index at = names.indices.back();
    if (at.low < 0 || at.high >= positions)
      return;
    std::string loaded =
        emit("memref.load %crd[" + at.name + "] : memref<?xi32>");
    std::string name = emit("arith.index_cast " + loaded + " : i32 to index");
    names.indices.push_back({name, 0, at.high < at.low ? -1 : coordinates - 1});
  } else if (kind < 88) {
    addIf(depth);
  } else if (depth < 3) {
    addLoop(depth);
  }
}
