//===- DimClasses.h - dimensions with the same coordinates ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PLANS_DIMCLASSES_H
#define SPINDLE_LIB_PLANS_DIMCLASSES_H

#include "Spindle/Mask/BlockGrid.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace spindle::plans {

/// Whether `value` is made of a number alone, or of nothing: it may be made
/// anew, with another shape, wherever it is used.
bool isMadeAnew(mlir::Value value);

/// The dimensions of the tensors of a function, and the loops of its linalg
/// operations, in classes.
class DimClasses {
public:
  /// A dimension, or a loop.
  using Node = unsigned;
  /// A dimension whose coordinates are those of `parts` together, the last
  /// running fastest.
  struct Product {
    Node whole;
    llvm::SmallVector<Node> parts;
  };

  explicit DimClasses(mlir::func::FuncOp function);

  /// Dimension `dim` of `use`: that of its value, or, of what is made anew, one
  /// of its own.
  Node getDim(mlir::OpOperand &use, unsigned dim) const;
  Node getDim(mlir::Value value, unsigned dim) const;
  Node getLoop(mlir::linalg::LinalgOp op, unsigned loop) const;
  /// The node that stands for the class of `node`.
  Node find(Node node) const;
  int64_t getSize(Node node) const { return sizes[node]; }
  unsigned getNumNodes() const { return sizes.size(); }
  /// Whether the coordinates of the class have a meaning of their own.
  bool isFixed(Node node) const { return fixed[find(node)]; }
  llvm::ArrayRef<Product> getProducts() const { return products; }

private:
  Node addNodes(llvm::ArrayRef<int64_t> shape);
  void join(Node one, Node other);
  void fix(Node node) { fixed[find(node)] = true; }
  void fixValue(mlir::Value value);
  void addValue(mlir::Value value);
  void visit(mlir::Operation &op);
  void visitLinalg(mlir::linalg::LinalgOp op);
  void visitReshape(mlir::Value large, mlir::OpOperand *largeUse,
                    mlir::Value small, mlir::OpOperand *smallUse,
                    llvm::ArrayRef<mlir::ReassociationIndices> groups);
  void visitPad(mlir::tensor::PadOp op);
  void visitSlice(mlir::OpOperand &whole, mlir::Value wholeResult,
                  mlir::Value slice, mlir::OpOperand *sliceUse,
                  mlir::OffsetSizeAndStrideOpInterface op);
  void visitConcat(mlir::tensor::ConcatOp op);
  void visitElementwise(mlir::Operation &op);
  Node getNode(mlir::Value value, mlir::OpOperand *use, unsigned dim) const;

  llvm::DenseMap<mlir::Value, Node> values;
  llvm::DenseMap<mlir::OpOperand *, Node> uses;
  llvm::DenseMap<mlir::Operation *, Node> loops;
  llvm::SmallVector<int64_t> sizes;
  mutable llvm::SmallVector<Node> parents;
  llvm::SmallVector<bool> fixed;
  llvm::SmallVector<Product> products;
};

} // namespace spindle::plans

#endif // SPINDLE_LIB_PLANS_DIMCLASSES_H
