//===- DrawArrays.cpp - the arrays of a tensor as rows of cells -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawArrays.h"

using namespace spindle;
using namespace spindle::drawing;
using runtime::Array;
using Anchor = Svg::Anchor;

/// A line of cells ends before it is so wide.
static constexpr int lineWidth = 640;
static constexpr int cellHeight = 20;
/// The space between lines, where the numbers of positions stand.
static constexpr int indexHeight = 12;
/// The space between two columns of arrays.
static constexpr int columnSpace = 28;

namespace {
/// An array and how to draw it.
struct DrawnArray {
  /// The group's name.
  std::string name;
  /// The word before its type.
  std::string label;
  const Array *array = nullptr;
  /// The class of an element.
  llvm::function_ref<std::string(int64_t)> getStyle;
  /// Where fibres start along its first dimension; null without any.
  const Array *fibres = nullptr;
};

/// Arrays from top to bottom, on the right side of a drawing.
class ArrayColumn {
public:
  ArrayColumn(Svg &svg, int left, int top)
      : svg(svg), left(left), right(left), y(top) {}

  void addHeading(const std::string &text, const std::string &note);
  void addArray(const DrawnArray &array);

  int getRight() const { return right; }
  int getBottom() const { return y; }

private:
  void drawBlocks(const DrawnArray &drawn, int rows, int columns);
  void drawBlock(const DrawnArray &drawn, int64_t first, int rows, int columns,
                 int x);
  void drawRows(const DrawnArray &drawn);
  void drawCell(const DrawnArray &drawn, int64_t i, int x, int top);

  /// Writes a text on the column's next line, `indent` from its left.
  void writeLine(int indent, const std::string &text, llvm::StringRef style);

  Svg &svg;
  int left, right, y;
  /// The width of a cell of the array at hand.
  int cellWidth = 0;
};
} // namespace

void ArrayColumn::writeLine(int indent, const std::string &text,
                            llvm::StringRef style) {
  svg.drawText(left + indent, y + 12, text, style);
  right = std::max(right, left + indent + Svg::getTextWidth(text, style));
}

void ArrayColumn::addHeading(const std::string &text, const std::string &note) {
  writeLine(0, text, "head");
  if (!note.empty())
    writeLine(Svg::getTextWidth(text, "head") + 8, note, "note");
  y += 22;
}

/// Element `i` of an array of integers.
static int64_t getNumber(const Array &array, int64_t i) {
  return visitIndexType(array.dtype(), [&](auto zero) -> int64_t {
    return array.as<decltype(zero)>()[i];
  });
}

/// Whether a fibre starts at `i`, which is not the first.
static bool startsFibre(const Array *fibres, int64_t i) {
  if (!fibres || i == 0)
    return false;
  for (int64_t f = 0; f < fibres->size(); ++f)
    if (getNumber(*fibres, f) == i)
      return true;
  return false;
}

/// Whether block `block` of `count` is set off from the one before it: it is
/// the first of a fibre or, where several blocks are at one index of the
/// array's first dimension, of an index.
static bool startsGroup(const DrawnArray &drawn, int64_t count, int64_t block) {
  bool hasBlocks = drawn.array->rank() > 2;
  int64_t inner = hasBlocks ? count / drawn.array->shape().front() : 1;
  return block % inner == 0 &&
         (inner > 1 || startsFibre(drawn.fibres, block / inner));
}

void ArrayColumn::drawCell(const DrawnArray &drawn, int64_t i, int x, int top) {
  right = std::max(right, x + cellWidth);
  svg.drawRect(x, top, cellWidth, cellHeight, drawn.getStyle(i));
  svg.drawText(x + cellWidth / 2, top + cellHeight / 2 + 4,
               formatElement(*drawn.array, i), "number", Anchor::Middle);
}

/// Draws the `rows` x `columns` elements from `first` on.
void ArrayColumn::drawBlock(const DrawnArray &drawn, int64_t first, int rows,
                            int columns, int x) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      drawCell(drawn, first + row * columns + column, x + column * cellWidth,
               y + indexHeight + row * cellHeight);
}

