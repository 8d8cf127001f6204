//===- Pixels.cpp - a matrix as squares of cells --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pixels.h"

#include "llvm/ADT/SmallVector.h"

using namespace spindle;
using namespace spindle::drawing;
using runtime::Density;
using runtime::Error;

/// The side of the picture that pixels are scaled to, and their largest side.
static constexpr int sideLength = 600, mostPixelSide = 16;

int drawing::getPixelSide(const Density &density) {
  int64_t longer = std::max(density.rows, density.cols);
  return int(std::min<int64_t>(sideLength / longer, mostPixelSide));
}

int drawing::getPixelsHeight(const Density &density) {
  return int(density.rows) * getPixelSide(density);
}

void drawing::drawFrame(const Density &density, Svg &svg, int top) {
  svg.drawRect(0, top, int(density.cols) * getPixelSide(density),
               getPixelsHeight(density), "plain");
}

void drawing::drawPixels(const Density &density, Svg &svg, int top,
                         llvm::StringRef color,
                         llvm::function_ref<bool(int64_t)> isOfColor) {
  llvm::SmallVector<Svg::Rect> rects;
  int side = getPixelSide(density);
  for (int64_t row = 0; row < density.rows; ++row)
    for (int64_t col = 0; col < density.cols; ++col) {
      if (!isOfColor(row * density.cols + col))
        continue;
      int x = int(col) * side, y = top + int(row) * side;
      if (!rects.empty() && rects.back().y == y &&
          rects.back().x + rects.back().width == x)
        rects.back().width += side;
      else
        rects.push_back({x, y, side, side});
    }
  svg.drawRects(rects, color);
}

int drawing::drawKey(Svg &svg, int x, int y, llvm::StringRef color,
                     const std::string &text) {
  svg.drawRects({{x, y, 12, 12}}, color);
  svg.drawText(x + 18, y + 10, text, "note");
  return x + 18 + Svg::getTextWidth(text, "note") + 18;
}

std::optional<Error>
drawing::checkHasPixels(const std::vector<int64_t> &shape) {
  if (shape.size() != 2)
    return Error::expectedGot("a matrix to draw the pattern of",
                              "a tensor of " + std::to_string(shape.size()) +
                                  " dimensions");
  if (shape[0] == 0 || shape[1] == 0)
    return Error::expectedGot(
        "a matrix of some rows and columns to draw the pattern of",
        "one of " + runtime::shapeText(shape));
  return std::nullopt;
}
