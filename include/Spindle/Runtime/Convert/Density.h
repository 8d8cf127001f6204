//===- Density.h - Where the elements of a matrix are -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_DENSITY_H
#define SPINDLE_RUNTIME_CONVERT_DENSITY_H

#include "Spindle/Runtime/Storage/Storage.h"

#include <limits>

namespace spindle::runtime {

/// How many elements of a matrix lie in each of the squares that it is cut
/// into; those at the right and at the lower border may be cut off.
struct Density {
  /// The squares of a matrix of `shape`, neither side of which is 0: as small
  /// as at most `most` of them in a row and in a column allow.
  Density(const std::vector<int64_t> &shape, int64_t most);

  int64_t find(int64_t row, int64_t col) const {
    return row / side * cols + col / side;
  }

  /// The number of squares down and across, and the cells along one.
  int64_t rows = 0, cols = 0, side = 1;
  /// The elements of each square, row by row, and of the matrix.
  std::vector<double> elements;
  double total = 0;
  /// Whether `total` is exact. The other numbers are where it equals their sum;
  /// else they are an estimate from a sample, without bias and the same each
  /// time.
  bool isTotalExact = true;
};

/// Adds the elements of `storage`, whose laws hold and which is a matrix of the
/// shape that `density` was made for. Where it has more than `most` values,
/// about as many are looked at, in time that does not depend on their number.
/// Errors: those of `validateShapes`.
std::optional<Error>
addDensity(const Storage &storage, const Format &format, Density &density,
           int64_t most = std::numeric_limits<int64_t>::max());

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CONVERT_DENSITY_H
