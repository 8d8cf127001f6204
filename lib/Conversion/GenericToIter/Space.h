//===- Space.h - the axes that a generic operation runs over ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation counts in its dimensions, its nest in the levels of formats,
// whose coordinates are expressions over dimensions: `j floordiv 4` and `j mod
// 4`. The space knows both directions: what dimensions each axis is made of,
// and how the coordinates of the axes give those of the dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_GENERICTOITER_SPACE_H
#define SPINDLE_LIB_CONVERSION_GENERICTOITER_SPACE_H

#include "Operands.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"

namespace spindle {

/// One axis of the nest.
struct SpaceAxis {
  mlir::Value axis;
  /// The axes of the space that it lies under.
  axis::ParentLists::value_type parents;
  /// The format with the level that it is the axis of; null for an occupancy.
  sparse::FormatAttr format;
  int64_t level;
  /// The dimension of the operation that the level is of, or the subject of the
  /// inspector in its coordinate; -1 for an occupancy, and for a level whose
  /// only coordinate is 0.
  int64_t dim;
  /// The coordinate, over the dimensions of the operation; null for an
  /// occupancy.
  mlir::AffineExpr expr;
};

/// The axes of the nest: those of the driver, in their order, then those of the
/// dimensions that it lacks.
struct Space {
  /// The space of `op`, whose operands are unpacked.
  static Space build(sparse::GenericOp op,
                     llvm::MutableArrayRef<Operand> operands);

  llvm::SmallVector<SpaceAxis> axes;
  /// For each dimension of the operation its coordinate, over those of the
  /// axes.
  llvm::SmallVector<mlir::AffineExpr> dims;

private:
  void addLevel(Operand &operand, int64_t level);
  void addDriver(Operand &driver);
  void addDense(Operand &operand, llvm::ArrayRef<int64_t> levels);
};

/// The coordinates that the body of a nest over a space has.
class Coordinates {
public:
  /// Those in the body of `nest`, over `space`, which outlives them; the nest
  /// is null where there are no axes.
  Coordinates(const Space &space, iter::NestOp nest, mlir::Location loc)
      : space(space), nest(nest), loc(loc) {}

  /// The coordinate `expr`, over the dimensions of the operation, computed at
  /// the insertion point of `builder` where no axis of the nest has it. What
  /// was computed before is used again.
  mlir::Value get(mlir::OpBuilder &builder, mlir::AffineExpr expr);

private:
  const Space &space;
  iter::NestOp nest;
  mlir::Location loc;
  llvm::SmallDenseMap<mlir::AffineExpr, mlir::Value> computed;
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_GENERICTOITER_SPACE_H
