//===- NestShape.h - what a nest is like ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_NESTSHAPE_H
#define SPINDLE_LIB_STRATEGY_NESTSHAPE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace spindle {

/// What the innermost dimension of a nest is.
enum class NestShape {
  /// Dense and no reduction, with a reduction outside of it, as in SpMM.
  Columns,
  /// Columns, of stored elements in blocks.
  BlockColumns,
  /// Columns, where a stored dimension inside of the reduction is summed up, as
  /// in the transposed SpMM: rows come in any order.
  ScatteredColumns,
  /// Dense and a reduction, as in SDDMM.
  DenseSums,
  /// The elements of a fibre, and a reduction, as in SpMV.
  FibreSums,
  /// The elements of a fibre in blocks of several columns, and a reduction, as
  /// in SpMV in BSR.
  BlockSums,
  /// The elements of a fibre, where elements of several fibres lie beside one
  /// another, as in SpMV on slices of rows.
  SliceSums,
  /// A reduction by stored differences, as in SpMV on diagonals: rows lie side
  /// by side.
  BlockRows,
  /// Anything else.
  Other
};

/// A nest, or what becomes one.
struct ShapedNest {
  std::string name;
  NestShape shape = NestShape::Other;
  /// The innermost dimension: its name in `sparse.dims`, empty where it has
  /// none, and its size, kDynamic where types leave it open.
  std::string innermost;
  int64_t size = 0;
  /// The dimensions that lie under no stored element, as `innermost` and
  /// `size`.
  llvm::SmallVector<std::pair<std::string, int64_t>> denseDims;
  /// How many of its dimensions are reductions and not dense.
  int64_t storedReductions = 0;
  /// The products of a stored block's sizes in dimensions that are no
  /// reductions, and in others, as far as types tell them.
  int64_t blockRows = 1, blockColumns = 1;
  /// Where elements of several rows lie beside one another, and all of these
  /// rows take as many steps, the number of these rows, kDynamic where types
  /// do not tell; else 0.
  int64_t sliceRows = 0;
  /// The coordinates that a fibre of stored elements may have, where types tell
  /// that these are not all of a dimension; else 0.
  int64_t fibreColumns = 0;
  /// Whether the innermost dimension lies under no stored element.
  bool hasDenseEnd = false;
  /// The number of the part of a composite tensor that it is over.
  std::optional<size_t> part = {};
  /// Whether it visits stored elements.
  bool isSparse = false;
  /// Operations on floats in one run of the body.
  int64_t flops = 0;
};

/// The nests of `function`, in the stage `tensors` or `coordinates`, in the
/// order of the text.
llvm::SmallVector<ShapedNest> findShapes(mlir::func::FuncOp function);

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_NESTSHAPE_H
