//===- BodyFunctions.cpp - functions at random and hard arguments ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Compiled code and the interpreter compute a function of f32, or of a narrower
// type, to some units in the last place. What a program sees of it is whether
// the result is near that of the function of f64, so that its results have the
// same bits. Of f64 it sees the bits of the result as an f32.
//

#include "Body.h"

using namespace spindle::differential;

using Words = std::vector<std::string>;

namespace {
/// What a program says of the results of functions in a type.
struct NearResults {
  /// The relative and the absolute error that is near, as f64.
  const char *relative, *absolute;
  /// Infinity and a NaN, by their bits.
  const char *infinity, *nan;
};
} // namespace

static NearResults getNear(const std::string &type) {
  if (type == "f16")
    return {"2.0e-3", "1.2e-7", "0x7C00", "0x7E00"};
  if (type == "bf16")
    return {"1.6e-2", "1.9e-40", "0x7F80", "0x7FC0"};
  if (type == "f32")
    return {"9.6e-7", "2.9e-45", "0x7F800000", "0x7FC00000"};
  return {"", "", "0x7FF0000000000000", "0x7FF8000000000000"};
}

/// A number where functions are hard: subnormal ones and results, near 0, near
/// 1, near where results are infinite or 0, and no finite ones.
std::string Body::emitHardNumber(const std::string &type) {
  static const Words finite = {
      "0.0",    "1.0e-45", "1.0e-40", "6.0e-8", "1.0e-38", "1.0e-20",
      "1.0e-8", "3.0e-4",  "0.1",     "0.4999", "0.70710", "0.99999",
      "1.0",    "1.00001", "2.0",     "3.8",    "10.0",    "11.0",
      "17.0",   "87.0",    "88.7",    "88.8",   "95.0",    "103.0",
      "104.0",  "709.0",   "740.0",   "6.0e+4", "3.0e+38", "1.0e-310"};
  NearResults near = getNear(type);
  std::string text = random.chance(6)   ? near.infinity
                     : random.chance(4) ? near.nan
                                        : random.pick(finite);
  std::string number = emitApart("arith.constant " + text + " : " + type);
  if (random.chance(50))
    return number;
  return emitApart("arith.negf " + number + " : " + type);
}

/// Emits an operation whose result nothing else is to use.
std::string Body::emitApart(const std::string &operation) {
  std::string name = newName();
  text += "  " + name + " = " + operation + "\n";
  return name;
}

/// One of two hard numbers, by what the program computes, or any number.
std::string Body::emitArgument(const std::string &type) {
  if (random.chance(25))
    return value(type);
  std::string condition = value("i1");
  std::string first = emitHardNumber(type), second = emitHardNumber(type);
  return emitApart("arith.select " + condition + ", " + first + ", " + second +
                   " : " + type);
}

/// The bits that `result`, a float of f64, has in f32; 0 for NaN.
void Body::sinkWide(const std::string &result) {
  std::string narrow = emitApart("arith.truncf " + result + " : f64 to f32");
  std::string bits = emitApart("arith.bitcast " + narrow + " : f32 to i32");
  std::string isNaN =
      emitApart("arith.cmpf uno, " + result + ", " + result + " : f64");
  std::string zero = constant("i32", 0);
  std::string seen = emit("i32", "arith.select " + isNaN + ", " + zero + ", " +
                                     bits + " : i32");
  writeResult("i32", seen);
}

/// Whether `result`, of `type`, is near `expected`, of f64; of no finite
/// numbers, whether both are the same.
void Body::sinkNear(const std::string &type, const std::string &result,
                    const std::string &expected) {
  NearResults near = getNear(type);
  auto f64 = [&](const std::string &operation) {
    return emitApart(operation + " : f64");
  };
  std::string wide =
      emitApart("arith.extf " + result + " : " + type + " to f64");
  std::string error =
      f64("math.absf " + f64("arith.subf " + wide + ", " + expected));
  std::string size = f64("math.absf " + expected);
  std::string relative = f64(std::string("arith.constant ") + near.relative);
  std::string absolute = f64(std::string("arith.constant ") + near.absolute);
  std::string bound =
      f64("arith.addf " + f64("arith.mulf " + size + ", " + relative) + ", " +
          absolute);
  std::string isNear = f64("arith.cmpf ole, " + error + ", " + bound);
  std::string isSame = f64("arith.cmpf oeq, " + wide + ", " + expected);
  std::string isNone = f64("arith.cmpf uno, " + wide + ", " + wide);
  std::string wasNone = f64("arith.cmpf uno, " + expected + ", " + expected);
  std::string areNone =
      emitApart("arith.andi " + isNone + ", " + wasNone + " : i1");
  std::string either =
      emitApart("arith.ori " + isNear + ", " + isSame + " : i1");
  std::string seen =
      emit("i1", "arith.ori " + either + ", " + areNone + " : i1");
  std::string number = emitApart("arith.extui " + seen + " : i1 to i64");
  sinkIndex(emit("index", "arith.index_cast " + number + " : i64 to index"));
}

