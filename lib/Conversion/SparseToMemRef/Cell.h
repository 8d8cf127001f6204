//===- Cell.h - one cell of a layout ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Arrays with one entry per cell of an axis (coordinates, lengths, bits) are
// indexed as the layout rule says: by the positions of roots, variable axes and
// products, and by offsets in the fibres of fixed axes. A query gives the
// positions of some axes; those of the others follow from them. An offset is
// the position less those of the fibres before; so that loops over offsets do
// not undo what `axis.position` did, a position that it made on a fixed or thin
// axis gives back what it was made of. Only then is there no division:
// queries are to be lowered while these operations are there.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_CELL_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_CELL_H

#include "Arithmetic.h"
#include "Spindle/Dialect/Axis/IR/Layout.h"

namespace spindle {

/// One cell of the layout of an axis and its ancestors.
class Cell {
public:
  /// The cell at `position` of `axis`, which lies under the positions `under`:
  /// one per parent, or none where they are not known.
  static Cell at(mlir::Value axis, mlir::Value position,
                 mlir::ValueRange under = {});

  /// The cell under the positions `under` of the parents of a thin axis.
  static Cell ofThin(mlir::Value axis, mlir::ValueRange under);

  /// The index of each storage dimension.
  llvm::SmallVector<mlir::Value> getIndices(QueryBuilder &builder) const;

  /// The cell's number in row-major order.
  mlir::Value getNumber(QueryBuilder &builder) const;

  /// The offset, in its fibre, of the position of the axis itself, which is
  /// fixed.
  mlir::Value getOffset(QueryBuilder &builder) const {
    return buildOffset(builder, layout.axes.size() - 1);
  }

private:
  Cell(mlir::Value axis, mlir::Value position, mlir::ValueRange under);

  mlir::Value buildPosition(QueryBuilder &builder, int64_t entry) const;
  mlir::Value buildOffset(QueryBuilder &builder, int64_t entry) const;
  mlir::Value buildIndex(QueryBuilder &builder, int64_t entry) const;
  void splitNumber(QueryBuilder &builder, int64_t thin,
                   llvm::MutableArrayRef<mlir::Value> indices) const;

  axis::Layout layout;
  /// The position of each entry of the layout; null where it is not known.
  llvm::SmallVector<mlir::Value> positions;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_CELL_H
