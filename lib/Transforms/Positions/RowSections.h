//===- RowSections.h - long rows as a matrix of sections --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A row i of n = P[i + 1] - P[i] >= 2 L elements is floor(n / L) sections, and
// sections are rows of a matrix that shares the elements: B holds the position
// where each begins, so that section v ends with B[v + 1]; behind the last one
// of a row follows where that ends, and what lies from there to the next long
// row is no section, but a gap:
//
//   P   0     3                  21    24              36         L = 4
//       |  .  |  long             | .  |  long          |
//   B         3   7   11   15    21    24   28   32    36
//       section 0   1   2    3     gap   5    6    7     gap
//
// Long rows are found by a search for every multiple of 2 L, at least one of
// which lies in each of them.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWSECTIONS_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWSECTIONS_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::iter {

/// The rows of a matrix that are summed up; values are of type index.
struct ScannedRows {
  /// The axis of their elements; its positions are P.
  axis::SparseVariableOp axis;
  /// The axis of rows whose coordinates say which row of the result each is;
  /// null where it is that of its number.
  axis::SparseVariableOp stored;
  /// The first row, and the one after the last.
  mlir::Value first, end;
  /// L.
  int64_t elements;
};

/// What is known of each long row, the columns of `RowSections::table`.
enum class LongRow { Row, FirstSection, Gap, IsDone };

/// The long rows and their sections.
struct RowSections {
  /// Whether there are so many elements that a row may be long. If not,
  /// `begins` is P, and there is nothing in the tables.
  mlir::Value mayBe;
  /// How many rows are long, and how many sections and gaps they are.
  mlir::Value count, total;
  /// For each long row the numbers of the row, its first section, and the gap
  /// behind the last one; and whether a worker has met it, 0 at first.
  mlir::Value table;
  /// B, of the type of P.
  mlir::Value begins;
  /// The number of each section, of the type of the rows' coordinates, which it
  /// is where no row is long; null without.
  mlir::Value numbers;
  /// The most sections that there may be, and all memory that was allocated.
  mlir::Value most;
  llvm::SmallVector<mlir::Value> memory;
};

/// Finds the long rows and makes the tables, at the insertion point.
RowSections buildRowSections(mlir::ImplicitLocOpBuilder &builder,
                             const ScannedRows &rows);

/// Memory for a row of sums for each section and gap, like `result`, which it
/// is where there are none. Unless it is null, `start` is in all elements.
mlir::Value buildSectionSums(mlir::ImplicitLocOpBuilder &builder,
                             RowSections &sections, mlir::Value result,
                             mlir::TypedAttr start);

/// Frees the tables.
void buildFree(mlir::ImplicitLocOpBuilder &builder,
               const RowSections &sections);

/// Says of `loop`, which has few iterations, that it is not worth being made
/// several.
void keepSmall(mlir::scf::ForOp loop);

/// What `sections` says of long row number `row`.
mlir::Value loadLongRow(mlir::ImplicitLocOpBuilder &builder,
                        const RowSections &sections, mlir::Value row,
                        LongRow column);

/// Says that `value` is so of long row number `row`.
void storeLongRow(mlir::ImplicitLocOpBuilder &builder,
                  const RowSections &sections, mlir::Value row, LongRow column,
                  mlir::Value value);

/// The first section of chunk `chunk` of `chunks`, which begins with row
/// `begin`: the first that begins where the weight is due that is due to the
/// chunks before, in elements and rows.
mlir::Value buildFirstSection(mlir::ImplicitLocOpBuilder &builder,
                              const ScannedRows &rows,
                              const RowSections &sections, mlir::Value chunk,
                              mlir::Value chunks, mlir::Value begin);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWSECTIONS_H
