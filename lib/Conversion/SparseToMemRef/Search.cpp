//===- Search.cpp - loops that search -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queries.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;

Value spindle::buildBinarySearch(QueryBuilder &builder, Value begin,
                                 Value length, SearchTest isReached) {
  // The last number that is reached is in [low, low + left), or there is none.
  auto isOpen = [](OpBuilder &b, Location loc, ValueRange range) {
    QueryBuilder before(loc, b);
    Value open =
        compare(before, CmpIPredicate::sgt, range[1], constant(before, 1));
    scf::ConditionOp::create(before, open, range);
  };
  auto halve = [&](OpBuilder &b, Location loc, ValueRange range) {
    QueryBuilder inside(loc, b);
    Value half = arith::ShRUIOp::create(inside, range[1], constant(inside, 1));
    Value middle = add(inside, range[0], half);
    Value reached = isReached(inside, middle);
    Value low = arith::SelectOp::create(inside, reached, middle, range[0]);
    Value left = subtract(inside, range[1], half);
    scf::YieldOp::create(inside, ValueRange{low, left});
  };
  SmallVector<Type> types(2, builder.getIndexType());
  auto loop = scf::WhileOp::create(builder, types, ValueRange{begin, length},
                                   isOpen, halve);
  return loop.getResult(0);
}

/// Whether `goesOn` of `place`, which is not looked at if it is not below
/// `end`: what is there does not exist.
static Value testBelow(QueryBuilder &builder, Value place, Value end,
                       SearchTest goesOn) {
  Value open = compare(builder, CmpIPredicate::slt, place, end);
  auto branch = scf::IfOp::create(
      builder, open,
      [&](OpBuilder &b, Location loc) {
        QueryBuilder then(loc, b);
        scf::YieldOp::create(then, goesOn(then, place));
      },
      [&](OpBuilder &b, Location loc) { scf::YieldOp::create(b, loc, open); });
  return branch.getResult(0);
}

Value spindle::buildLinearSearch(QueryBuilder &builder, Value begin, Value end,
                                 SearchTest goesOn) {
  auto test = [&](OpBuilder &b, Location loc, ValueRange place) {
    QueryBuilder before(loc, b);
    Value on = testBelow(before, place[0], end, goesOn);
    scf::ConditionOp::create(before, on, place);
  };
  auto step = [](OpBuilder &b, Location loc, ValueRange place) {
    QueryBuilder inside(loc, b);
    scf::YieldOp::create(inside, add(inside, place[0], constant(inside, 1)));
  };
  auto loop =
      scf::WhileOp::create(builder, builder.getIndexType(), begin, test, step);
  return loop.getResult(0);
}

Value spindle::buildGallop(QueryBuilder &builder, Value begin, Value end,
                           SearchTest isBelow) {
  // All before low is below; the number `step` onwards is looked at next.
  auto test = [&](OpBuilder &b, Location loc, ValueRange range) {
    QueryBuilder before(loc, b);
    Value probe = add(before, range[0], range[1]);
    Value below = testBelow(before, probe, end, isBelow);
    scf::ConditionOp::create(before, below, range);
  };
  auto leap = [](OpBuilder &b, Location loc, ValueRange range) {
    QueryBuilder inside(loc, b);
    Value one = constant(inside, 1);
    Value low = add(inside, add(inside, range[0], range[1]), one);
    Value twice = arith::ShLIOp::create(inside, range[1], one);
    scf::YieldOp::create(inside, ValueRange{low, add(inside, twice, one)});
  };
  SmallVector<Type> types(2, builder.getIndexType());
  auto loop = scf::WhileOp::create(
      builder, types, ValueRange{begin, constant(builder, 0)}, test, leap);
  Value low = loop.getResult(0), one = constant(builder, 1);
  // What is left begins at a number that is below, or before the first.
  Value last = subtract(builder, low, one);
  Value stop = arith::MinSIOp::create(
      builder, add(builder, low, loop.getResult(1)), end);
  Value left = subtract(builder, stop, last);
  return add(builder, buildBinarySearch(builder, last, left, isBelow), one);
}
