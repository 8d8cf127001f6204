//===- Existence.cpp - elements that are surely there ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Existence.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::CoordinateOp;
using spindle::axis::DenseFixedOp;
using spindle::axis::SparseVariableOp;

/// The loop whose variable `value` is, or null.
static scf::ForOp getLoop(Value value) {
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && loop.getInductionVar() == value ? loop : scf::ForOp();
}

static bool areEqual(Value first, Value second) {
  return isEqualConstantIntOrValue(getAsOpFoldResult(first),
                                   getAsOpFoldResult(second));
}

/// Whether `index` is the variable of a loop over [0, `extent`).
static bool runsBelow(Value index, Value extent) {
  scf::ForOp loop = getLoop(index);
  return loop && !loop.getUnsignedCmp() &&
         isConstantIntValue(loop.getLowerBound(), 0) &&
         areEqual(loop.getUpperBound(), extent);
}

/// Whether `index` is the coordinate of a stored position, which a loop has
/// come to, on an axis of that extent.
static bool isCoordinateBelow(Value index, Value extent) {
  auto coordinate = index.getDefiningOp<CoordinateOp>();
  if (!coordinate || !getLoop(coordinate.getPosition()))
    return false;
  auto axis = coordinate.getAxis().getDefiningOp<SparseVariableOp>();
  return axis && !axis.getFrom() && areEqual(axis.getExtent(), extent);
}

bool spindle::existsWithIndices(sparse::AccumulateOp op) {
  bool hasCoordinate = false;
  for (Value buffer : op.getBuffers()) {
    // The verifier has seen to the layout.
    sparse::Layout layout = *sparse::getLayout(buffer);
    for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
      auto axis = layout.getAxis(dim).getDefiningOp<DenseFixedOp>();
      if (!axis || axis.hasCut() || axis.getParent())
        return false;
      bool isCoordinate = isCoordinateBelow(index, axis.getExtent());
      if (!isCoordinate && !runsBelow(index, axis.getExtent()))
        return false;
      hasCoordinate |= isCoordinate;
    }
  }
  return hasCoordinate;
}
