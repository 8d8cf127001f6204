//===- NestDims.h - the dimensions of a nest --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_NESTDIMS_H
#define SPINDLE_LIB_STRATEGY_NESTDIMS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include <optional>
#include <string>

namespace spindle {

/// A dimension of a nest, from the outermost to the innermost.
struct NestDim {
  bool isReduction = false;
  /// Whether it is dense, under no other dimension, and has none under it.
  bool isDense = false;
  /// Whether it is dense and lies under a sparse one.
  bool isBlock = false;
  std::string name;
  int64_t size = mlir::ShapedType::kDynamic;
  /// Its elements in a block; 1 where there are none, or any number.
  int64_t blockSize = 1;
  /// Whether what exists of it depends on a stored difference above it.
  bool isSkewed = false;
  /// How many of its coordinates a fibre of stored ones may have; 0 for all.
  int64_t fibreSize = 0;
  /// Whether it is all of a dimension, dense, under a sparse one: rows that are
  /// stored as a whole.
  bool isWhole = false;
  /// Whether elements of one coordinate follow one another, as in a list that
  /// is sorted.
  bool isRepeated = false;
  /// Its number in the operation.
  int64_t number = 0;
};

/// The operand that an operation goes through, and its type: where it is
/// composite, that of one of its parts.
struct Driver {
  int64_t operand;
  sparse::SparseTensorType type;
};

/// The types that `op` goes through: one, or that of each part; none where it
/// has no driver.
llvm::SmallVector<Driver> findDrivers(sparse::GenericOp op);

/// The dimensions of the nest that `op` becomes for `driver`, in the order of
/// its loops: of the driver's levels, each where its last level is, then the
/// others.
llvm::SmallVector<NestDim> findDims(sparse::GenericOp op,
                                    const std::optional<Driver> &driver);

/// The dimensions of `nest`, without occupancies.
llvm::SmallVector<NestDim> findDims(iter::NestOp nest);

/// Where elements of several rows lie beside one another, and all of these rows
/// take as many steps, the number of these rows, kDynamic where types do not
/// tell; else 0.
int64_t getSliceRows(sparse::GenericOp op, const std::optional<Driver> &driver);
int64_t getSliceRows(iter::NestOp nest);

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_NESTDIMS_H
