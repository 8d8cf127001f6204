//===- DrawPattern.cpp - where the elements of a matrix are ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Drawing/DrawPattern.h"

#include "Pixels.h"
#include "Spindle/Runtime/Convert/StorageCells.h"

#include <cmath>

using namespace spindle;
using namespace spindle::drawing;
using runtime::Error;

/// The most values among which padding is looked for.
static constexpr int64_t mostValues = int64_t(1) << 24;

/// The colours of pixels with elements, the fewest first, and of padding.
static constexpr llvm::StringRef shades[] = {"#9ecbff", "#62a5f5", "#2f7be0",
                                             "#1a55b0", "#0b2f6b"};
static constexpr llvm::StringRef paddingColor = "#ffe2b8";

namespace {
/// The pixels of a matrix.
struct DrawnPattern {
  runtime::Density density;
  /// For each pixel whether anything is stored for it, where padding is.
  std::vector<bool> isStored = {};
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
  return checkHasPixels(tensor.storage.shape);
}

/// Finds the pixels that padding is in.
static std::optional<Error> findPadding(const Tensor &tensor,
                                        DrawnPattern &pattern) {
  auto cells = runtime::listCells(tensor.storage, tensor.format);
  if (!cells)
    return cells.takeError();
  pattern.isStored.resize(pattern.density.elements.size());
  for (const runtime::StorageCell &cell : *cells)
    if (cell.isInside)
      pattern.isStored[pattern.density.find(cell.place[0], cell.place[1])] =
          true;
  return std::nullopt;
}

static runtime::Expected<DrawnPattern> findPattern(const Tensor &tensor) {
  DrawnPattern pattern{{tensor.storage.shape, mostPixels}};
  if (auto error = addDensity(tensor.storage, tensor.format, pattern.density))
    return std::move(*error);
  pattern.total = int64_t(pattern.density.total);
  pattern.values = tensor.storage.values.size();
  if (pattern.total < pattern.values && pattern.values <= mostValues)
    if (auto error = findPadding(tensor, pattern))
      return std::move(*error);
  return pattern;
}

/// The smallest number of elements that a pixel with elements has; 0 where none
/// has any.
static double findFewest(const DrawnPattern &pattern) {
  double fewest = 0;
  for (double count : pattern.density.elements)
    if (count > 0 && (fewest == 0 || count < fewest))
      fewest = count;
  return fewest;
}

/// Shades whose least numbers of elements grow by one factor from the smallest
/// to the largest number that a pixel with elements has; fewer of them where
/// these are near one another.
static llvm::SmallVector<Shade> chooseShades(const DrawnPattern &pattern) {
  double fewest = findFewest(pattern);
  auto most = int64_t(*llvm::max_element(pattern.density.elements));
  llvm::SmallVector<Shade> chosen;
  if (fewest == 0)
    return chosen;
  for (auto [number, color] : llvm::enumerate(shades)) {
    double share = double(number) / std::size(shades);
    double factor = std::pow(double(most) / fewest, share);
    auto least = int64_t(std::ceil(fewest * factor));
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

static void drawKeys(const DrawnPattern &pattern, llvm::ArrayRef<Shade> chosen,
                     Svg &svg, int y) {
  int x = 0;
  for (const Shade &shade : chosen) {
    std::string text = std::to_string(shade.least);
    if (shade.most != shade.least)
      text += " to " + std::to_string(shade.most);
    x = drawKey(svg, x, y, shade.color, text);
  }
  if (!pattern.isStored.empty())
    drawKey(svg, x, y, paddingColor, "padding alone");
}

static void drawPicture(const DrawnPattern &pattern, Svg &svg, int top) {
  const std::vector<double> &elements = pattern.density.elements;
  svg.openGroup("pattern");
  drawFrame(pattern.density, svg, top);
  if (!pattern.isStored.empty())
    drawPixels(pattern.density, svg, top, paddingColor, [&](int64_t pixel) {
      return pattern.isStored[pixel] && elements[pixel] == 0;
    });
  llvm::SmallVector<Shade> chosen = chooseShades(pattern);
  for (const Shade &shade : chosen)
    drawPixels(pattern.density, svg, top, shade.color, [&](int64_t pixel) {
      return elements[pixel] >= double(shade.least) &&
             elements[pixel] <= double(shade.most);
    });
  svg.closeGroup();
  svg.openGroup("key");
  drawKeys(pattern, chosen, svg, top + getPixelsHeight(pattern.density) + 12);
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
  std::string cells = std::to_string(pattern->density.side);
  svg.drawText(0, 50, "elements in a pixel of " + cells + " x " + cells + ":",
               "note");
  svg.closeGroup();
  drawPicture(*pattern, svg, 64);
  return svg.finish(title);
}
