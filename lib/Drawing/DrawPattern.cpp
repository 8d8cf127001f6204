//===- DrawPattern.cpp - where the elements of a matrix are ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Drawing/DrawPattern.h"

#include "Spindle/Runtime/Convert/StorageCells.h"
#include "Svg.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace spindle;
using namespace spindle::drawing;
using runtime::Error;

/// The largest number of pixels in a row or column, and of values.
static constexpr int64_t mostPixels = 200, mostValues = int64_t(1) << 24;
/// The side of the picture that pixels are scaled to, and their largest side.
static constexpr int sideLength = 600, mostPixelSide = 16;

/// The colours of pixels with elements, the fewest first, and of padding.
static constexpr llvm::StringRef shades[] = {"#9ecbff", "#62a5f5", "#2f7be0",
                                             "#1a55b0", "#0b2f6b"};
static constexpr llvm::StringRef paddingColor = "#ffe2b8";

namespace {
/// The pixels of a matrix.
struct DrawnPattern {
  /// The number of pixels down and across, and the cells along one.
  int64_t rows = 0, cols = 0, cells = 1;
  /// For each pixel the elements in it, and whether padding is.
  std::vector<int64_t> elements;
  std::vector<bool> isStored;
  /// All elements and values.
  int64_t total = 0, values = 0;
};

/// How many elements the pixels of a shade have.
struct Shade {
  int64_t least, most;
  llvm::StringRef color;
};
} // namespace

std::optional<Error> drawing::checkPatternDrawable(const Tensor &tensor) {
  const std::vector<int64_t> &shape = tensor.storage.shape;
  if (shape.size() != 2)
    return Error::expectedGot("a matrix to draw the pattern of",
                              "a tensor of " + std::to_string(shape.size()) +
                                  " dimensions");
  if (shape[0] == 0 || shape[1] == 0)
    return Error::expectedGot(
        "a matrix of some rows and columns to draw the pattern of",
        "one of " + runtime::shapeText(shape));
  int64_t values = tensor.storage.values.size();
  if (values > mostValues)
    return Error::expectedGot(
        "at most 2^24 stored values to draw the pattern of",
        std::to_string(values));
  return std::nullopt;
}

static DrawnPattern makePixels(llvm::ArrayRef<int64_t> shape) {
  DrawnPattern pattern;
  pattern.cells = llvm::divideCeil(std::max(shape[0], shape[1]), mostPixels);
  pattern.rows = llvm::divideCeil(shape[0], pattern.cells);
  pattern.cols = llvm::divideCeil(shape[1], pattern.cells);
  pattern.elements.resize(pattern.rows * pattern.cols);
  pattern.isStored.resize(pattern.rows * pattern.cols);
  return pattern;
}

static runtime::Expected<DrawnPattern> findPattern(const Tensor &tensor) {
  auto cells = runtime::listCells(tensor.storage, tensor.format);
  if (!cells)
    return cells.takeError();
  DrawnPattern pattern = makePixels(tensor.storage.shape);
  pattern.values = tensor.storage.values.size();
  for (const runtime::StorageCell &cell : *cells) {
    pattern.total += cell.isElement;
    if (!cell.isInside)
      continue;
    int64_t pixel = cell.place[0] / pattern.cells * pattern.cols +
                    cell.place[1] / pattern.cells;
    pattern.elements[pixel] += cell.isElement;
    pattern.isStored[pixel] = true;
  }
  return pattern;
}

/// The smallest number of elements that a pixel with elements has; 0 where none
/// has any.
static int64_t findFewest(const DrawnPattern &pattern) {
  int64_t fewest = 0;
  for (int64_t count : pattern.elements)
    if (count > 0 && (fewest == 0 || count < fewest))
      fewest = count;
  return fewest;
}

