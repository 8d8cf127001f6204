//===- TileBytes.h - what a tile of rows touches ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_TILEBYTES_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_TILEBYTES_H

#include "TiledRows.h"

namespace spindle::iter {

/// What `axis.tile_fusion` is told of the memory of a tile.
struct TileBytes {
  /// As its `bytes`, and those of further loops.
  llvm::SmallVector<mlir::Value> numbers, further;
  /// Of producers that are sparse products, the pattern; else null.
  mlir::Value pattern;
};

/// Builds the numbers at the insertion point, from what the nests access.
TileBytes getTileBytes(mlir::OpBuilder &builder, mlir::Location loc,
                       TiledRows &rows);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_TILEBYTES_H
