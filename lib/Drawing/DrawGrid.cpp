//===- DrawGrid.cpp - a tensor as a grid ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawGrid.h"

#include <map>

using namespace spindle;
using namespace spindle::drawing;
using runtime::StorageCell;
using Anchor = Svg::Anchor;

/// With more columns, the cells show no values.
static constexpr int mostColumnsWithText = 16;
/// How many grids stand one below the other.
static constexpr int gridsInColumn = 4;

namespace {
/// The grids of a tensor: slices of rows and columns, of which a tensor of
/// fewer dimensions has one.
struct Grids {
  explicit Grids(const DrawnTensor &tensor);

  void measure();
  void drawSlice(Svg &svg, int slice, int left, int top) const;
  void drawNumbers(Svg &svg, int left, int top) const;
  void drawCell(Svg &svg, const std::vector<int> &at, int left, int top) const;
  bool isInside(const std::vector<int> &at) const;
  bool hasText() const { return extents[2] <= mostColumnsWithText; }

  const DrawnTensor &tensor;
  /// The address of the value at each slice, row and column.
  std::map<std::vector<int>, int64_t> addresses;
  /// The numbers of slices, rows and columns: those of the tensor, and where
  /// blocks jut out.
  std::vector<int> extents = {1, 1, 1};
  /// The sizes of a cell, and of what stands left of and above a grid.
  int cellWidth = 14, cellHeight = 14, leftSpace = 18, topSpace = 14;
};
} // namespace

/// `place` as slice, row and column.
static std::vector<int> getSlicePlace(const std::vector<int64_t> &place) {
  std::vector<int> at(3 - place.size(), 0);
  at.insert(at.end(), place.begin(), place.end());
  return at;
}

Grids::Grids(const DrawnTensor &tensor) : tensor(tensor) {
  std::vector<int> shape = getSlicePlace(tensor.getStorage().shape);
  for (size_t d = 3 - tensor.getStorage().shape.size(); d < 3; ++d)
    extents[d] = shape[d];
  for (auto [address, cell] : llvm::enumerate(tensor.getCells())) {
    if (cell.place.empty() && !cell.isInside)
      continue;
    std::vector<int> at = getSlicePlace(cell.place);
    addresses[at] = int64_t(address);
    for (int d = 0; d < 3; ++d)
      extents[d] = std::max(extents[d], at[d] + 1);
  }
  measure();
}

/// Makes cells wide enough for their values.
void Grids::measure() {
  if (tensor.getStorage().shape.size() == 3)
    topSpace = 34;
  if (!hasText())
    return;
  cellWidth = cellHeight = 22;
  const runtime::Array &values = tensor.getStorage().values;
  for (int64_t i = 0; i < values.size(); ++i)
    cellWidth = std::max(
        cellWidth, Svg::getTextWidth(formatElement(values, i), "number") + 6);
}

/// Whether a cell is one of the tensor.
bool Grids::isInside(const std::vector<int> &at) const {
  const std::vector<int64_t> &shape = tensor.getStorage().shape;
  for (size_t d = 0; d < shape.size(); ++d)
    if (at[3 - shape.size() + d] >= shape[d])
      return false;
  return true;
}

/// Draws a cell of the storage, over those that it lacks.
void Grids::drawCell(Svg &svg, const std::vector<int> &at, int left,
                     int top) const {
  auto found = addresses.find(at);
  if (found == addresses.end())
    return;
  int x = left + at[2] * cellWidth, y = top + at[1] * cellHeight;
  int64_t address = found->second;
  svg.drawRect(x, y, cellWidth, cellHeight, tensor.getStyle(address));
  if (hasText() && tensor.getCells()[address].isElement)
    svg.drawText(x + cellWidth / 2, y + cellHeight / 2 + 4,
                 formatElement(tensor.getStorage().values, address), "number",
                 Anchor::Middle);
}

/// Draws the numbers of the columns and rows.
void Grids::drawNumbers(Svg &svg, int left, int top) const {
  size_t rank = tensor.getStorage().shape.size();
  for (int column = 0; rank > 0 && column < extents[2]; ++column)
    svg.drawText(left + column * cellWidth + cellWidth / 2, top - 4,
                 std::to_string(column), "index", Anchor::Middle);
  for (int row = 0; rank > 1 && row < extents[1]; ++row)
    svg.drawText(left - 4, top + row * cellHeight + cellHeight / 2 + 3,
                 std::to_string(row), "index", Anchor::End);
}

void Grids::drawSlice(Svg &svg, int slice, int left, int top) const {
  if (tensor.getStorage().shape.size() == 3)
    svg.drawText(left, top - 20, "i = " + std::to_string(slice), "note");
  drawNumbers(svg, left, top);
  for (int row = 0; row < extents[1]; ++row)
    for (int column = 0; column < extents[2]; ++column)
      if (isInside({slice, row, column}) &&
          !addresses.count({slice, row, column}))
        svg.drawRect(left + column * cellWidth, top + row * cellHeight,
                     cellWidth, cellHeight, "absent");
  for (int row = 0; row < extents[1]; ++row)
    for (int column = 0; column < extents[2]; ++column)
      drawCell(svg, {slice, row, column}, left, top);
}

/// Says what the hatched cells are that `tensor` has. Returns the right border.
static int drawLegend(const DrawnTensor &tensor, Svg &svg, int top) {
  bool pads = false, juts = false;
  for (const StorageCell &cell : tensor.getCells()) {
    bool isBeyond = !cell.place.empty() && !cell.isInside;
    juts |= isBeyond;
    pads |= !isBeyond && !cell.isElement;
  }
  int right = 0;
  svg.openGroup("legend");
  for (auto [style, text, isShown] :
       {std::tuple("padding", "padding", pads),
        std::tuple("outside", "padding beyond the border", juts)}) {
    if (!isShown)
      continue;
    svg.drawRect(0, top, 14, 14, style);
    svg.drawText(20, top + 11, text, "note");
    right = std::max(right, 20 + Svg::getTextWidth(text, "note"));
    top += 20;
  }
  svg.closeGroup();
  return right;
}

int drawing::drawGrids(const DrawnTensor &tensor, Svg &svg, int top) {
  Grids grids(tensor);
  int stepX = grids.leftSpace + grids.extents[2] * grids.cellWidth + 12;
  int stepY = grids.topSpace + grids.extents[1] * grids.cellHeight + 12;
  int slices = grids.extents[0];
  svg.openGroup("grid");
  for (int slice = 0; slice < slices; ++slice)
    grids.drawSlice(svg, slice, grids.leftSpace + slice / gridsInColumn * stepX,
                    top + grids.topSpace + slice % gridsInColumn * stepY);
  svg.closeGroup();
  int columns = (slices + gridsInColumn - 1) / gridsInColumn;
  int bottom = top + std::min(slices, gridsInColumn) * stepY;
  return std::max(columns * stepX, drawLegend(tensor, svg, bottom + 4));
}
