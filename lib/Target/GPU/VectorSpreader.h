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
  mlir::Value get(mlir::Value value, LaneForm form);
  mlir::Value getSpread(mlir::Value value, LaneForm form);
  mlir::Value getWhole(mlir::Value value);
  mlir::Value fill(mlir::Type part, mlir::Value element);
  mlir::Value makeMask(const LaneShare &share, mlir::Value length);
  mlir::Value remakeConstant(mlir::arith::ConstantOp op, mlir::Type part);
  mlir::Value remake(mlir::Value value, const LaneShare &share);
  mlir::Value takePart(mlir::Value vector, const LaneShare &share);
  mlir::Value gatherWhole(mlir::Value part, const LaneShare &share);

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
  /// The number in a vector of element `place` of the lane, an index.
  mlir::Value getNumber(const LaneShare &share, int64_t place);
  /// Where element `place` of the lane is in a row that begins at `indices`.
  llvm::SmallVector<mlir::Value>
  getPlace(mlir::ValueRange indices, const LaneShare &share, int64_t place);
  mlir::Value loadElements(mlir::Value memory, mlir::ValueRange indices,
                           const LaneShare &share, mlir::Value mask,
                           mlir::Value otherwise);
  void storeElements(mlir::Value part, mlir::Value memory,
                     mlir::ValueRange indices, const LaneShare &share,
                     mlir::Value mask);
  /// How lanes share `vector`, which `op` writes.
  LaneShare getShare(mlir::Operation *op, mlir::Value vector);
  void spreadLoad(mlir::vector::LoadOp op);
  void spreadStore(mlir::vector::StoreOp op);
  void spreadMaskedLoad(mlir::vector::MaskedLoadOp op);
  void spreadMaskedStore(mlir::vector::MaskedStoreOp op);
  void spreadGather(mlir::vector::GatherOp op);
  void spreadScatter(mlir::vector::ScatterOp op);
  void spreadUpdate(iter::AtomicUpdateOp op);
  void spreadScatteredUpdate(iter::AtomicUpdateOp op, const LaneShare &share,
                             mlir::Value part, mlir::Value mask);
  void guard(mlir::Operation *op);

  mlir::Value index(int64_t number) {
    return mlir::arith::ConstantIndexOp::create(builder, number);
  }
  /// The part of `mask` that the lane has; null where all is known to be set.
  mlir::Value getMask(mlir::Value mask, LaneForm form) {
    return isAllSet(mask) ? mlir::Value() : getSpread(mask, form);
  }
  void replace(mlir::Operation *op, mlir::Value by);

  mlir::gpu::GPUFuncOp kernel;
  LaneGroup &group;
  LaneForms &forms;
  mlir::ImplicitLocOpBuilder builder;
  /// Values in forms that they do not have themselves.
  llvm::DenseMap<std::pair<mlir::Value, LaneForm>, mlir::Value> others;
  llvm::SmallVector<mlir::Operation *> dead;
};

} // namespace spindle

#endif // SPINDLE_LIB_TARGET_GPU_VECTORSPREADER_H
