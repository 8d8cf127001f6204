//===- Search.cpp - loops that search -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Questions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;

Value spindle::buildBinarySearch(
    AnswerBuilder &builder, Value begin, Value end,
    function_ref<Value(AnswerBuilder &, Value)> isBelow) {
  // Halves [low, high): all before low is below, nothing from high on is.
  auto isOpen = [](OpBuilder &b, Location loc, ValueRange range) {
    Value open =
        arith::CmpIOp::create(b, loc, CmpIPredicate::slt, range[0], range[1]);
    scf::ConditionOp::create(b, loc, open, range);
  };
  auto halve = [&](OpBuilder &b, Location loc, ValueRange range) {
    AnswerBuilder inside(loc, b);
    Value one = arith::ConstantIndexOp::create(inside, loc, 1);
    Value width = arith::SubIOp::create(inside, range[1], range[0]);
    Value half = arith::ShRUIOp::create(inside, width, one);
    Value middle = arith::AddIOp::create(inside, range[0], half);
    Value below = isBelow(inside, middle);
    Value next = arith::AddIOp::create(inside, middle, one);
    Value low = arith::SelectOp::create(inside, below, next, range[0]);
    Value high = arith::SelectOp::create(inside, below, range[1], middle);
    scf::YieldOp::create(inside, ValueRange{low, high});
  };
  SmallVector<Type> types(2, builder.getIndexType());
  auto loop = scf::WhileOp::create(builder, types, ValueRange{begin, end},
                                   isOpen, halve);
  return loop.getResult(0);
}

Value spindle::buildLinearSearch(
    AnswerBuilder &builder, Value begin, Value end,
    function_ref<Value(AnswerBuilder &, Value)> isBelow) {
  auto goesOn = [&](OpBuilder &b, Location loc, ValueRange place) {
    Value open =
        arith::CmpIOp::create(b, loc, CmpIPredicate::slt, place[0], end);
    // The element at the end does not exist: only look at those before.
    auto branch = scf::IfOp::create(
        b, loc, open,
        [&](OpBuilder &inner, Location) {
          AnswerBuilder then(loc, inner);
          scf::YieldOp::create(then, isBelow(then, place[0]));
        },
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, open);
        });
    scf::ConditionOp::create(b, loc, branch.getResult(0), place);
  };
  auto step = [](OpBuilder &b, Location loc, ValueRange place) {
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value next = arith::AddIOp::create(b, loc, place[0], one);
    scf::YieldOp::create(b, loc, next);
  };
  auto loop = scf::WhileOp::create(builder, builder.getIndexType(), begin,
                                   goesOn, step);
  return loop.getResult(0);
}
