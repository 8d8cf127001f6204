//===- RowTiles.h - rows read in the tile that makes them -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_ROWTILES_H
#define SPINDLE_ANALYSIS_ROWTILES_H

#include "Spindle/Analysis/IndexFamilies.h"

namespace spindle::iter {

/// Rows of a loop in tiles.
struct RowsOfTiles {
  /// What finds the tiles; null where nothing does, or where anything else may
  /// write its arrays.
  axis::TileFusionOp op;
  /// Of the producer 0, of the consumer 1, and so on.
  size_t loop = 0;
  /// The axis of tiles.
  mlir::Value tiles;
};

/// What `rows`, an axis of positions under tiles or one of names of rows, has
/// the rows of.
RowsOfTiles getRowsOfTiles(mlir::Value rows);

/// Whether all `accesses`, to one memory, are of one tile in each iteration of
/// the loop that `families` are of: in one and the same dimension each has a
/// row of the tile that one loop makes or, to read, a row that the next loop
/// reads in its rows of the tile: a column or, where it reads these, its own.
/// Such rows are of the tile: that is what the operation that finds tiles says.
bool areOfOneTile(llvm::ArrayRef<MemoryAccess> accesses,
                  IndexFamilies &families);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_ROWTILES_H
