//===- TilePattern.h - matrices of columns near their rows ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_TILEPATTERN_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_TILEPATTERN_H

#include "Random.h"

#include <vector>

namespace spindle::differential {

/// Where elements of a matrix in CSR are.
struct TilePattern {
  std::vector<int64_t> positions, columns;
};

/// A band, blocks, a diagonal with a dense row or column, a permutation, or
/// elements anywhere; some rows empty. Columns ascend where it `isSorted`, and
/// come once where it `isUnique`.
TilePattern drawTilePattern(Random &random, int64_t rows, int64_t columns,
                            bool isSorted, bool isUnique);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_TILEPATTERN_H
