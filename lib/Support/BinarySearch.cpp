//===- BinarySearch.cpp - a search among ascending numbers ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Support/BinarySearch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle::iter;

Value spindle::iter::buildBinarySearch(ImplicitLocOpBuilder &builder, Value low,
                                       Value left, BelowFunction isBelow) {
  auto isOpen = [](OpBuilder &b, Location loc, ValueRange range) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value open = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                                       range[1], zero);
    scf::ConditionOp::create(b, loc, open, range);
  };
  auto halve = [&](OpBuilder &b, Location loc, ValueRange range) {
    ImplicitLocOpBuilder inside(loc, b);
    Value one = arith::ConstantIndexOp::create(inside, 1);
    Value half = arith::ShRUIOp::create(inside, range[1], one);
    Value middle = arith::AddIOp::create(inside, range[0], half);
    Value below = isBelow(inside, middle);
    Value next = arith::AddIOp::create(inside, middle, one);
    Value above = arith::SubIOp::create(
        inside, arith::SubIOp::create(inside, range[1], half), one);
    Value newLow = arith::SelectOp::create(inside, below, next, range[0]);
    Value newLeft = arith::SelectOp::create(inside, below, above, half);
    scf::YieldOp::create(inside, ValueRange{newLow, newLeft});
  };
  SmallVector<Type> types(2, builder.getIndexType());
  auto loop = scf::WhileOp::create(builder, types, ValueRange{low, left},
                                   isOpen, halve);
  return loop.getResult(0);
}
