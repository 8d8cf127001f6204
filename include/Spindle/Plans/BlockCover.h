//===- BlockCover.h - blocks of several sizes that cover --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_BLOCKCOVER_H
#define SPINDLE_PLANS_BLOCKCOVER_H

#include "Spindle/Plans/Products.h"

namespace spindle::plans {

/// Blocks of so many outputs and inputs, and what one costs.
struct BlockSize {
  int64_t outputs = 1, inputs = 1;
  double cost = 0;
};

/// How many blocks of each size the cheapest cover of a pattern has, and
/// elements in them.
struct CoverCounts {
  std::vector<int64_t> blocks, elements;
  double cost = 0;
};

/// The cheapest cover of `pattern` by blocks of `sizes`, each of which divides
/// the one before: the one that a composite format's `cover` has. Of equal
/// costs the larger block is taken.
CoverCounts coverBlocks(const WeightPattern &pattern,
                        llvm::ArrayRef<BlockSize> sizes);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_BLOCKCOVER_H
