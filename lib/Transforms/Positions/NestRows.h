//===- NestRows.h - the rows that a nest goes through -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The iterations of one loop of a nest go through the rows of a result in
// ascending order, so that those of rows from `a` to before `b` follow one
// another: the nest can be run for these rows alone. Where x is the loop's
// variable, an index is of row
//
//   x                      of a loop over rows
//   coordinate(x)          of a loop over the positions of a sorted root, as
//                          the rows of DCSR; of COO, several have one row
//   c x' + o, 0 <= o < c   for such an x': blocks of c rows, between which no
//                          range of rows may begin
//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_NESTROWS_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_NESTROWS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::iter {

/// The rows of one nest.
struct NestRows {
  /// The outermost loop of the nest, and the one that goes through the rows.
  mlir::scf::ForOp nest, loop;
  /// The root whose coordinates are the rows; null where the loop's variable
  /// is.
  mlir::Value axis;
  /// The rows of a block.
  int64_t factor = 1;

  bool operator==(const NestRows &other) const {
    return nest == other.nest && loop == other.loop && axis == other.axis &&
           factor == other.factor;
  }

  /// Whether the loop's bounds are known outside of the nest.
  bool isOutermost() const { return loop == nest; }
};

/// The rows that `index`, a value in `nest`, is of; none where none are found.
std::optional<NestRows> findNestRows(mlir::scf::ForOp nest, mlir::Value index);

/// The iterations of `nest` itself as rows; none where they may be negative.
std::optional<NestRows> getOwnRows(mlir::scf::ForOp nest);

/// A number that all rows are below, at the insertion point before the nest.
mlir::Value buildRowCount(mlir::ImplicitLocOpBuilder &builder,
                          const NestRows &rows);

/// The first iteration of the loop, of those between its bounds, that is of no
/// row before `row`, a multiple of `factor` of 0 to `count`, where all rows are
/// below `count`. Of a loop that is not the outermost one, the iteration need
/// not lie between its bounds.
mlir::Value buildFirstOfRow(mlir::ImplicitLocOpBuilder &builder,
                            const NestRows &rows, mlir::Value row,
                            mlir::Value count);

/// Has the nest run for rows from `begin` to before `end`, as above.
void restrictToRows(mlir::RewriterBase &rewriter, const NestRows &rows,
                    mlir::Value begin, mlir::Value end, mlir::Value count);

/// About how much work of the nest lies before `row`; it ascends with rows.
mlir::Value buildWorkBefore(mlir::ImplicitLocOpBuilder &builder,
                            const NestRows &rows, mlir::Value row,
                            mlir::Value count);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_NESTROWS_H
