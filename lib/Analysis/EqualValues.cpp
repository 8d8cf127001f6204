//===- EqualValues.cpp - values that are computed alike -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/EqualValues.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;

/// Whether `op` may be repeated: it has no effect and no regions, and what it
/// makes is no axis, which is known by being that value.
static bool isRepeatable(Operation *op) {
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<axis::AxisType>);
}

bool iter::areEqual(Value first, Value second) {
  if (first == second)
    return true;
  auto one = dyn_cast<OpResult>(first), other = dyn_cast<OpResult>(second);
  if (!one || !other || one.getResultNumber() != other.getResultNumber() ||
      !isRepeatable(one.getOwner()) || !isRepeatable(other.getOwner()))
    return false;
  return OperationEquivalence::isEquivalentTo(
      one.getOwner(), other.getOwner(),
      [](Value lhs, Value rhs) { return success(areEqual(lhs, rhs)); },
      /*markEquivalent=*/nullptr,
      OperationEquivalence::IgnoreLocations |
          OperationEquivalence::IgnoreDiscardableAttrs);
}

bool iter::haveEqualBounds(scf::ForOp first, scf::ForOp second) {
  return areEqual(first.getLowerBound(), second.getLowerBound()) &&
         areEqual(first.getUpperBound(), second.getUpperBound()) &&
         areEqual(first.getStep(), second.getStep()) &&
         first.getUnsignedCmp() == second.getUnsignedCmp();
}