/// Shades whose least numbers of elements grow by one factor from the smallest
/// to the largest number that a pixel with elements has; fewer of them where
/// these are near one another.
static llvm::SmallVector<Shade> chooseShades(const DrawnPattern &pattern) {
  int64_t fewest = findFewest(pattern);
  int64_t most = *llvm::max_element(pattern.elements);
  llvm::SmallVector<Shade> chosen;
  if (fewest == 0)
    return chosen;
  for (auto [number, color] : llvm::enumerate(shades)) {
    double share = double(number) / std::size(shades);
    double factor = std::pow(double(most) / double(fewest), share);
    auto least = int64_t(std::ceil(double(fewest) * factor));
    if (least > most)
      break;
    if (!chosen.empty())
      chosen.back().most = least - 1;
    if (chosen.empty() || chosen.back().least < least)
      chosen.push_back({least, most, color});
    else
      chosen.back() = {least, most, color};
  }
  return chosen;
}

/// Draws all pixels of which `isOfColor` holds, side by side ones as one.
static void drawPixels(const DrawnPattern &pattern, Svg &svg, int top, int side,
                       llvm::StringRef color,
                       llvm::function_ref<bool(int64_t)> isOfColor) {
  llvm::SmallVector<Svg::Rect> rects;
  for (int64_t row = 0; row < pattern.rows; ++row)
    for (int64_t col = 0; col < pattern.cols; ++col) {
      if (!isOfColor(row * pattern.cols + col))
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

/// Draws what one shade means, and returns where the next one goes.
static int drawKey(Svg &svg, int x, int y, llvm::StringRef color,
                   const std::string &text) {
  svg.drawRects({{x, y, 12, 12}}, color);
  svg.drawText(x + 18, y + 10, text, "note");
  return x + 18 + Svg::getTextWidth(text, "note") + 18;
}

static void drawKeys(const DrawnPattern &pattern, llvm::ArrayRef<Shade> chosen,
                     Svg &svg, int y) {
  int x = 0;
  for (const Shade &shade : chosen) {
    std::string text = std::to_string(shade.least);
    if (shade.most != shade.least)
      text += " to " + std::to_string(shade.most);
    x = drawKey(svg, x, y, shade.color, text);
  }
  if (pattern.values > pattern.total)
    drawKey(svg, x, y, paddingColor, "padding alone");
}

static void drawPicture(const DrawnPattern &pattern, Svg &svg, int top) {
  int64_t longer = std::max(pattern.rows, pattern.cols);
  int side = int(std::min<int64_t>(sideLength / longer, mostPixelSide));
  svg.openGroup("pattern");
  svg.drawRect(0, top, int(pattern.cols) * side, int(pattern.rows) * side,
               "plain");
  drawPixels(pattern, svg, top, side, paddingColor, [&](int64_t pixel) {
    return pattern.isStored[pixel] && pattern.elements[pixel] == 0;
  });
  llvm::SmallVector<Shade> chosen = chooseShades(pattern);
  for (const Shade &shade : chosen)
    drawPixels(pattern, svg, top, side, shade.color, [&](int64_t pixel) {
      return pattern.elements[pixel] >= shade.least &&
             pattern.elements[pixel] <= shade.most;
    });
  svg.closeGroup();
  svg.openGroup("key");
  drawKeys(pattern, chosen, svg, top + int(pattern.rows) * side + 12);
  svg.closeGroup();
}

/// "2708 x 2708, 10556 elements; 0 of 10556 values are padding".
static std::string describe(const Tensor &tensor, const DrawnPattern &pattern) {
  return (runtime::shapeText(tensor.storage.shape) + ", " +
          llvm::Twine(pattern.total) + " elements; " +
          llvm::Twine(pattern.values - pattern.total) + " of " +
          llvm::Twine(pattern.values) + " values are padding")
      .str();
}

runtime::Expected<std::string> drawing::drawPattern(const Tensor &tensor) {
  runtime::Expected<DrawnPattern> pattern = findPattern(tensor);
  if (!pattern)
    return pattern.takeError();
  std::string title = getTitle(tensor);
  Svg svg;
  svg.openGroup("title");
  svg.drawText(0, 14, title, "title");
  svg.drawText(0, 34, describe(tensor, *pattern), "note");
  std::string cells = std::to_string(pattern->cells);
  svg.drawText(0, 50, "elements in a pixel of " + cells + " x " + cells + ":",
               "note");
  svg.closeGroup();
  drawPicture(*pattern, svg, 64);
  return svg.finish(title);
}
