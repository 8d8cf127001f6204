//===- KnownDims.h - the dimensions that an element tells -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What two runs of a nest's body have in common if they touch one element.
//
// Let both name it by the same indices. A site among them is the same in both,
// and with it the position of the dimension that it is of and of all that it
// lies under. A coordinate is the same in both; and of a sum
//
//   f1 x1 + f2 x2 + .. + c     with |f1| > the most that all other terms differ
//
// x1 is the same, and so is what is left of the sum. A coordinate is not a
// position: a position of a dimension is the same
//
//   - where its coordinate is, and no fibre has a coordinate twice, and the
//     positions of all that it lies under are the same;
//   - where it is the one cell under positions that are the same;
//   - where its coordinate is, and the whole axis has none twice, which a
//     singleton may say of itself: then what it lies under is the same, too.
//
// Positions that are the same anyhow, as those of the loops outside of the one
// that differs, may be given: what follows from them follows, too.
//

#ifndef SPINDLE_ANALYSIS_KNOWNDIMS_H
#define SPINDLE_ANALYSIS_KNOWNDIMS_H

#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "llvm/ADT/BitVector.h"

namespace spindle::iter {

/// What two runs of a body have in common by indices of one element.
class KnownDims {
public:
  explicit KnownDims(NestOp nest) : nest(nest) {}

  /// Notes that `index`, a site or an index, is the same in both runs.
  void addIndex(mlir::Value index);

  /// The dimensions whose positions are the same in both runs where those of
  /// `known` are.
  llvm::BitVector close(llvm::BitVector known) const;

private:
  bool addTold(LinearIndex sum, llvm::BitVector &told) const;
  bool hasKnownPosition(int64_t dim, const llvm::BitVector &known,
                        const llvm::BitVector &told) const;
  void addDim(int64_t dim, llvm::BitVector &known) const;

  NestOp nest;
  llvm::SmallVector<int64_t> sites;
  llvm::SmallVector<LinearIndex> sums;
};

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_KNOWNDIMS_H
