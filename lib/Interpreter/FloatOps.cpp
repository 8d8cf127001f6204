//===- FloatOps.cpp - floats of the arith dialect -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace spindle::interpreter;

/// A comparison that is `function` of two numbers, `ifUnordered` where one is
/// NaN.
template <typename Function>
static Step makeComparison(Translator &t, Operation &op, bool ifUnordered,
                           Function function) {
  Slot result = t.slotOf(op.getResult(0)), lhs = t.slotOf(op.getOperand(0)),
       rhs = t.slotOf(op.getOperand(1));
  return visitFloat(op.getOperand(0).getType(), [&](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      auto a = N::in(m[lhs]), b = N::in(m[rhs]);
      bool unordered = std::isnan(a) || std::isnan(b);
      m[result].integer = -int64_t(unordered ? ifUnordered : function(a, b));
      return true;
    };
  });
}

static Step translateCmpF(Translator &t, Operation &op) {
  using Predicate = arith::CmpFPredicate;
  auto always = [](bool value) {
    return [value](auto, auto) { return value; };
  };
  Predicate predicate = cast<arith::CmpFOp>(op).getPredicate();
  bool unordered = predicate >= Predicate::UEQ;
  switch (predicate) {
  case Predicate::AlwaysFalse:
    return makeComparison(t, op, false, always(false));
  case Predicate::AlwaysTrue:
    return makeComparison(t, op, true, always(true));
  case Predicate::ORD:
    return makeComparison(t, op, false, always(true));
  case Predicate::UNO:
    return makeComparison(t, op, true, always(false));
  case Predicate::OEQ:
  case Predicate::UEQ:
    return makeComparison(t, op, unordered, std::equal_to<>());
  case Predicate::ONE:
  case Predicate::UNE:
    return makeComparison(t, op, unordered, std::not_equal_to<>());
  case Predicate::OLT:
  case Predicate::ULT:
    return makeComparison(t, op, unordered, std::less<>());
  case Predicate::OLE:
  case Predicate::ULE:
    return makeComparison(t, op, unordered, std::less_equal<>());
  case Predicate::OGT:
  case Predicate::UGT:
    return makeComparison(t, op, unordered, std::greater<>());
  case Predicate::OGE:
  case Predicate::UGE:
    return makeComparison(t, op, unordered, std::greater_equal<>());
  }
  return {};
}

void spindle::interpreter::addFloatOps(OpTable &table) {
  table["arith.addf"] = makeBinaryFloat(std::plus<>());
  table["arith.subf"] = makeBinaryFloat(std::minus<>());
  table["arith.mulf"] = makeBinaryFloat(std::multiplies<>());
  table["arith.divf"] = makeBinaryFloat(std::divides<>());
  table["arith.remf"] =
      makeBinaryFloat([](auto a, auto b) { return std::fmod(a, b); });
  table["arith.negf"] = makeUnaryFloat(std::negate<>());
  table["arith.minimumf"] = makeBinaryFloat(Minimum());
  table["arith.maximumf"] = makeBinaryFloat(Maximum());
  // A number where one is a number.
  table["arith.minnumf"] = makeBinaryFloat([](auto a, auto b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : Minimum()(a, b);
  });
  table["arith.maxnumf"] = makeBinaryFloat([](auto a, auto b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : Maximum()(a, b);
  });
  table["arith.cmpf"] = translateCmpF;
}
