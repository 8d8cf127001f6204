//===- LaneRuns.cpp - neighbouring lanes with one address -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneRuns.h"

#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;

Value spindle::getKey(Value index) {
  while (auto *op = index.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::ExtSIOp>(op))
      break;
    index = op->getOperand(0);
  }
  return index;
}

/// What no index is, in place of `key` where `isSet` does not hold.
static Value leaveOut(ImplicitLocOpBuilder &builder, Value key, Value isSet) {
  Type type = key.getType();
  Value none = arith::ConstantOp::create(builder, type,
                                         builder.getIntegerAttr(type, -1));
  return arith::SelectOp::create(builder, isSet, key, none);
}

LaneRun spindle::findRun(ImplicitLocOpBuilder &builder, LaneGroup &group,
                         ValueRange keys, Value isSet) {
  Value isFirst = group.isFirst();
  for (Value key : keys) {
    if (isSet)
      key = leaveOut(builder, key, isSet);
    Value before = group.getBefore(builder, key, 1);
    Value differs =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, key, before);
    isFirst = arith::OrIOp::create(builder, isFirst, differs);
  }
  LaneRun run = {isFirst, group.countUntil(builder, isFirst)};
  if (isSet)
    run.isFirst = arith::AndIOp::create(builder, isFirst, isSet);
  return run;
}

Value spindle::combineRun(ImplicitLocOpBuilder &builder, LaneGroup &group,
                          const LaneRun &run, iter::CombineKind kind,
                          Value number) {
  for (int64_t distance = 1; distance < group.getSize(); distance *= 2) {
    Value other = group.getBehind(builder, number, distance);
    Value both = buildCombine(builder, kind, number, other).front();
    Value least = arith::ConstantIntOp::create(builder, distance, 32);
    Value isOfRun = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                          run.behind, least);
    number = arith::SelectOp::create(builder, isOfRun, both, number);
  }
  return number;
}
