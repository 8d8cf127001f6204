//===- Parts.cpp - iterations in parts of equal weight --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/Transforms/Parts.h"

#include "Spindle/Dialect/Iter/Transforms/BinarySearch.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using arith::CmpIPredicate;

Parts spindle::iter::buildParts(ImplicitLocOpBuilder &builder,
                                LoopWeight weight, Value length, Value total,
                                Value count) {
  Value quotient = arith::DivUIOp::create(builder, total, count);
  Value remainder = arith::RemUIOp::create(builder, total, count);
  return {length, count, total, quotient, remainder, std::move(weight)};
}

/// T(`part`).
static Value buildTarget(ImplicitLocOpBuilder &builder, const Parts &parts,
                         Value part) {
  Value even = arith::MulIOp::create(builder, part, parts.quotient);
  Value more = arith::MinUIOp::create(builder, part, parts.remainder);
  return arith::AddIOp::create(builder, even, more);
}

Value spindle::iter::buildPartBegin(ImplicitLocOpBuilder &builder,
                                    const Parts &parts, Value part,
                                    WeightFunction weightBefore) {
  Value target = buildTarget(builder, parts, part);
  Value zero = constant(builder, 0);
  Value isFirst = compare(builder, CmpIPredicate::eq, part, zero);
  Value isEnd = compare(builder, CmpIPredicate::eq, part, parts.count);
  Value isKnown = arith::OrIOp::create(builder, isFirst, isEnd);
  // What is known is a search in nothing.
  Value low = arith::SelectOp::create(builder, isEnd, parts.length, zero);
  Value left = arith::SelectOp::create(builder, isKnown, zero, parts.length);
  return buildBinarySearch(
      builder, low, left, [&](ImplicitLocOpBuilder &inside, Value middle) {
        return compare(inside, CmpIPredicate::slt, weightBefore(inside, middle),
                       target);
      });
}

Value spindle::iter::buildPartBegin(ImplicitLocOpBuilder &builder,
                                    const Parts &parts, Value part) {
  if (parts.weight.axes.empty())
    return buildTarget(builder, parts, part);
  return buildPartBegin(
      builder, parts, part, [&](ImplicitLocOpBuilder &inside, Value iteration) {
        return buildWeightBefore(inside, parts.weight, iteration);
      });
}
