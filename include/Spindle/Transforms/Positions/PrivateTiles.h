//===- PrivateTiles.h - rows that tiles keep for themselves -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Of two products in tiles of rows the second reads, in a tile, rows that the
// first has made there. These may be in memory of the tile, if rows that the
// rest reads, which the inspector finds, are copied out of it:
//
//   for t in tiles                     for t in tiles
//     for i in rows of t                 W = alloc of the rows of a tile
//       T[i, ..] = ..                    for i in rows of t
//     for r in rows fused into t           W[i - first of t, ..] = ..
//       .. T[column of r, ..]            for r in rows fused into t
//   for r in the rest                      .. W[column of r - first of t, ..]
//     .. T[column of r, ..]              for i in rows of t that escape
//                                          T[i, ..] = W[i - first of t, ..]
//                                      for r in the rest
//                                        .. T[column of r, ..]
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_PRIVATETILES_H
#define SPINDLE_TRANSFORMS_POSITIONS_PRIVATETILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Whether `loop` writes, by the rows of tiles that an inspector has found,
/// memory of the function's own.
bool makesRowsOfTiles(mlir::scf::ForOp loop);

/// Has each tile of `loop` keep the rows that it makes. Where that may not be
/// `refusal` says why, in words that follow "since", and nothing is changed.
mlir::LogicalResult keepRowsInTiles(mlir::RewriterBase &rewriter,
                                    mlir::scf::ForOp loop,
                                    std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_PRIVATETILES_H
