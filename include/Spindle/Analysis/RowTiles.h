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

/// The operation that finds tiles of which `made`, an axis, has the producer's
/// rows; null where it has none, or where anything else may write its arrays.
axis::TileFusionOp getRowTiles(mlir::Value made);

/// Whether all `accesses`, to one memory, are of one tile in each iteration of
/// the loop that `families` are of: in one and the same dimension each has a
/// row of the tile or, to read, a column of a row that is fused into the tile.
/// Such a column is one of its rows: that is what the operation that finds
/// tiles says.
bool areOfOneTile(llvm::ArrayRef<MemoryAccess> accesses,
                  IndexFamilies &families);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_ROWTILES_H
