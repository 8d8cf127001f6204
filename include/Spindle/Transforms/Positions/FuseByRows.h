//===- FuseByRows.h - nests that share ranges of rows -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Horizontal fusion by the rows of a result, as of the nests over the parts of
// a composite tensor:
//
//   for i = 0 to m                    forall t in workers
//     y[i] = 0                          for i = lo(t) to lo(t + 1)
//   for p = 0 to n                        y[i] = 0
//     y[crd(p)] += S(p)                 for p = at(lo(t)) to at(lo(t + 1))
//   for i = 0 to m                        y[crd(p)] += S(p)
//     y[i] += T(i)                      for i = lo(t) to lo(t + 1)
//                                         y[i] += T(i)
//
// Who has the rows does all that is done to them: an element of `y` is written
// and read in one iteration of the outer loop, by one nest after the other,
// each in its own order. So no two workers meet, none waits for another, and
// each element goes through what it does in the serial run, bit for bit.
//
// Serial code is the same with one range of all rows. What is done to the nests
// later, as loops of ranges, is thus the same too, and sums have the same bits.
//
// The rows lo(t) divide the work of all nests evenly: by halving, with a
// query for each nest, of how much of it lies before a row. Where rows are
// stored coordinates, which ascend, at(r) is the first position that is not
// before row r.
//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_FUSEBYROWS_H
#define SPINDLE_TRANSFORMS_POSITIONS_FUSEBYROWS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// How nests are fused.
struct FuseByRowsOptions {
  /// The rows of a tile, at least: a worker does all nests for one tile after
  /// the other. 0: it does each nest for all of its rows.
  int64_t tile = 0;
  /// As `tile`, where memory of the function's own is used under the rows of a
  /// tile alone: then it is a worker's, for one tile. 0: it stays.
  int64_t privateTile = 0;
  /// With `privateTile`, memory of the function's own that is not so may stay.
  bool mayStay = true;
  /// Rows are those of the last dimension of what nests write, its columns, as
  /// vectors go through them. Tiles begin at multiples of their columns: where
  /// these divide all columns, each has so many.
  bool columns = false;
  /// Workers divide the rows; else there is one range of all rows.
  bool parallel = true;

  /// The columns that a tile begins at multiples of; 1 where it may begin
  /// anywhere.
  int64_t getColumnsTile() const {
    int64_t size = privateTile != 0 ? privateTile : tile;
    return columns && size != 0 ? size : 1;
  }
};

/// Nests that follow one another, as their outermost loops.
using LoopGroup = llvm::SmallVector<mlir::scf::ForOp>;

/// The outermost labelled loops in `roots`, or that these are, by the block
/// that they stand in, in its order.
llvm::SmallVector<LoopGroup>
findOutermostLoops(llvm::ArrayRef<mlir::Operation *> roots);

/// The longest runs of `loops`, of one block, that may be fused and are better
/// fused than not: in each, two nests that fill nothing write one memory, one
/// reads what another one writes, or one may not run in parallel by itself.
llvm::SmallVector<LoopGroup>
findRowGroups(llvm::ArrayRef<mlir::scf::ForOp> loops,
              const FuseByRowsOptions &options = {});

/// Fuses `loops`, of one block and in its order. Where they may not be fused
/// `refusal` says why, in words that follow "since", of `loops[at]`, and
/// nothing is changed.
mlir::LogicalResult fuseByRows(mlir::RewriterBase &rewriter,
                               llvm::ArrayRef<mlir::scf::ForOp> loops,
                               const FuseByRowsOptions &options,
                               std::string &refusal, size_t &at);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_FUSEBYROWS_H
