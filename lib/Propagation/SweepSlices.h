//===- SweepSlices.h - equal slices of an iteration space -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of one size are a poor division of an image whose border is 0: they
// are single pixels. But of the slices of the space along a dimension only a
// few differ, the first, the last and one between, say. A sweep visits one of
// those that are equal.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_SWEEPSLICES_H
#define SPINDLE_LIB_PROPAGATION_SWEEPSLICES_H

#include "Sweep.h"

namespace spindle {

/// A sweep of fewer iterations, and what its result has to become.
class SweepSlices {
public:
  /// Keeps one of each set of equal slices of `sweep`, of which the inputs
  /// `used` count, and of the elements of `shape`, at `map`.
  SweepSlices(Sweep &sweep, llvm::ArrayRef<unsigned> used, mlir::AffineMap map,
              MaskSizes &shape);

  /// The elements of the tensor that had `shape`.
  Mask expand(const Mask &result) const { return result.gather(from, false); }

private:
  bool isAlone(unsigned dim) const;
  void merge(unsigned dim);

  Sweep &sweep;
  llvm::ArrayRef<unsigned> used;
  mlir::AffineMap map;
  MaskSizes &shape;
  /// For each element, in each dimension, the one that was kept for it.
  std::vector<MaskSizes> from;
};

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_SWEEPSLICES_H
