//===- DrawStorage.cpp - the storage of a tensor, as a picture ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Drawing/DrawStorage.h"

#include "DrawArrays.h"
#include "DrawGrid.h"

using namespace spindle;
using namespace spindle::drawing;
using runtime::Array;
using runtime::Error;

static constexpr int64_t mostDims = 3, mostExtent = 64, mostCells = 4096;
/// A line of a descriptor ends at a comma before it is so long.
static constexpr size_t lineLength = 120;

//===----------------------------------------------------------------------===//
// What can be drawn
//===----------------------------------------------------------------------===//

std::optional<Error> drawing::checkDrawable(const Tensor &tensor) {
  const runtime::Storage &storage = tensor.storage;
  if (int64_t(storage.shape.size()) > mostDims)
    return Error::expectedGot("a tensor of at most 3 dimensions to draw",
                              "one of " + std::to_string(storage.shape.size()));
  int64_t cells = 1;
  for (int64_t extent : storage.shape)
    cells *= std::min(extent, mostCells + 1);
  if (cells > mostCells ||
      llvm::any_of(storage.shape, [](int64_t e) { return e > mostExtent; }))
    return Error::expectedGot("a tensor of at most 4096 cells, and 64 in each "
                              "dimension, to draw",
                              "one of " + runtime::shapeText(storage.shape));
  llvm::SmallVector<const Array *> arrays = {&storage.values};
  for (auto *list :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const Array &array : *list)
      arrays.push_back(&array);
  for (const Array *array : arrays)
    if (array->size() > mostCells)
      return Error::expectedGot("at most 4096 numbers in an array to draw",
                                std::to_string(array->size()));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The lines above the picture
//===----------------------------------------------------------------------===//

/// The descriptor of the tensor's format, in lines.
static std::vector<std::string> describeLevels(const DrawnTensor &tensor) {
  std::string text = printDescriptor(tensor.getFormat());
  std::vector<std::string> lines;
  while (text.size() > lineLength) {
    size_t end = text.rfind(", ", lineLength);
    if (end == std::string::npos)
      break;
    lines.push_back(text.substr(0, end + 1));
    text = "    " + text.substr(end + 2);
  }
  lines.push_back(text);
  return lines;
}

/// The tensor's size, in cells and in bytes.
static std::string describeSize(const DrawnTensor &tensor) {
  int64_t values = tensor.getStorage().values.size();
  int64_t elements = tensor.countElements(), padding = values - elements;
  int64_t percent = values == 0 ? 0 : (200 * padding + values) / (2 * values);
  return (runtime::shapeText(tensor.getStorage().shape) + " " +
          tensor.getTensor().elementType + ", " + llvm::Twine(elements) +
          " elements, " + llvm::Twine(tensor.countBytes()) + " bytes; " +
          llvm::Twine(padding) + " of " + llvm::Twine(values) +
          " values are padding (" + llvm::Twine(percent) + " %)")
      .str();
}

/// Draws the lines. Returns their lower border.
static int drawTitle(const DrawnTensor &tensor, const std::string &title,
                     Svg &svg) {
  svg.openGroup("title");
  svg.drawText(0, 14, title, "title");
  int y = 34;
  for (const std::string &line : describeLevels(tensor)) {
    // An indent, which XML would take for one space.
    int indent = line.front() == ' ' ? 24 : 0;
    svg.drawText(indent, y, llvm::StringRef(line).ltrim(), "note");
    y += 16;
  }
  svg.drawText(0, y + 2, describeSize(tensor), "note");
  svg.closeGroup();
  return y + 16;
}

std::string drawing::getTitle(const Tensor &tensor) {
  std::string name = getName(tensor.format);
  if (tensor.name.empty())
    return format::describe(tensor.format);
  return name.empty() ? tensor.name : tensor.name + ": " + name;
}

runtime::Expected<std::string> drawing::drawStorage(const Tensor &tensor) {
  runtime::Expected<DrawnTensor> drawn = DrawnTensor::create(tensor);
  if (!drawn)
    return drawn.takeError();
  std::string title = getTitle(tensor);
  Svg svg;
  int top = drawTitle(*drawn, title, svg);
  int right = drawGrids(*drawn, svg, top);
  drawArrays(*drawn, svg, right + 28, top);
  return svg.finish(title);
}
