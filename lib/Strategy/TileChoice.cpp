//===- TileChoice.cpp - whether two products share tiles of rows ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/TileChoice.h"

#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using llvm::formatv;

/// A sparse product is short work, of which going by the numbers of rows is a
/// larger part (docs/Benchmarks/row-tiles.md).
double spindle::getLeastFusedShare(const ProductPair &pair) {
  return pair.isSparse ? 0.85 : 0.5;
}

/// What is known of `pair` on `target`, compared with what it should be.
static std::string describe(const ProductPair &pair, const Target &target) {
  double least = getLeastFusedShare(pair);
  int64_t bytes = *pair.betweenBytes;
  return formatv("{0:f2} of the elements of {1} are in rows that tiles fuse, "
                 "{2} {3:f2}, and the product between takes {4:f1} MB, {5} "
                 "the {6:f1} MB of the last cache",
                 *pair.fusedShare, pair.pattern,
                 *pair.fusedShare >= least ? "at least" : "fewer than", least,
                 double(bytes) / 1e6,
                 bytes > target.lastCacheBytes ? "more than" : "no more than",
                 double(target.lastCacheBytes) / 1e6)
      .str();
}

/// Has tiles keep rows where few of them escape and, if they are made of dense
/// operands, which is long work, a worker's cache holds those of a tile.
static void chooseMemory(const ProductPair &first, const Target &target,
                         TileChoice &choice) {
  if (!first.escapingShare)
    return;
  if (!first.isSparse && first.tileBytes > target.cacheBytes) {
    choice.reason +=
        formatv("; tiles do not keep the rows that they make, which take {0:f1}"
                " MB, more than the {1:f1} MB of a worker's cache",
                double(first.tileBytes) / 1e6, double(target.cacheBytes) / 1e6)
            .str();
    return;
  }
  choice.keepsRows = *first.escapingShare <= kMostEscaping;
  choice.reason +=
      formatv("; tiles {0} the rows that they make, of which others read "
              "{1:f2}, {2} {3:f2}",
              choice.keepsRows ? "keep" : "do not keep", *first.escapingShare,
              choice.keepsRows ? "at most" : "more than", kMostEscaping)
          .str();
}

TileChoice spindle::chooseTiles(llvm::ArrayRef<ProductPair> pairs,
                                const Target &target) {
  TileChoice choice;
  for (const ProductPair &pair : pairs) {
    if (!pair.fusedShare || !pair.betweenBytes)
      return {false, false,
              "the pattern of " +
                  (pair.pattern.empty() ? "the second product" : pair.pattern) +
                  " or its sizes are not known"};
    std::string told = describe(pair, target);
    if (*pair.fusedShare < getLeastFusedShare(pair) ||
        *pair.betweenBytes <= target.lastCacheBytes)
      return {false, false, told};
    choice.reason += (choice.reason.empty() ? "" : "; ") + told;
  }
  choice.isTiled = true;
  // Tiles of all products keep rows, or none do: the worst decides.
  const ProductPair *worst = &pairs.front();
  for (const ProductPair &pair : pairs)
    if (pair.escapingShare > worst->escapingShare)
      worst = &pair;
  chooseMemory(*worst, target, choice);
  return choice;
}
