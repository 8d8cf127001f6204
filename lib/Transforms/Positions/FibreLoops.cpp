//===- FibreLoops.cpp - loops over whole fibres ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FibreLoops.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::LengthOp;
using spindle::axis::PositionOp;

/// What is added to `begin` to give `end`; null where `end` is no such sum.
static Value getDistance(Value begin, Value end) {
  auto sum = end.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return {};
  if (sum.getLhs() == begin)
    return sum.getRhs();
  return sum.getRhs() == begin ? sum.getLhs() : Value();
}

Value spindle::iter::getFibreAxis(scf::ForOp loop, Value position) {
  auto begin = loop.getLowerBound().getDefiningOp<PositionOp>();
  if (!begin || !isConstantIntValue(begin.getOffset(), 0) ||
      begin.getUnder().size() != 1 || begin.getUnder().front() != position ||
      !axis::getAxisType(begin.getAxis()).isVariable())
    return {};
  Value distance = getDistance(begin, loop.getUpperBound());
  auto length = distance ? distance.getDefiningOp<LengthOp>() : LengthOp();
  bool isWhole = length && length.getAxis() == begin.getAxis() &&
                 length.getUnder() == begin.getUnder();
  return isWhole ? begin.getAxis() : Value();
}
