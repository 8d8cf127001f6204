//===- BodyValues.cpp - random values -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

using namespace spindle::differential;

using Words = std::vector<std::string>;

std::string Body::constant(const std::string &type, int64_t number) {
  return emit(type,
              (isComplex(type) ? "complex.constant " : "arith.constant ") +
                  printConstant(type, number));
}

std::string Body::emit(const std::string &type, const std::string &operation) {
  std::string name = newName();
  text += "  " + name + " = " + operation + "\n";
  scope.values[type].push_back(name);
  return name;
}

/// A value that can be named, often the last, or a new constant.
std::string Body::value(const std::string &type) {
  std::vector<std::string> &known = scope.values[type];
  if (!known.empty() && random.chance(40))
    return known.back();
  if (!known.empty() && random.chance(85))
    return random.pick(known);
  return constant(type, random.between(-4, 9));
}

/// A coordinate in [from, from + extent), for a positive extent.
std::string Body::emitInRange(int64_t from, int64_t extent) {
  if (random.chance(40))
    return constant("index", from + random.below(extent));
  std::string dividend = value("index");
  std::string divisor = constant("index", extent);
  std::string offset =
      emit("index", "arith.remui " + dividend + ", " + divisor + " : index");
  if (from == 0)
    return offset;
  std::string first = constant("index", from);
  return emit("index", "arith.addi " + offset + ", " + first + " : index");
}

std::string Body::emitPosition(const Site &site) {
  return emit("index", "axis.position_of " + site.name + " : !axis.site");
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void Body::addComplexArithmetic(const std::string &type) {
  static const Words ops = {"complex.add", "complex.sub", "complex.mul"};
  std::string lhs = value(type), rhs = value(type);
  emit(type, random.pick(ops) + " " + lhs + ", " + rhs + " : " + type);
}

void Body::addArithmetic() {
  static const Words floats = {"arith.addf", "arith.subf", "arith.mulf",
                               "arith.minimumf", "arith.maximumf"};
  static const Words integers = {
      "arith.addi", "arith.subi",  "arith.muli",  "arith.andi",  "arith.ori",
      "arith.xori", "arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui"};
  static const Words divisions = {
      "arith.divsi",      "arith.remsi",     "arith.divui", "arith.remui",
      "arith.floordivsi", "arith.ceildivsi", "arith.shrui", "arith.shrsi"};
  std::string type = random.pick(types);
  if (isComplex(type))
    return addComplexArithmetic(type);
  std::string lhs = value(type);
  std::string op = random.pick(isFloat(type) ? floats : integers);
  if (isFloat(type) && random.chance(10)) {
    // Never by zero: its sign would decide.
    std::string divisor = constant(type, random.between(-4, 4));
    emit(type, "arith.divf " + lhs + ", " + divisor + " : " + type);
    return;
  }
  if (isFloat(type) && random.chance(20)) {
    emit(type, (random.chance(50) ? "arith.negf " : "math.absf ") + lhs +
                   " : " + type);
    return;
  }
  std::string rhs;
  if (isInteger(type) && random.chance(25)) {
    op = random.pick(divisions);
    rhs = constant(type, random.between(1, 5));
  } else {
    rhs = value(type);
  }
  if (type == "i1")
    op = integers[3 + random.below(3)];
  emit(type, op + " " + lhs + ", " + rhs + " : " + type);
}

void Body::addComparison() {
  static const Words floats = {"oeq", "olt", "oge", "une", "ugt", "uno"};
  static const Words integers = {"eq",  "ne",  "slt", "sge",
                                 "ult", "uge", "ule", "ugt"};
  std::string type = random.pick(types);
  if (isComplex(type))
    return;
  std::string lhs = value(type);
  std::string rhs = value(type);
  std::string predicate = random.pick(isFloat(type) ? floats : integers);
  emit("i1", (isFloat(type) ? "arith.cmpf " : "arith.cmpi ") + predicate +
                 ", " + lhs + ", " + rhs + " : " + type);
}

void Body::addSelect() {
  std::string type = random.pick(types);
  std::string condition = value("i1");
  std::string ifTrue = value(type);
  std::string ifFalse = value(type);
  emit(type, "arith.select " + condition + ", " + ifTrue + ", " + ifFalse +
                 " : " + type);
}

/// Calls a function of the module, which inlining may put here.
void Body::addCall() {
  static const Words called = {"i32", "i64", "f32", "f64"};
  const std::string &type = random.pick(called);
  std::string operand = value(type);
  emit(type, "func.call @next_" + type + "(" + operand + ") : (" + type +
                 ") -> " + type);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// From an integer to a float, with a sign or without. It has 16 bits at most,
/// so that no type rounds twice.
void Body::addIntegerAsFloat(const std::string &to) {
  std::string from = random.chance(50) ? "i8" : "i16", operand = value(from);
  std::string op = random.chance(50) ? "arith.sitofp " : "arith.uitofp ";
  std::string made = emit(to, op + operand + " : " + from + " to " + to);
  if (random.chance(50))
    writeResult(to, made);
}

/// From a float to an integer, which has to hold it: NaN is left out first.
void Body::addFloatAsInteger(const std::string &from) {
  static const Words integers = {"i8", "i16", "i32", "i64"};
  const std::string &to = random.pick(integers);
  bool isSigned = random.chance(50);
  std::string operand = value(from);
  std::string least = constant(from, isSigned ? -9 : 0),
              most = constant(from, isSigned ? 9 : 200);
  std::string some =
      emit(from, "arith.maxnumf " + operand + ", " + least + " : " + from);
  std::string held =
      emit(from, "arith.minnumf " + some + ", " + most + " : " + from);
  emit(to, (isSigned ? "arith.fptosi " : "arith.fptoui ") + held + " : " +
               from + " to " + to);
}

/// From integers, to them, and between floats.
void Body::addFloatCast() {
  std::string to = random.pick(types);
  if (isComplex(to)) {
    std::string part = to.substr(8, to.size() - 9), whole = value(to);
    std::string real = emit(part, "complex.re " + whole + " : " + to);
    std::string other = value(part);
    emit(to, "complex.create " + other + ", " + real + " : " + to);
    return;
  }
  if (!isFloat(to))
    return;
  addIntegerAsFloat(to);
  if (random.chance(30))
    addFloatAsInteger(to);
  std::string wide = to == "f64" ? "f32" : to == "f32" ? "f64" : "f32";
  std::string from = value(wide);
  bool narrows = to != "f64";
  emit(to, (narrows ? "arith.truncf " : "arith.extf ") + from + " : " + wide +
               " to " + to);
}

void Body::addCast() {
  static const Words integers = {"i8", "i16", "i32", "i64"};
  if (random.chance(50))
    return addFloatCast();
  size_t first = random.below(4), second = random.below(4);
  const std::string &from = integers[first], &to = integers[second];
  std::string toIndex =
      random.chance(50) ? "arith.index_cast " : "arith.index_castui ";
  if (random.chance(35)) {
    std::string operand = value("index");
    emit(to, toIndex + operand + " : index to " + to);
  } else if (random.chance(50)) {
    std::string operand = value(from);
    emit("index", toIndex + operand + " : " + from + " to index");
  } else if (first != second) {
    std::string operand = value(from);
    std::string op = first > second      ? "arith.trunci "
                     : random.chance(50) ? "arith.extsi "
                                         : "arith.extui ";
    emit(to, op + operand + " : " + from + " to " + to);
  }
}
