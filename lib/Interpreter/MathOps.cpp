//===- MathOps.cpp - functions of the math dialect ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"

#include <cmath>

using namespace mlir;
using namespace spindle::interpreter;

template <typename Function> static Handler makeUnary(Function function) {
  return makeUnaryFloat<InFunctions>(function);
}

template <typename Function>
static Handler makeBinaryFunction(Function function) {
  return makeBinaryFloat<InFunctions>(function);
}

/// a * b + c, rounded once.
template <typename N>
static typename N::Value fuse(typename N::Value a, typename N::Value b,
                              typename N::Value c) {
  if constexpr (std::is_same_v<typename N::Value, typename N::Compute>) {
    return std::fma(a, b, c);
  } else {
    auto exact = [](float value) {
      llvm::APFloat number(value);
      bool lost;
      number.convert(N::semantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
      return number;
    };
    llvm::APFloat result = exact(a);
    result.fusedMultiplyAdd(exact(b), exact(c),
                            llvm::APFloat::rmNearestTiesToEven);
    return result.convertToFloat();
  }
}

static Step translateFma(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), a = t.slotOf(op.getOperand(0)),
       b = t.slotOf(op.getOperand(1)), c = t.slotOf(op.getOperand(2));
  return visitFloat(op.getResult(0).getType(), [&](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      N::in(m[result]) = fuse<N>(N::in(m[a]), N::in(m[b]), N::in(m[c]));
      return true;
    };
  });
}

static Step translateAbsInt(Translator &t, Operation &op) {
  Slot result = t.slotOf(op.getResult(0)), operand = t.slotOf(op.getOperand(0));
  return visitInt(op.getResult(0).getType(), [&](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      int64_t value = m[operand].integer;
      m[result].integer = N::wrap(value < 0 ? 0 - uint64_t(value) : value);
      return true;
    };
  });
}

static void addExponentials(OpTable &table) {
  table["math.exp"] = makeUnary([](auto x) { return std::exp(x); });
  table["math.exp2"] = makeUnary([](auto x) { return std::exp2(x); });
  table["math.expm1"] = makeUnary([](auto x) { return std::expm1(x); });
  table["math.log"] = makeUnary([](auto x) { return std::log(x); });
  table["math.log2"] = makeUnary([](auto x) { return std::log2(x); });
  table["math.log10"] = makeUnary([](auto x) { return std::log10(x); });
  table["math.log1p"] = makeUnary([](auto x) { return std::log1p(x); });
  table["math.powf"] =
      makeBinaryFunction([](auto x, auto y) { return std::pow(x, y); });
  table["math.sqrt"] = makeUnary([](auto x) { return std::sqrt(x); });
  table["math.rsqrt"] =
      makeUnary([](auto x) { return decltype(x)(1) / std::sqrt(x); });
  table["math.cbrt"] = makeUnary([](auto x) { return std::cbrt(x); });
  table["math.erf"] = makeUnary([](auto x) { return std::erf(x); });
  table["math.erfc"] = makeUnary([](auto x) { return std::erfc(x); });
}

static void addTrigonometry(OpTable &table) {
  table["math.sin"] = makeUnary([](auto x) { return std::sin(x); });
  table["math.cos"] = makeUnary([](auto x) { return std::cos(x); });
  table["math.tan"] = makeUnary([](auto x) { return std::tan(x); });
  table["math.asin"] = makeUnary([](auto x) { return std::asin(x); });
  table["math.acos"] = makeUnary([](auto x) { return std::acos(x); });
  table["math.atan"] = makeUnary([](auto x) { return std::atan(x); });
  table["math.atan2"] =
      makeBinaryFunction([](auto y, auto x) { return std::atan2(y, x); });
  table["math.sinh"] = makeUnary([](auto x) { return std::sinh(x); });
  table["math.cosh"] = makeUnary([](auto x) { return std::cosh(x); });
  table["math.tanh"] = makeUnary([](auto x) { return std::tanh(x); });
}

static void addRounding(OpTable &table) {
  table["math.floor"] = makeUnary([](auto x) { return std::floor(x); });
  table["math.ceil"] = makeUnary([](auto x) { return std::ceil(x); });
  table["math.trunc"] = makeUnary([](auto x) { return std::trunc(x); });
  table["math.round"] = makeUnary([](auto x) { return std::round(x); });
  // To nearest and even, the host's mode.
  table["math.roundeven"] = makeUnary([](auto x) { return std::nearbyint(x); });
}

void spindle::interpreter::addMathOps(OpTable &table) {
  addExponentials(table);
  addTrigonometry(table);
  addRounding(table);
  table["math.absf"] = makeUnary([](auto x) { return std::abs(x); });
  table["math.copysign"] =
      makeBinaryFunction([](auto x, auto y) { return std::copysign(x, y); });
  table["math.fma"] = translateFma;
  table["math.absi"] = translateAbsInt;
}
