//===- Layouts.h - which dimension of a value is innermost ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product by a sparse weight, and a convolution, goes through the weight's
// elements once, with the coordinates that the weight does not have, tokens or
// pixels, side by side in memory:
//
//   Y[t, n] += X[t, k] * W[k, n]      X as (k, t), Y as (n, t)
//
// Dimensions that a shape collapses, and that are side by side, are one in
// memory, so that what is made by the dimensions is read collapsed.
//
// What such products read and write is stored so, and so are all values that
// are made of these and of which these are made, as far as operations take
// elements of both at the same coordinates: nothing is transposed in between.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_LINALGTOSPARSE_LAYOUTS_H
#define SPINDLE_CONVERSION_LINALGTOSPARSE_LAYOUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <deque>

namespace spindle {

/// In which order the dimensions of values are in memory.
class Layouts {
public:
  /// Finds what products by those arguments of `function` ask for that are in
  /// sparse formats.
  explicit Layouts(mlir::func::FuncOp function);

  /// The dimensions of `value`, the outermost in memory first.
  llvm::SmallVector<unsigned> getOrder(mlir::Value value) const;

  /// The same, where those of a list are one dimension in memory.
  llvm::SmallVector<mlir::ReassociationIndices>
  getGroups(mlir::Value value) const;

  /// Whether memory has the dimensions of `value` as it has them.
  bool isAsSeen(mlir::Value value) const;

  /// The order that the dense factor `operand` of such a product is to be in,
  /// whatever made it; empty for all other operands.
  llvm::ArrayRef<unsigned> getStreamedOrder(mlir::OpOperand &operand) const {
    auto found = streamed.find(&operand);
    return found == streamed.end() ? llvm::ArrayRef<unsigned>()
                                   : llvm::ArrayRef<unsigned>(found->second);
  }

  /// Has the loops of operations follow the order of what they write.
  void reorderLoops(mlir::func::FuncOp function) const;

private:
  using Order = llvm::SmallVector<unsigned>;

  /// The loop of the sum `op` that stays and goes along the memory of what is
  /// summed up; -1 for none.
  int64_t getStreamedLoop(mlir::linalg::GenericOp op) const;
  void addProduct(mlir::linalg::GenericOp op);
  void spreadFrom(mlir::Value value);
  void spread(mlir::linalg::GenericOp op, mlir::OpOperand &known);
  void set(mlir::Value value, Order order, bool isWhole);
  bool isFixed(mlir::Value value) const;
  void orderJoined(mlir::Value value);
  bool join(mlir::Value value, unsigned outer, unsigned inner);
  void joinCollapsed(mlir::tensor::CollapseShapeOp op);
  bool spreadJoins(mlir::linalg::GenericOp op);

  llvm::DenseMap<mlir::Value, Order> orders;
  /// Of values, those dimensions that are one with the dimension before.
  llvm::DenseMap<mlir::Value, llvm::SmallBitVector> joined;
  /// What callers have.
  llvm::DenseSet<mlir::Value> fixed;
  llvm::DenseMap<mlir::OpOperand *, Order> streamed;
  /// Values whose order is new, and those whose order is partly guessed, which
  /// wait for the others.
  std::deque<mlir::Value> fresh;
  std::deque<std::pair<mlir::Value, Order>> guessed;
};

/// The dimensions in `order`, each of which is one of memory.
llvm::SmallVector<mlir::ReassociationIndices>
splitOrder(llvm::ArrayRef<unsigned> order);

} // namespace spindle

#endif // SPINDLE_CONVERSION_LINALGTOSPARSE_LAYOUTS_H
