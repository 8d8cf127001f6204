//===- TilePattern.cpp - matrices of columns near their rows --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePattern.h"

#include <algorithm>

using namespace spindle::differential;

namespace {
/// Draws the columns of one row after the other.
struct TilePatternDrawer {
  std::vector<int64_t> drawRow(int64_t row);

  Random &random;
  int64_t rows, columns;
  /// What kind of matrix it is; how far off, or how wide; a row or column.
  int64_t kind = random.below(7);
  int64_t reach = random.between(1, 5);
  int64_t line = random.below(std::max<int64_t>({rows, columns, 1}));
};
} // namespace

/// The columns of a row: they are in any order, and may lie outside.
std::vector<int64_t> TilePatternDrawer::drawRow(int64_t row) {
  std::vector<int64_t> drawn;
  int64_t count = random.between(0, 4), home = row * columns / rows;
  if (kind == 0) // A band.
    for (; count > 0; --count)
      drawn.push_back(home + random.between(-reach, reach));
  if (kind == 1) // Blocks.
    for (int64_t at = 0; at < reach; ++at)
      drawn.push_back(home / reach * reach + at);
  if (kind == 2 && row == line) // A dense row.
    for (int64_t at = 0; at < columns; ++at)
      drawn.push_back(at);
  if (kind == 2 || kind == 3)
    drawn.push_back(home);
  if (kind == 3) // A dense column.
    drawn.push_back(line);
  if (kind == 4) // A permutation, if it is square.
    drawn.push_back((row * 7 + line) % columns);
  if (kind == 5) // Anywhere.
    for (; count > 0; --count)
      drawn.push_back(random.below(columns));
  return drawn; // The last kind has no elements.
}

TilePattern spindle::differential::drawTilePattern(Random &random, int64_t rows,
                                                   int64_t columns,
                                                   bool isSorted,
                                                   bool isUnique) {
  TilePatternDrawer drawer{random, rows, columns};
  TilePattern pattern{{0}, {}};
  static const int64_t shares[] = {0, 0, 10, 50};
  int64_t empty = shares[random.below(4)];
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<int64_t> drawn;
    if (columns > 0 && !random.chance(empty))
      drawn = drawer.drawRow(row);
    auto isOutside = [columns](int64_t at) { return at < 0 || at >= columns; };
    drawn.erase(std::remove_if(drawn.begin(), drawn.end(), isOutside),
                drawn.end());
    std::sort(drawn.begin(), drawn.end());
    if (isUnique)
      drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    for (size_t last = drawn.size(); !isSorted && last > 1; --last)
      std::swap(drawn[last - 1], drawn[random.below(int64_t(last))]);
    pattern.columns.insert(pattern.columns.end(), drawn.begin(), drawn.end());
    pattern.positions.push_back(int64_t(pattern.columns.size()));
  }
  return pattern;
}
