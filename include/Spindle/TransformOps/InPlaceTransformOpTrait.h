//===- InPlaceTransformOpTrait.h - what keeps its handles -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_INPLACETRANSFORMOPTRAIT_H
#define SPINDLE_TRANSFORMOPS_INPLACETRANSFORMOPTRAIT_H

#include "Spindle/TransformOps/ScheduleStep.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace spindle::transform_ops {

/// Operations that change what their handles name and keep all handles valid.
template <typename ConcreteOp>
class InPlaceTransformOpTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, InPlaceTransformOpTrait> {
public:
  /// Reads all operands, makes all results, and changes the payload.
  void getEffects(
      llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects) {
    mlir::Operation *op = this->getOperation();
    mlir::transform::onlyReadsHandle(op->getOpOperands(), effects);
    mlir::transform::producesHandle(op->getOpResults(), effects);
    mlir::transform::modifiesPayload(effects);
  }
};

} // namespace spindle::transform_ops

#endif // SPINDLE_TRANSFORMOPS_INPLACETRANSFORMOPTRAIT_H
