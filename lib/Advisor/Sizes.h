//===- Sizes.h - how much a matrix takes in a format ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_ADVISOR_SIZES_H
#define SPINDLE_LIB_ADVISOR_SIZES_H

#include "Spindle/Runtime/Statistics/PatternStatistics.h"

namespace spindle::advisor {

/// What a format makes of a matrix, from the descriptor and statistics alone.
struct Sizes {
  /// The positions of each level, and of one fibre of those that have a width.
  std::vector<double> positions, widths;
  /// The cells of the values, and the bytes of what is stored beside them.
  double cells = 0, structureBytes = 0;
  /// The cells that lie beside one another below the last level that stores
  /// which there are.
  double run = 1;
};

/// The sizes of a matrix in `format`, a matrix' format; nothing where the
/// statistics, of rows in groups of `lanes`, do not tell.
std::optional<Sizes> estimateSizes(const runtime::Format &format,
                                   const runtime::PatternStatistics &matrix,
                                   int64_t lanes);

} // namespace spindle::advisor

#endif // SPINDLE_LIB_ADVISOR_SIZES_H