void Body::addFunction() {
  static const Words functions = {"exp",  "expm1", "log",  "log1p", "log2",
                                  "tanh", "erf",   "erfc", "powf"};
  static const Words floats = {"f32", "f32", "f64", "f16", "bf16"};
  const std::string &type = random.pick(floats);
  const std::string &name = random.pick(functions);
  Words arguments = {emitArgument(type)};
  if (name == "powf")
    arguments.push_back(emitArgument(type));
  auto apply = [&](const Words &operands, const std::string &of) {
    std::string list = operands.front();
    if (operands.size() > 1)
      list += ", " + operands.back();
    return emitApart("math." + name + " " + list + " : " + of);
  };
  std::string result = apply(arguments, type);
  if (type == "f64")
    return sinkWide(result);
  for (std::string &argument : arguments)
    argument = emitApart("arith.extf " + argument + " : " + type + " to f64");
  sinkNear(type, result, apply(arguments, "f64"));
}

//===----------------------------------------------------------------------===//
// What upstream's patterns rewrite
//===----------------------------------------------------------------------===//

/// An index that few bits need not hold, cast to them and back.
void Body::addCastsThereAndBack() {
  static const Words integers = {"i8", "i16", "i32", "i64"};
  std::string far = emitApart(
      "arith.constant " +
      std::to_string(random.between(-(int64_t(1) << 40), int64_t(1) << 40)) +
      " : index");
  std::string wide =
      emitApart("arith.addi " + value("index") + ", " + far + " : index");
  const std::string &type = random.pick(integers);
  std::string cast =
      random.chance(50) ? "arith.index_cast " : "arith.index_castui ";
  std::string narrow = emit(type, cast + wide + " : index to " + type);
  sinkIndex(emit("index", cast + narrow + " : " + type + " to index"));
}

/// A loop that counts in a branch, and hands on the branch's value in some
/// places of several.
void Body::addWhile() {
  std::string start = constant("index", random.between(-2, 2));
  std::string end = constant("index", random.between(-2, 5));
  std::string step = constant("index", random.between(1, 3));
  std::string other = value("index"), state = newName(), next = newName();
  std::string isGoing = newName(), branch = newName(), result = newName();
  int64_t count = random.between(1, 3), own = random.below(count);
  std::string types, handed, arguments;
  Words names;
  for (int64_t i = 0; i < count; ++i) {
    std::string comma = i == 0 ? "" : ", ";
    names.push_back(newName());
    types += comma + "index";
    handed += comma + (i == own || random.chance(60) ? branch : state);
    arguments += comma + names.back() + ": index";
  }
  text += "  " + result + ":" + std::to_string(count) + " = scf.while (" +
          state + " = " + start + ") : (index) -> (" + types + ") {\n  " +
          isGoing + " = arith.cmpi slt, " + state + ", " + end +
          " : index\n  " + branch + " = scf.if " + isGoing +
          " -> (index) {\n  " + next + " = arith.addi " + state + ", " + step +
          " : index\n  scf.yield " + next + " : index\n  } else {\n" +
          "  scf.yield " + other + " : index\n  }\n  scf.condition(" + isGoing +
          ") " + handed + " : " + types + "\n  } do {\n  ^bb0(" + arguments +
          "):\n  scf.yield " + names[own] + " : index\n  }\n";
  for (int64_t i = 0; i < count; ++i)
    scope.values["index"].push_back(result + "#" + std::to_string(i));
  sinkIndex(scope.values["index"].back());
}
