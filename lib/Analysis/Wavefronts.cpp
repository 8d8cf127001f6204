//===- Wavefronts.cpp - loops over rows of a wavefront --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/Wavefronts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::LengthOp;
using spindle::axis::PositionOp;
using spindle::axis::WavefrontsOp;

bool spindle::iter::isFoundBy(Value memory, Operation *op) {
  return isa_and_nonnull<memref::AllocOp>(memory.getDefiningOp()) &&
         llvm::all_of(memory.getUsers(), [&](Operation *user) {
           return user == op || isa<axis::AxisOpInterface>(user) ||
                  isa<memref::DeallocOp>(user);
         });
}

WavefrontsOp spindle::iter::getWavefronts(Value rows) {
  auto axis = rows.getDefiningOp<axis::SparseVariableOp>();
  if (!axis || !axis.getPositions())
    return {};
  for (Operation *user : axis.getCoordinates().getUsers()) {
    auto op = dyn_cast<WavefrontsOp>(user);
    if (op && op.getOrder() == axis.getCoordinates() &&
        op.getStarts() == axis.getPositions() &&
        op.getStarts() != op.getOrder() && op.getRows() != op.getOrder() &&
        op.getRows() != op.getStarts() && isFoundBy(op.getOrder(), op) &&
        isFoundBy(op.getStarts(), op))
      return op;
  }
  return {};
}

Value spindle::iter::getRowsOfWavefront(scf::ForOp loop) {
  auto begin = loop.getLowerBound().getDefiningOp<PositionOp>();
  auto end = loop.getUpperBound().getDefiningOp<arith::AddIOp>();
  if (!begin || !end || !isZeroInteger(begin.getOffset()) ||
      !getWavefronts(begin.getAxis()))
    return {};
  for (auto [first, second] : {std::pair(end.getLhs(), end.getRhs()),
                               std::pair(end.getRhs(), end.getLhs())}) {
    auto length = second.getDefiningOp<LengthOp>();
    if (first == begin && length && length.getAxis() == begin.getAxis() &&
        length.getUnder() == begin.getUnder())
      return begin.getAxis();
  }
  return {};
}
