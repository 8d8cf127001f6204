//===- BodyValues.cpp - random values -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Body.h"

using namespace spindle::differential;

using Words = std::vector<std::string>;

static bool isFloat(const std::string &type) { return type[0] == 'f'; }

std::string Body::constant(const std::string &type,
                           const std::string &literal) {
  return emit(type,
              "arith.constant " + literal + (type == "i1" ? "" : " : " + type));
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
  if (type == "i1")
    return constant(type, random.chance(50) ? "true" : "false");
  std::string number = std::to_string(random.between(-4, 9));
  return constant(type, isFloat(type) ? number + ".25" : number);
}

/// A coordinate in [0, extent), for a positive extent.
std::string Body::emitInRange(int64_t extent) {
  if (random.chance(40))
    return constant("index", std::to_string(random.below(extent)));
  std::string dividend = value("index");
  std::string divisor = constant("index", std::to_string(extent));
  return emit("index", "arith.remui " + dividend + ", " + divisor + " : index");
}

std::string Body::emitPosition(const Site &site) {
  return emit("index", "axis.position_of " + site.name + " : !axis.site");
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void Body::addArithmetic() {
  static const Words floats = {"arith.addf", "arith.subf", "arith.mulf",
                               "arith.minimumf", "arith.maximumf"};
  static const Words integers = {"arith.addi",  "arith.subi", "arith.muli",
                                 "arith.andi",  "arith.ori",  "arith.xori",
                                 "arith.minsi", "arith.maxsi"};
  static const Words divisions = {"arith.divsi", "arith.remsi", "arith.divui",
                                  "arith.floordivsi", "arith.ceildivsi"};
  std::string type = random.pick(types);
  std::string lhs = value(type);
  std::string op = random.pick(isFloat(type) ? floats : integers);
  if (isFloat(type) && random.chance(10)) {
    // Never by zero: its sign would decide.
    std::string divisor =
        constant(type, std::to_string(random.between(-4, 4)) + ".75");
    emit(type, "arith.divf " + lhs + ", " + divisor + " : " + type);
    return;
  }
  if (isFloat(type) && random.chance(20)) {
    emit(type, (random.chance(50) ? "arith.negf " : "math.absf ") + lhs +
                   " : " + type);
    return;
  }
  std::string rhs;
  if (!isFloat(type) && random.chance(25)) {
    op = random.pick(divisions);
    rhs = constant(type, std::to_string(random.between(1, 5)));
  } else {
    rhs = value(type);
  }
  emit(type, op + " " + lhs + ", " + rhs + " : " + type);
}

void Body::addComparison() {
  static const Words floats = {"oeq", "olt", "oge", "une", "ugt", "uno"};
  static const Words integers = {"eq", "ne", "slt", "sge", "ult", "uge"};
  std::string type = random.pick(types);
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

void Body::addCast() {
  std::string from = random.chance(50) ? "i32" : "i64";
  if (random.chance(50)) {
    std::string operand = value("index");
    emit(from, "arith.index_cast " + operand + " : index to " + from);
    return;
  }
  std::string to = random.chance(50) ? "f32" : "f64";
  std::string operand = value(from);
  emit(to, "arith.sitofp " + operand + " : " + from + " to " + to);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

void Body::addIndex() {
  std::string lhs = value("index");
  std::string rhs = value("index");
  emit("index", "affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 3 + "
                "(d0 - d1) mod 4)>(" +
                    lhs + ", " + rhs + ")");
}

/// A question to an axis, or to the fibre that a known site lies in.
void Body::addQuestion() {
  if (scope.sites.empty() || random.chance(25)) {
    const Axis &axis = random.pick(axes);
    emit("index", (random.chance(50) ? "axis.extent " : "axis.size ") +
                      axis.name + " : " + axis.type);
    return;
  }
  const Site site = random.pick(scope.sites);
  const Axis &axis = axes[site.axis];
  std::string position = emitPosition(site);
  std::string under, tail = " : " + axis.type;
  if (site.parent >= 0)
    under = " under " + emitPosition(scope.sites[site.parent]);
  std::string at = axis.name + "[" + position + "]";
  switch (random.below(6)) {
  case 0:
    emit("index", "axis.length " + axis.name + under + tail);
    break;
  case 1: {
    std::string end = emit("index", "axis.length " + axis.name + under + tail);
    emit("index",
         "axis.position " + axis.name + "[" + end + "]" + under + tail);
    break;
  }
  case 2:
    emit("index", "axis.coordinate " + at + under + tail);
    break;
  case 3: {
    std::string any = value("index");
    std::string holds = emit("i1", "axis.occupied " + axis.name + "[" + any +
                                       "]" + under + tail);
    emit("index", "arith.index_castui " + holds + " : i1 to index");
    break;
  }
  default:
    if (site.parent >= 0)
      emit("index", "axis.parent " + at + tail);
  }
}
