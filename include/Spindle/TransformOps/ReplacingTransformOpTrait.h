//===- ReplacingTransformOpTrait.h - what gives new handles -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_REPLACINGTRANSFORMOPTRAIT_H
#define SPINDLE_TRANSFORMOPS_REPLACINGTRANSFORMOPTRAIT_H

#include "Spindle/TransformOps/ScheduleStep.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace spindle::transform_ops {

/// Operations that give new handles for what their handles name, and read the
/// parameters among their operands.
template <typename ConcreteOp>
class ReplacingTransformOpTrait
    : public mlir::OpTrait::TraitBase<ConcreteOp, ReplacingTransformOpTrait> {
public:
  /// Consumes all handles, makes all results, and changes the payload.
  void getEffects(
      llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects) {
    using mlir::transform::TransformParamTypeInterface;
    mlir::Operation *op = this->getOperation();
    for (mlir::OpOperand &operand : op->getOpOperands())
      if (mlir::isa<TransformParamTypeInterface>(operand.get().getType()))
        mlir::transform::onlyReadsHandle(operand, effects);
      else
        mlir::transform::consumesHandle(operand, effects);
    mlir::transform::producesHandle(op->getOpResults(), effects);
    mlir::transform::modifiesPayload(effects);
  }
};

} // namespace spindle::transform_ops

#endif // SPINDLE_TRANSFORMOPS_REPLACINGTRANSFORMOPTRAIT_H
