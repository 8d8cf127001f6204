//===- TileChoice.h - whether two products share tiles of rows --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two products, of which the second reads rows that the first makes, may run in
// tiles of rows. That gains where most rows of the second read one tile alone,
// and where a cache would not hold what lies between the two. Otherwise it
// loses: rows come by way of their numbers. Finding tiles takes as long as one
// run or several, so they have to be found once for many.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_STRATEGY_TILECHOICE_H
#define SPINDLE_STRATEGY_TILECHOICE_H

#include "Spindle/Target/Target.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace spindle {

/// What is known of two products, of which the second reads rows that the first
/// makes.
struct ProductPair {
  /// The operand that brings the second one's pattern.
  std::string pattern;
  /// The share of the pattern's elements in rows that tiles fuse; nothing where
  /// the pattern is not known.
  std::optional<double> fusedShare;
  /// The bytes of what the first makes; nothing where they are not known.
  std::optional<int64_t> betweenBytes;
  /// Whether the first goes through a pattern, too.
  bool isSparse = false;
};

/// Whether rows come in tiles, and why, after "since".
struct TileChoice {
  bool isTiled = false;
  std::string reason;
};

/// The least share of elements in fused rows that pays for tiles.
double getLeastFusedShare(const ProductPair &pair);

/// Chooses for a program with `pairs`, of which there is one at least, where
/// tiles are found once. All of them are to gain.
TileChoice chooseTiles(llvm::ArrayRef<ProductPair> pairs, const Target &target);

} // namespace spindle

#endif // SPINDLE_STRATEGY_TILECHOICE_H
