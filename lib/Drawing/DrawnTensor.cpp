//===- DrawnTensor.cpp - what a drawing of a tensor shows -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawnTensor.h"

#include "Svg.h"
#include "llvm/Support/Format.h"

using namespace spindle;
using namespace spindle::drawing;
using runtime::Array;
using runtime::Level;
using runtime::StorageCell;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A number of at most four digits.
static std::string formatNumber(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.4g", number);
  return text;
}

std::string drawing::formatElement(const Array &array, int64_t i) {
  return visitDType(array.dtype(), [&](auto zero) -> std::string {
    using T = decltype(zero);
    T element = array.as<T>()[i];
    if constexpr (std::is_integral_v<T>)
      return std::to_string(int64_t(element));
    else if constexpr (runtime::isComplexType<T>)
      return formatNumber(element.real()) +
             (std::signbit(element.imag()) ? "" : "+") +
             formatNumber(element.imag()) + "j";
    else
      return formatNumber(static_cast<double>(element));
  });
}

//===----------------------------------------------------------------------===//
// Colours
//===----------------------------------------------------------------------===//

/// The last level that numbers blocks or diagonals; -1 where the format has
/// none.
static int64_t findBlockLevel(const runtime::Format &format) {
  int64_t found = -1;
  for (auto [number, level] : llvm::enumerate(format.levels))
    if (getDifference(level.expr) || level.expr.is(format::ExprKind::FloorDiv))
      found = int64_t(number);
  return found;
}

/// The colour of an element: one for each block or, without blocks, for each
/// coordinate of the first level.
int DrawnTensor::getColor(const StorageCell &cell) const {
  if (cell.place.empty())
    return 0;
  int64_t block = findBlockLevel(getFormat());
  int64_t number = block >= 0 ? cell.positions[block]
                              : cell.place[runtime::getDim(getFormat(), 0)];
  return int(number % Svg::colors);
}

/// Finds what the positions of each level look like.
void DrawnTensor::colorPositions() {
  positions.resize(getFormat().levels.size());
  for (const StorageCell &cell : cells) {
    for (auto [level, position] : llvm::enumerate(cell.positions)) {
      std::vector<Position> &list = positions[level];
      if (int64_t(list.size()) <= position)
        list.resize(position + 1);
      int &color = list[position].color;
      if (!cell.isElement)
        continue;
      bool isFirst = color == Position::none;
      color = isFirst || color == getColor(cell) ? getColor(cell)
                                                 : Position::several;
    }
  }
}

/// The class of a colour.
static std::string getClass(int color) { return "c" + std::to_string(color); }

std::string DrawnTensor::getStyle(int64_t address) const {
  const StorageCell &cell = cells[address];
  if (!cell.place.empty() && !cell.isInside)
    return "outside";
  return cell.isElement ? getClass(getColor(cell)) : "padding";
}

std::string DrawnTensor::getStyle(int64_t level, int64_t position) const {
  const std::vector<Position> &list = positions[level];
  if (position >= int64_t(list.size()))
    return "plain";
  int color = list[position].color;
  if (color >= 0)
    return getClass(color);
  return color == Position::several ? "plain" : "padding";
}

std::string DrawnTensor::getFibreStyle(int64_t level, int64_t fibre) const {
  const std::vector<int64_t> &parents = getFormat().levels[level].parents;
  if (parents.size() != 1)
    return "plain";
  std::string style = getStyle(parents.front(), fibre);
  // A fibre without elements is no padding.
  return style == "padding" ? "plain" : style;
}

//===----------------------------------------------------------------------===//
// Fibres and sizes
//===----------------------------------------------------------------------===//

const Array *DrawnTensor::findPositions(int64_t level) const {
  const Array &positions = getStorage().positions[level];
  if (positions.data())
    return &positions;
  const std::vector<int64_t> &parents = getFormat().levels[level].parents;
  return parents.size() == 1 ? findPositions(parents.front()) : nullptr;
}

int64_t DrawnTensor::countElements() const {
  return llvm::count_if(cells,
                        [](const StorageCell &cell) { return cell.isElement; });
}

int64_t DrawnTensor::countBytes() const {
  const runtime::Storage &storage = getStorage();
  int64_t bytes = storage.values.byteSize() + storage.bitmap.byteSize();
  for (const std::vector<Array> *arrays :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const Array &array : *arrays)
      bytes += array.byteSize();
  return bytes;
}

runtime::Expected<DrawnTensor> DrawnTensor::create(const Tensor &tensor) {
  DrawnTensor drawn;
  drawn.tensor = &tensor;
  auto cells = runtime::listCells(tensor.storage, tensor.format);
  if (!cells)
    return cells.takeError();
  drawn.cells = std::move(*cells);
  drawn.colorPositions();
  return drawn;
}
