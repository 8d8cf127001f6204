//===- LengthChecks.h - what memory must hold, computed ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// How long the arrays of a program must be follows from the sizes of its axes,
// and those from its arguments: numbers, sizes of memory, and the last entries
// of arrays of positions. So they can be computed before the program runs, by
// the operations that the program itself computes them by. What depends on
// memory that the program writes is not known before, and not checked.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_LENGTHCHECKS_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_LENGTHCHECKS_H

#include "ConstantPieces.h"
#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::sparse {

/// Builds the function that finds the first array of one function that is too
/// short. It takes the same arguments and returns three numbers: which of its
/// `sparse.refusals` applies, from 1 on, or 0; what was expected; what came.
class LengthChecks {
public:
  explicit LengthChecks(mlir::func::FuncOp function);

  /// Requires that `number` is at least 0, that it is `wanted`.
  void requireSize(mlir::Value number);
  void requireEqual(mlir::Value number, int64_t wanted);
  /// Requires that `memory` has all cells of `layout`.
  void requireCells(mlir::Value memory, const axis::Layout &layout);
  /// Requires of a variable axis, or a product, that its positions have an
  /// entry for each fibre and one more, and end at 0 or more; of a root that
  /// its count is at least 0.
  void requirePositions(mlir::Value axis) { (void)getCells(axis); }
  /// Requires what `op` promises.
  void requireRange(ExpectRangeOp op);

  /// Requires that the argument of `piece` holds the constant.
  void requireConstant(ConstantPiece piece);

  /// The function, which is in no module yet; null, and what was built is gone,
  /// where nothing that a caller gives is checked.
  mlir::func::FuncOp finish();

private:
  /// A number that is known before the run, and how a text says it, empty where
  /// it has no words for it; without a value what is not known.
  struct Size {
    mlir::Value value;
    std::string text;
  };

  Size getSize(mlir::Value number);
  Size getCells(mlir::Value axis);
  Size computeCells(mlir::Value axis);
  Size getWidth(mlir::Value axis);
  Size getLast(mlir::Value positions, const Size &fibres);
  Size multiply(const Size &a, const Size &b);
  Size multiplyWidths(const axis::Layout &layout);

  mlir::Value getValue(mlir::Value original);
  mlir::Value copy(mlir::Operation *op);
  mlir::Value copyLoad(mlir::memref::LoadOp op);
  void guardDivisor(mlir::Operation *original, mlir::Operation *op);
  mlir::Value getExtent(mlir::Value axis);
  static std::string describe(mlir::Value number);
  static std::string getMemoryName(mlir::Value memory);
  static bool isOnlyRead(mlir::Value memory);

  mlir::Value constant(int64_t number);
  mlir::Value loadGuarded(mlir::Value memory, mlir::ValueRange indices);
  void require(mlir::Value wanted, mlir::Value got,
               mlir::arith::CmpIPredicate refused, const llvm::Twine &before,
               const llvm::Twine &after = "");
  void requireIndex(mlir::Value memory, int64_t dim, const Size &index);
  void requireLength(mlir::Value memory, int64_t dim, const Size &wanted);
  mlir::Value countDifferent(mlir::Value memory, mlir::Value other,
                             mlir::Value isUsable);

  mlir::func::FuncOp function, check;
  mlir::ImplicitLocOpBuilder builder;
  /// What stands for values of the function; null for what is not known.
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  /// The number of all cells of axes.
  llvm::DenseMap<mlir::Value, Size> cells;
  /// Which refusal applies, and its two numbers.
  mlir::Value refusal, expected, came;
  llvm::SmallVector<mlir::Attribute> refusals;
  bool checksCaller = false;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_LENGTHCHECKS_H
