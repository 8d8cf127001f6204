//===- UnrolledCopy.h - loops as one iteration after the other --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_UNROLLEDCOPY_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_UNROLLEDCOPY_H

#include "KnownValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle::loops {

/// A copy of a loop, before it, in which some of its loops are unrolled: what
/// follows from constants is computed, branches that are known are taken, and
/// what nothing uses is gone.
class UnrolledCopy {
public:
  /// `unrolled` are `top` or inside of it; loops inside of `targets` are told.
  UnrolledCopy(mlir::RewriterBase &rewriter, mlir::scf::ForOp top,
               const llvm::DenseSet<mlir::Operation *> &unrolled,
               const llvm::DenseSet<mlir::Operation *> &targets)
      : rewriter(rewriter), top(top), unrolled(unrolled), targets(targets),
        outside(top.getContext()) {}

  /// Makes the copy and replaces the loop by it. Gives the copies of the loops
  /// that stood right in one of the targets and are no such themselves.
  llvm::SmallVector<mlir::scf::ForOp> replace();

private:
  void copy(mlir::Operation *op);
  void copyBody(mlir::Block &block);
  void copyIterations(mlir::scf::ForOp loop);
  void copyBranch(mlir::scf::IfOp branch, bool taken);
  void copyWithRegions(mlir::Operation *op);
  void copyAlone(mlir::Operation *op);
  bool copyConstant(mlir::memref::LoadOp load);
  mlir::Value getConstant(mlir::TypedAttr value);
  mlir::Value find(mlir::Value value);
  void eraseDead(mlir::Block &block, mlir::Operation *from,
                 mlir::Operation *to);

  mlir::RewriterBase &rewriter;
  mlir::scf::ForOp top;
  const llvm::DenseSet<mlir::Operation *> &unrolled, &targets;
  mlir::IRMapping map;
  /// What is known before the loop.
  KnownValues outside;
  /// What the copy stands behind.
  mlir::Operation *begin = nullptr;
  /// One operation for each constant, before that.
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
  /// The copies of loops that are told, some of which may be erased.
  llvm::SmallVector<mlir::Operation *> left;
};

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_UNROLLEDCOPY_H
