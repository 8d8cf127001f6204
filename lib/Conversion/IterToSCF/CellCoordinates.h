//===- CellCoordinates.h - coordinates of all cells -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_CELLCOORDINATES_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_CELLCOORDINATES_H

#include "mlir/IR/Value.h"

namespace spindle {

/// The site of a nest's dimension whose coordinate is `coordinate`; null where
/// it is no such coordinate.
mlir::Value getSiteOfCoordinate(mlir::Value coordinate);

/// Whether `coordinate`, which elements index the level `level` by, is in range
/// for every cell of the nests around, be it an element or padding: the
/// coordinate of a nest's dimension, or of a block cut at the border within its
/// block row, `io * width + ii`.
bool isInRangeForCells(mlir::Value coordinate, mlir::Value level);

/// Whether cells of `axis` are stored for elements alone, of the axis or below:
/// then none is there where some dimension has no coordinates.
bool isThereForElements(mlir::Value axis);

/// Whether `axis` stores a coordinate for each cell, and its dimension may have
/// none.
bool mayLackCoordinates(mlir::Value axis);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_CELLCOORDINATES_H
