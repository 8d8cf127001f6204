//===- VectorSpreader.h - parts of vectors for lanes ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TARGET_GPU_VECTORSPREADER_H
#define SPINDLE_LIB_TARGET_GPU_VECTORSPREADER_H

#include "LaneAccesses.h"
#include "LaneForms.h"
#include "LaneGroup.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace spindle {

/// Rewrites the operations of a kernel, each after those it takes values from.
class VectorSpreader {
public:
  VectorSpreader(mlir::gpu::GPUFuncOp kernel, LaneGroup &group,
                 LaneForms &forms)
      : kernel(kernel), group(group), forms(forms),
        builder(kernel.getLoc(), kernel.getContext()) {}

  void run();

private:
  // Forms of a value.
  void setType(mlir::Value value);
  mlir::Value getSpread(mlir::Value value);
  mlir::Value getWhole(mlir::Value value);
  mlir::Value getForm(mlir::Value value, bool spread) {
    return spread ? getSpread(value) : getWhole(value);
  }
  mlir::Value fill(mlir::Type part, mlir::Value element);
  mlir::Value makeMask(mlir::Type part, int64_t count, mlir::Value length);
  mlir::Value remakeConstant(mlir::arith::ConstantOp op, mlir::Type part);
  mlir::Value remakeMask(mlir::vector::ConstantMaskOp op, mlir::Type part,
                         int64_t count);
  mlir::Value remakeStep(mlir::Type part, int64_t count);
  mlir::Value remake(mlir::Value value, mlir::VectorType type);
  mlir::Value takePart(mlir::Value vector, mlir::VectorType type);
  mlir::Value gatherWhole(mlir::Value part, mlir::VectorType type);

  // Operations.
  void rewrite(mlir::Operation *op);
  void takeWhole(mlir::Operation *op);
  void rewriteElements(mlir::Operation *op);
  void handOn(mlir::Operation *from, mlir::RegionBranchOpInterface branch);
  void rewriteBranch(mlir::RegionBranchOpInterface op);
  void rewriteBranch(mlir::BranchOpInterface op);
  void rewriteReduction(mlir::vector::ReductionOp op);
  void rewriteExtract(mlir::vector::ExtractOp op);
  void rewriteInsert(mlir::vector::InsertOp op);
  void rewriteAtomic(mlir::Operation *op);
  void rewriteAccess(mlir::Operation *op, const VectorAccess &access);
  void spreadLoad(mlir::vector::LoadOp op);
  void spreadStore(mlir::vector::StoreOp op);
  void spreadMaskedLoad(mlir::vector::MaskedLoadOp op);
  void spreadMaskedStore(mlir::vector::MaskedStoreOp op);
  void spreadGather(mlir::vector::GatherOp op);
  void spreadScatter(mlir::vector::ScatterOp op);
  void spreadUpdate(iter::AtomicUpdateOp op);
  void guard(mlir::Operation *op);

  mlir::Value index(int64_t number) {
    return mlir::arith::ConstantIndexOp::create(builder, number);
  }
  llvm::SmallVector<mlir::Value> getIndices(mlir::ValueRange indices,
                                            int64_t count) {
    return moveIndices(builder, indices, group.getFirst(count));
  }
  mlir::Value getBit(mlir::Value mask) {
    return isAllSet(mask) ? mlir::Value() : getSpread(mask);
  }
  void replace(mlir::Operation *op, mlir::Value by);

  mlir::gpu::GPUFuncOp kernel;
  LaneGroup &group;
  LaneForms &forms;
  mlir::ImplicitLocOpBuilder builder;
  /// Values in the form that they do not have themselves.
  llvm::DenseMap<mlir::Value, mlir::Value> spreadOf, wholeOf;
  llvm::SmallVector<mlir::Operation *> dead;
};

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_VECTORSPREADER_H
