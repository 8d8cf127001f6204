//===- BlockCover.cpp - blocks of several sizes that cover ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/BlockCover.h"

using namespace spindle;
using namespace spindle::plans;

namespace {
/// What is known of all blocks of one size.
struct Blocks {
  int64_t rows, columns;
  std::vector<int64_t> elements;
  /// The least cost of what is in a block, and whether that is the block's.
  std::vector<double> costs;
  std::vector<uint8_t> isWhole;
};
} // namespace

static Blocks makeBlocks(const WeightPattern &pattern, const BlockSize &size) {
  Blocks blocks;
  blocks.rows = (pattern.outputs + size.outputs - 1) / size.outputs;
  blocks.columns = (pattern.inputs + size.inputs - 1) / size.inputs;
  size_t count = blocks.rows * blocks.columns;
  blocks.elements.resize(count);
  blocks.costs.resize(count);
  blocks.isWhole.resize(count);
  return blocks;
}

/// Adds what is in the blocks of `inner`, of `from`, to those around them.
static void addInner(Blocks &blocks, const BlockSize &size, const Blocks &inner,
                     const BlockSize &from) {
  for (int64_t row = 0; row < inner.rows; ++row)
    for (int64_t column = 0; column < inner.columns; ++column) {
      size_t own = row * inner.columns + column;
      size_t outer = row * from.outputs / size.outputs * blocks.columns +
                     column * from.inputs / size.inputs;
      blocks.elements[outer] += inner.elements[own];
      blocks.costs[outer] += inner.costs[own];
    }
}

/// Takes blocks whole where what is in them costs no less.
static void takeWhole(Blocks &blocks, const BlockSize &size, bool isLast) {
  for (size_t block = 0; block < blocks.costs.size(); ++block) {
    bool has = blocks.elements[block] > 0;
    blocks.isWhole[block] = has && (isLast || size.cost <= blocks.costs[block]);
    if (blocks.isWhole[block])
      blocks.costs[block] = size.cost;
  }
}

CoverCounts plans::coverBlocks(const WeightPattern &pattern,
                               llvm::ArrayRef<BlockSize> sizes) {
  std::vector<Blocks> levels;
  for (const BlockSize &size : sizes)
    levels.push_back(makeBlocks(pattern, size));
  for (int64_t output = 0; output < pattern.outputs; ++output)
    for (int64_t input = 0; input < pattern.inputs; ++input)
      levels.back()
          .elements[output / sizes.back().outputs * levels.back().columns +
                    input / sizes.back().inputs] += pattern.has(output, input);
  takeWhole(levels.back(), sizes.back(), /*isLast=*/true);
  for (size_t level = sizes.size() - 1; level-- > 0;) {
    addInner(levels[level], sizes[level], levels[level + 1], sizes[level + 1]);
    takeWhole(levels[level], sizes[level], /*isLast=*/false);
  }
  CoverCounts counts;
  counts.blocks.resize(sizes.size());
  counts.elements.resize(sizes.size());
  for (double cost : levels.front().costs)
    counts.cost += cost;
  for (size_t level = 0; level < sizes.size(); ++level) {
    Blocks &own = levels[level];
    for (size_t block = 0; block < own.isWhole.size(); ++block) {
      if (level > 0) {
        // What is in a block that was taken is covered.
        const Blocks &outer = levels[level - 1];
        int64_t row = block / own.columns * sizes[level].outputs /
                      sizes[level - 1].outputs;
        int64_t column =
            block % own.columns * sizes[level].inputs / sizes[level - 1].inputs;
        if (outer.isWhole[row * outer.columns + column]) {
          own.isWhole[block] = 2;
          continue;
        }
      }
      if (own.isWhole[block]) {
        ++counts.blocks[level];
        counts.elements[level] += own.elements[block];
      }
    }
  }
  return counts;
}
