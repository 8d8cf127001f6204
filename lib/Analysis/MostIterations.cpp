//===- MostIterations.cpp - how long a loop may be ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/MostIterations.h"

#include "Spindle/Analysis/LoopTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

std::optional<int64_t> spindle::loops::getLargest(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::MinSIOp, arith::MaxSIOp>(op))
    return std::nullopt;
  auto first = getLargest(op->getOperand(0));
  auto second = getLargest(op->getOperand(1));
  if (first && second)
    return isa<arith::MinSIOp>(op) ? std::min(*first, *second)
                                   : std::max(*first, *second);
  if (isa<arith::MaxSIOp>(op))
    return std::nullopt;
  return first ? first : second;
}

std::optional<int64_t> spindle::loops::getMostIterations(scf::ForOp loop) {
  auto lower = getConstantIntValue(loop.getLowerBound());
  auto upper = getLargest(loop.getUpperBound());
  auto step = getConstantIntValue(loop.getStep());
  if (!lower || !upper || !step || loop.getUnsignedCmp())
    return std::nullopt;
  return *upper <= *lower ? 0 : (*upper - *lower - 1) / *step + 1;
}

std::optional<int64_t> spindle::loops::getIterations(scf::ForOp loop) {
  if (std::optional<APInt> count = loop.getStaticTripCount())
    return count->getSExtValue();
  scf::ForOp tile = iter::getTileLoop(loop);
  bool isWhole = tile && !loop.getUnsignedCmp() &&
                 getConstantIntValue(loop.getStep()) == 1 &&
                 loop.getUpperBound().getDefiningOp<arith::AddIOp>();
  return isWhole ? getConstantIntValue(tile.getStep()) : std::nullopt;
}
