//===- BodyConditions.h - what zeros do to a body ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of an operation on tensors is read twice: forward, for when what it
// yields may be other than 0, and backward, for when an argument has an effect
// on what is needed of that. So products, convolutions, sums, and whatever else
// has a body need no rule of their own.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_BODYCONDITIONS_H
#define SPINDLE_LIB_PROPAGATION_BODYCONDITIONS_H

#include "Condition.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"

namespace spindle {

/// Conditions of the values of `body`, a block without loops.
class BodyConditions {
public:
  /// `args` and `needed` have a condition for each argument, that it may be
  /// other than 0, and for each yielded value, that it is needed. In strict
  /// mode a product with 0 is 0 only if the other factor is finite.
  BodyConditions(mlir::Block &body, Conditions &conditions,
                 llvm::ArrayRef<unsigned> args, llvm::ArrayRef<unsigned> needed,
                 bool strict = false);

  /// Has differences of these arguments be other than 0 only when these differ,
  /// which `condition` says.
  void setDifference(mlir::BlockArgument a, mlir::BlockArgument b,
                     unsigned condition);
  /// Has arguments have several numbers along dimension `dim` of the space when
  /// `conditions` say.
  void setVaried(unsigned dim, llvm::ArrayRef<unsigned> conditions);

  /// When `value` may be other than 0.
  unsigned getNonzero(mlir::Value value);
  /// When it has an effect on a yielded value that is needed.
  unsigned getNeeded(mlir::Value value);
  /// When it may have several numbers along the dimension of setVaried(), both
  /// zeros being one.
  unsigned getVaried(mlir::Value value);

private:
  /// When `value` may be infinite, or no number; never if not strict.
  unsigned getInfinite(mlir::Value value);
  unsigned getProduct(mlir::Operation *op);
  unsigned getChoice(mlir::Operation *op);
  /// Of a difference: when its operands differ.
  unsigned getDifference(mlir::Operation *op);
  unsigned findVaried(mlir::Operation *op);
  unsigned findNonzero(mlir::Operation *op);
  unsigned getUse(mlir::OpOperand &use);

  mlir::Block &body;
  Conditions &conditions;
  llvm::SmallVector<unsigned> args, needed;
  bool strict;
  llvm::DenseMap<mlir::Value, unsigned> nonzero, need, varied;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, unsigned> differences;
  llvm::SmallVector<unsigned> variedArgs;
  unsigned variedDim = 0;
};

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_BODYCONDITIONS_H
