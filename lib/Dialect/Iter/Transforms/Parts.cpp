//===- Parts.cpp - iterations in parts of equal weight --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/Transforms/Parts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle::iter;
using arith::CmpIPredicate;

static Value constant(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantIndexOp::create(builder, value);
}

static Value compare(ImplicitLocOpBuilder &builder, CmpIPredicate predicate,
                     Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, predicate, lhs, rhs);
}

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

/// The first iteration of [`low`, `low` + `left`) before which lies a weight of
/// at least `target`, or else the end. Each step takes the same time, whatever
/// it finds.
static Value buildSearch(ImplicitLocOpBuilder &builder,
                         const LoopWeight &weight, Value target, Value low,
                         Value left) {
  auto isOpen = [](OpBuilder &b, Location loc, ValueRange range) {
    ImplicitLocOpBuilder before(loc, b);
    Value open =
        compare(before, CmpIPredicate::sgt, range[1], constant(before, 0));
    scf::ConditionOp::create(before, open, range);
  };
  auto halve = [&](OpBuilder &b, Location loc, ValueRange range) {
    ImplicitLocOpBuilder inside(loc, b);
    Value one = constant(inside, 1);
    Value half = arith::ShRUIOp::create(inside, range[1], one);
    Value middle = arith::AddIOp::create(inside, range[0], half);
    Value before = buildWeightBefore(inside, weight, middle);
    Value isBelow = compare(inside, CmpIPredicate::slt, before, target);
    Value next = arith::AddIOp::create(inside, middle, one);
    Value above = arith::SubIOp::create(
        inside, arith::SubIOp::create(inside, range[1], half), one);
    Value newLow = arith::SelectOp::create(inside, isBelow, next, range[0]);
    Value newLeft = arith::SelectOp::create(inside, isBelow, above, half);
    scf::YieldOp::create(inside, ValueRange{newLow, newLeft});
  };
  SmallVector<Type> types(2, builder.getIndexType());
  auto loop = scf::WhileOp::create(builder, types, ValueRange{low, left},
                                   isOpen, halve);
  return loop.getResult(0);
}

Value spindle::iter::buildPartBegin(ImplicitLocOpBuilder &builder,
                                    const Parts &parts, Value part) {
  Value target = buildTarget(builder, parts, part);
  if (parts.weight.axes.empty())
    return target;
  Value zero = constant(builder, 0);
  Value isFirst = compare(builder, CmpIPredicate::eq, part, zero);
  Value isEnd = compare(builder, CmpIPredicate::eq, part, parts.count);
  Value isKnown = arith::OrIOp::create(builder, isFirst, isEnd);
  // What is known is a search in nothing.
  Value low = arith::SelectOp::create(builder, isEnd, parts.length, zero);
  Value left = arith::SelectOp::create(builder, isKnown, zero, parts.length);
  return buildSearch(builder, parts.weight, target, low, left);
}
