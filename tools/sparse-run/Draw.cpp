//===- Draw.cpp - the storage of a tensor, as a picture -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Draw.h"

#include "DrawArrays.h"
#include "DrawGrid.h"
#include "Failure.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace spindle;
using namespace spindle::run;
using runtime::Array;

static constexpr int64_t mostDims = 3, mostExtent = 64, mostCells = 4096;
/// A line of a descriptor ends at a comma before it is so long.
static constexpr size_t lineLength = 120;

//===----------------------------------------------------------------------===//
// What can be drawn
//===----------------------------------------------------------------------===//

llvm::Error run::checkDrawable(const Operand &operand) {
  const std::string &name = operand.spec->name;
  if (operand.spec->composite)
    return fail(name +
                ": expected a tensor in a format of levels to draw but "
                "got one in " +
                describe(*operand.spec->composite));
  if (int64_t(operand.shape.size()) > mostDims)
    return fail(name +
                ": expected a tensor of at most 3 dimensions to draw "
                "but got one of " +
                llvm::Twine(operand.shape.size()));
  int64_t cells = 1;
  for (int64_t extent : operand.shape)
    cells *= std::min(extent, mostCells + 1);
  if (cells > mostCells ||
      llvm::any_of(operand.shape, [](int64_t e) { return e > mostExtent; }))
    return fail(name +
                ": expected a tensor of at most 4096 cells, and 64 in "
                "each dimension, to draw but got one of " +
                runtime::shapeText(operand.shape));
  llvm::SmallVector<const Array *> arrays = {&operand.values};
  const runtime::Storage &storage = operand.storage;
  for (auto *list :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const Array &array : *list)
      arrays.push_back(&array);
  for (const Array *array : arrays)
    if (array->size() > mostCells)
      return fail(name +
                  ": expected at most 4096 numbers in an array to draw "
                  "but got " +
                  llvm::Twine(array->size()));
  return llvm::Error::success();
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
  const OperandSpec &spec = *tensor.getOperand().spec;
  std::string type = debugString(spec.elementType);
  int64_t values = tensor.getStorage().values.size();
  int64_t elements = tensor.countElements(), padding = values - elements;
  int64_t percent = values == 0 ? 0 : (200 * padding + values) / (2 * values);
  return (runtime::shapeText(tensor.getStorage().shape) + " " + type + ", " +
          llvm::Twine(elements) + " elements, " +
          llvm::Twine(tensor.countBytes()) + " bytes; " + llvm::Twine(padding) +
          " of " + llvm::Twine(values) + " values are padding (" +
          llvm::Twine(percent) + " %)")
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

llvm::Expected<std::string> run::drawStorage(const Operand &operand) {
  llvm::Expected<DrawnTensor> tensor = DrawnTensor::create(operand);
  if (!tensor)
    return tensor.takeError();
  const OperandSpec &spec = *operand.spec;
  std::string title = spec.name;
  if (std::string name = getName(spec.format); !name.empty())
    title += ": " + name;
  Svg svg;
  int top = drawTitle(*tensor, title, svg);
  int right = drawGrids(*tensor, svg, top);
  drawArrays(*tensor, svg, right + 28, top);
  return svg.finish(title);
}