/// Draws blocks of `rows` x `columns` elements side by side, with their numbers
/// above them.
void ArrayColumn::drawBlocks(const DrawnArray &drawn, int rows, int columns) {
  int64_t size = int64_t(rows) * columns, count = drawn.array->size() / size;
  int width = columns * cellWidth, x = left;
  int space = drawn.array->rank() <= 1 ? 0 : 8;
  for (int64_t block = 0; block < count; ++block) {
    if (block > 0)
      x += space + (startsGroup(drawn, count, block) ? 10 : 0);
    if (x > left && x + width > left + lineWidth) {
      x = left;
      y += indexHeight + rows * cellHeight + 6;
    }
    svg.drawText(x + width / 2, y + indexHeight - 3, std::to_string(block),
                 "index", Anchor::Middle);
    drawBlock(drawn, block * size, rows, columns, x);
    x += width;
  }
  y += indexHeight + rows * cellHeight + 10;
}

/// Draws an array of rank 2, its rows below one another.
void ArrayColumn::drawRows(const DrawnArray &drawn) {
  int columns = int(drawn.array->shape()[1]);
  int rows = int(drawn.array->shape()[0]);
  y -= indexHeight - 4;
  for (int row = 0; row < rows; ++row) {
    y += startsFibre(drawn.fibres, row) ? 6 : 0;
    svg.drawText(left + 14, y + indexHeight + cellHeight / 2 + 3,
                 std::to_string(row), "index", Anchor::End);
    drawBlock(drawn, int64_t(row) * columns, 1, columns, left + 18);
    y += cellHeight;
  }
  y += indexHeight + 10;
}

void ArrayColumn::addArray(const DrawnArray &drawn) {
  const Array &array = *drawn.array;
  svg.openGroup(drawn.name);
  std::string type(runtime::dtypeName(array.dtype()));
  writeLine(0,
            drawn.label + ": " + type + " " + runtime::shapeText(array.shape()),
            "note");
  y += 18;
  cellWidth = 22;
  for (int64_t i = 0; i < array.size(); ++i)
    cellWidth = std::max(
        cellWidth, Svg::getTextWidth(formatElement(array, i), "number") + 6);
  const std::vector<int64_t> &shape = array.shape();
  if (array.size() == 0)
    y += 4;
  else if (shape.size() < 2)
    drawBlocks(drawn, 1, 1);
  else if (shape.size() == 2)
    drawRows(drawn);
  else
    drawBlocks(drawn, int(shape[shape.size() - 2]), int(shape.back()));
  svg.closeGroup();
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Draws what level `number` stores.
static void addLevel(const DrawnTensor &tensor, ArrayColumn &column,
                     size_t number) {
  const runtime::Storage &storage = tensor.getStorage();
  const runtime::Format &format = tensor.getFormat();
  const Array &positions = storage.positions[number],
              &coordinates = storage.coordinates[number],
              &lengths = storage.lengths[number];
  bool storesNothing =
      !positions.data() && !coordinates.data() && !lengths.data();
  std::string group = "level-" + std::to_string(number);
  column.addHeading("level " + std::to_string(number) + ": " +
                        getLevelNames(format)[number] + " : " +
                        std::string(getWord(format.levels[number].kind)),
                    storesNothing ? "stores nothing" : "");
  auto getFibreStyle = [&](int64_t i) {
    return tensor.getFibreStyle(number, i);
  };
  if (positions.data())
    column.addArray(
        {group + "-positions", "positions", &positions, getFibreStyle});
  if (coordinates.data())
    column.addArray({group + "-coordinates", "coordinates", &coordinates,
                     [&](int64_t i) { return tensor.getStyle(number, i); },
                     tensor.findPositions(number)});
  if (lengths.data())
    column.addArray({group + "-lengths", "lengths", &lengths, getFibreStyle});
}

void drawing::drawArrays(const DrawnTensor &tensor, Svg &svg, int left,
                         int top) {
  int bottom = svg.getHeight();
  ArrayColumn levels(svg, left, top);
  const runtime::Storage &storage = tensor.getStorage();
  for (size_t level = 0; level < storage.positions.size(); ++level)
    addLevel(tensor, levels, level);
  auto getStyle = [&](int64_t i) { return tensor.getStyle(i); };
  auto dims = runtime::getStorageDims(tensor.getFormat());
  const Array *fibres =
      dims && !dims->empty() ? tensor.findPositions(dims->front()) : nullptr;
  bool isBeside = storage.values.rank() == 2 && levels.getBottom() > bottom;
  ArrayColumn column(svg, isBeside ? levels.getRight() + columnSpace : left,
                     isBeside ? top : levels.getBottom());
  column.addHeading("cells", "");
  if (storage.bitmap.data())
    column.addArray({"bitmap", "bitmap", &storage.bitmap, getStyle, fibres});
  column.addArray({"values", "values", &storage.values, getStyle, fibres});
}
