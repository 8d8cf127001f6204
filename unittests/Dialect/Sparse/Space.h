//===- Space.h - a tree of axes, counted cell by cell -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIALECT_SPARSE_SPACE_H
#define SPINDLE_UNITTESTS_DIALECT_SPARSE_SPACE_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace spindle::sparse {

/// One axis of a list.
struct Entry {
  axis::AxisKind kind;
  /// The entries of its parents, in the order of AxisOpInterface.
  llvm::SmallVector<int64_t, 2> parents;
  /// Of a fixed axis.
  int64_t width = 0;
  /// Of a variable axis and a product: where each fibre begins, and the end.
  std::vector<int64_t> begins = {};

  bool isFixed() const {
    return kind == axis::AxisKind::DenseFixed ||
           kind == axis::AxisKind::SparseFixed;
  }
  bool isVariable() const {
    return kind == axis::AxisKind::DenseVariable ||
           kind == axis::AxisKind::SparseVariable;
  }
};

/// A list of axes, parents first, and the lengths of their fibres.
class Space {
public:
  using Visit = llvm::function_ref<void(llvm::ArrayRef<int64_t> positions,
                                        llvm::ArrayRef<int64_t> offsets)>;

  std::vector<Entry> entries;

  /// The number of axes.
  int64_t getCount() const { return entries.size(); }
  /// Adds an axis of `width` under entry `parent` (-1: a root).
  void addFixed(axis::AxisKind kind, int64_t parent, int64_t width);
  /// Adds an axis with fibres of these lengths under entry `parent`.
  void addVariable(axis::AxisKind kind, int64_t parent,
                   const std::vector<int64_t> &lengths);
  /// Adds a singleton, a product or an occupancy.
  void addThin(axis::AxisKind kind, llvm::ArrayRef<int64_t> parents);

  /// Whether the positions of entry `entry` are counted, so that it may have
  /// children here.
  bool mayBeParent(int64_t entry) const;
  /// The number of cells of such an entry.
  int64_t getSize(int64_t entry) const;
  /// The size of a storage dimension that belongs to entry `entry`.
  int64_t getBound(int64_t entry) const;
  /// Visits each cell of the space: the position and the offset on each axis.
  void visitCells(Visit visit) const;

  /// A value of the type of each axis; they live as long as the space.
  llvm::SmallVector<mlir::Value> makeAxes();
  /// For each axis, the entries of its parents.
  axis::ParentLists getParents() const;

private:
  axis::AxisType getType(mlir::MLIRContext *context, const Entry &entry) const;
  int64_t getLength(int64_t entry, llvm::ArrayRef<int64_t> positions) const;
  int64_t getBegin(int64_t entry, llvm::ArrayRef<int64_t> positions,
                   llvm::ArrayRef<int64_t> offsets) const;

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace spindle::sparse

#endif // SPINDLE_UNITTESTS_DIALECT_SPARSE_SPACE_H
