//===- IndexCover.h - loops that run through a dimension --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which loops, all together, run an index through 0 to n - 1, each number once.
// That is so
//
// - of the variable of a loop from 0 to n;
// - of c x + y, where x runs through 0 to ceil(n / c) - 1 and y, inside,
//   through the cells of the block x, cut off at n: from 0 to min(c, n - c x).
//   The constructor of its axis says that it is so long. Where a diagonal's end
//   may cut off more of them, it is x alone that runs through blocks;
// - of a position of a variable axis, where a loop runs over those of the fibre
//   under u, and u so runs through all positions of the parent: each position
//   lies in one fibre, and n is the size of the axis, where the last one ends;
// - of a coordinate that no two positions of an axis have, where loops so run
//   through n positions of it: n different numbers below n are all of them.
//   Where there may be fewer positions, loops run the index through some
//   numbers, each once.
//

#ifndef SPINDLE_ANALYSIS_INDEXCOVER_H
#define SPINDLE_ANALYSIS_INDEXCOVER_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace spindle::iter {

/// How loops run through a dimension.
struct IndexCover {
  /// From the outside in.
  llvm::SmallVector<mlir::scf::ForOp> loops;
  /// The c of blocks; 0 where there are none.
  int64_t block = 0;
  /// Of positions, the axis whose fibres a loop runs over, for each loop but
  /// the first.
  llvm::SmallVector<mlir::Value> axes = {};
  /// The axis of which the index is a coordinate; null where it is what the
  /// loops run through itself.
  mlir::Value named = {};
  /// Where the index may miss numbers, the axis that has as many cells as it
  /// takes numbers; else null.
  mlir::Value stored = {};
};

/// The loops that run `index` through 0 to `count` - 1, or through some of
/// these numbers; none where they are not found.
std::optional<IndexCover> findCover(mlir::Value index, mlir::Value count);

/// Builds, at the insertion point, the loops that run through what is left of
/// the dimension of `count` indices inside of the first `fixed` loops of
/// `cover`, each of which `label` is put on, and moves there. Gives the index.
/// Of a cover that may miss numbers, all loops are fixed or none.
mlir::Value buildRest(mlir::ImplicitLocOpBuilder &builder,
                      const IndexCover &cover, size_t fixed, mlir::Value count,
                      mlir::Attribute label);

/// Where the fibre of a variable axis begins all of which `loop` runs over, in
/// order, and hands nothing on; null where it does not.
axis::PositionOp getWholeFibre(mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_INDEXCOVER_H
