//===- Queries.h - queries as arithmetic and loads --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each function here is one query of the axis dialect, asked of an axis made
// by a constructor of the dialect, and lowered to operations at the builder's
// insertion point. Positions, offsets and coordinates are of type index;
// `under` has one position per parent, none for a root.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_QUERYS_H
#define SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_QUERYS_H

#include "Arithmetic.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"

namespace spindle {

//===----------------------------------------------------------------------===//
// The whole axis
//===----------------------------------------------------------------------===//

/// The number of coordinates; one for an axis that is no dimension.
mlir::Value buildExtent(QueryBuilder &builder, mlir::Value axis);

/// The number of cells of all fibres.
mlir::Value buildSize(QueryBuilder &builder, mlir::Value axis);

/// The number of cells of each fibre of a fixed axis: a constant where its type
/// says it.
mlir::Value buildWidth(QueryBuilder &builder, mlir::Value axis);

/// The size of a storage dimension that belongs to `axis`.
mlir::Value buildDimSize(QueryBuilder &builder, mlir::Value axis);

//===----------------------------------------------------------------------===//
// One fibre
//===----------------------------------------------------------------------===//

/// The number of positions that exist, with a skew the offset after the last;
/// `cutAt` and `skewAt` are the coordinates that a cut and a skew depend on,
/// null where they are to be found.
mlir::Value buildLength(QueryBuilder &builder, mlir::Value axis,
                        mlir::ValueRange under, mlir::Value cutAt,
                        mlir::Value skewAt);

/// The offset of the first position that exists.
mlir::Value buildStart(QueryBuilder &builder, mlir::Value axis,
                       mlir::ValueRange under, mlir::Value cutAt,
                       mlir::Value skewAt);

/// The first position.
mlir::Value buildBegin(QueryBuilder &builder, mlir::Value axis,
                       mlir::ValueRange under);

/// The position (first) and whether it is there (second) of the coordinate of
/// `op`, a query of position space, by its strategy.
std::pair<mlir::Value, mlir::Value> buildLocate(QueryBuilder &builder,
                                                axis::LocateOp op);

/// Whether `position` is there.
mlir::Value buildOccupied(QueryBuilder &builder, axis::OccupiedOp op);

//===----------------------------------------------------------------------===//
// One position
//===----------------------------------------------------------------------===//

/// The coordinate of `position`; `under` is found where it is left out.
mlir::Value buildCoordinate(QueryBuilder &builder, mlir::Value axis,
                            mlir::Value position, mlir::ValueRange under);

/// The position of the only parent that `position` lies under.
mlir::Value buildParent(QueryBuilder &builder, mlir::Value axis,
                        mlir::Value position);

/// The operation that made `position` of an offset in a fibre of `axis`, which
/// is not variable; null where it is not one.
axis::PositionOp getConstructor(mlir::Value position, mlir::Value axis);

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

/// Builds what a search asks of one of its numbers: an i1.
using SearchTest = llvm::function_ref<mlir::Value(QueryBuilder &, mlir::Value)>;

/// The last number in [begin, begin + length) for which `isReached`, true up to
/// some number and false from there on, is true; `begin` where it is false for
/// all. Of logarithmic time: the number of steps depends on `length` alone, and
/// no step branches on what it finds.
mlir::Value buildBinarySearch(QueryBuilder &builder, mlir::Value begin,
                              mlir::Value length, SearchTest isReached);

/// The first number in [begin, end) for which `goesOn` is false; `end` where it
/// is true for all. Of linear time, in any order.
mlir::Value buildLinearSearch(QueryBuilder &builder, mlir::Value begin,
                              mlir::Value end, SearchTest goesOn);

/// The first number in [begin, end) for which `isBelow`, true up to some number
/// and false from there on, is false; `end` where it is true for all. Of time
/// logarithmic in how many numbers are passed.
mlir::Value buildGallop(QueryBuilder &builder, mlir::Value begin,
                        mlir::Value end, SearchTest isBelow);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_SPARSETOMEMREF_QUERYS_H
