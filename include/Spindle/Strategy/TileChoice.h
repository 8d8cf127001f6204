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
// A tile may keep the rows that it makes in memory of its own, and copy those
// that the rest reads. What it keeps is not written to memory; what it copies
// is written twice.
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
  /// The share of the rows that the first makes which the rest reads; nothing
  /// where tiles are not to keep them, as what further products of a chain
  /// make.
  std::optional<double> escapingShare;
  /// The bytes of the rows that a tile makes; 0 where they are not known.
  int64_t tileBytes = 0;
};

/// Whether rows come in tiles, and why, after "since".
struct TileChoice {
  bool isTiled = false;
  /// Whether tiles keep the rows that the first product makes.
  bool keepsRows = false;
  std::string reason;
};

/// The greatest share of rows that a tile makes for others where it keeps all.
inline constexpr double kMostEscaping = 0.5;

/// The least share of elements in fused rows that pays for tiles.
double getLeastFusedShare(const ProductPair &pair);

/// Chooses for a program with `pairs`, of which there is one at least, where
/// tiles are found once. All of them are to gain; what the first makes is what
/// tiles may keep.
TileChoice chooseTiles(llvm::ArrayRef<ProductPair> pairs, const Target &target);

} // namespace spindle

#endif // SPINDLE_STRATEGY_TILECHOICE_H
