//===- AxisState.cpp - an axis and its memory -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace spindle::interpreter;
using llvm::Twine;

int64_t IntegerArray::operator[](int64_t index) const {
  const char *element = data + index * bytes;
  switch (bytes) {
  case 1:
    return readAs<int8_t>(element);
  case 2:
    return readAs<int16_t>(element);
  case 4:
    return readAs<int32_t>(element);
  default:
    return readAs<int64_t>(element);
  }
}

AxisState AxisState::makeDense(int64_t extent, int64_t parentSize) {
  AxisState axis;
  axis.extent = extent;
  axis.parentSize = parentSize;
  return axis;
}

AxisState AxisState::makeSparse(int64_t extent, int64_t parentSize,
                                IntegerArray positions,
                                IntegerArray coordinates, bool sorted,
                                bool unique) {
  AxisState axis;
  axis.dense = false;
  axis.sorted = sorted;
  axis.unique = unique;
  axis.extent = extent;
  axis.parentSize = parentSize;
  axis.positions = positions;
  axis.coordinates = coordinates;
  return axis;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

int64_t AxisState::size() const {
  return dense ? parentSize * extent : positions[parentSize];
}

std::optional<Fibre> AxisState::fibre(int64_t under) const {
  if (!hasParentPosition(under))
    return std::nullopt;
  if (dense)
    return Fibre{under * extent, (under + 1) * extent};
  // The program may have written to the array since it was checked.
  Fibre fibre{positions[under], positions[under + 1]};
  bool fits = fibre.begin >= 0 && fibre.end <= coordinates.size;
  return fits ? std::optional<Fibre>(fibre) : std::nullopt;
}

int64_t AxisState::parent(int64_t position) const {
  if (dense)
    return position / extent;
  // The last fibre that begins at or before it: empty ones before it end there.
  int64_t low = 0, high = parentSize;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (positions[middle] <= position ? low : high) = middle;
  }
  return low;
}

std::optional<int64_t> AxisState::locate(int64_t coordinate,
                                         Fibre fibre) const {
  if (dense && (coordinate < 0 || coordinate >= extent))
    return std::nullopt;
  if (dense)
    return fibre.begin + coordinate;
  if (!sorted) {
    for (int64_t p = fibre.begin; p < fibre.end; ++p)
      if (coordinates[p] == coordinate)
        return p;
    return std::nullopt;
  }
  int64_t low = fibre.begin, high = fibre.end;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (coordinates[middle] < coordinate)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < fibre.end && coordinates[low] == coordinate;
  return found ? std::optional<int64_t>(low) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

std::string AxisState::check() const {
  if (extent < 0)
    return ("expected an extent of at least 0 but got " + Twine(extent)).str();
  int64_t product;
  if (dense && llvm::MulOverflow(extent, parentSize, product))
    return ("expected a number of positions below 2^63 but got " +
            Twine(parentSize) + " times " + Twine(extent))
        .str();
  if (dense)
    return "";
  std::string fault = checkPositions();
  for (int64_t under = 0; under < parentSize && fault.empty(); ++under)
    fault = checkFibre(under);
  return fault;
}

std::string AxisState::checkPositions() const {
  if (positions.size < parentSize + 1)
    return ("expected at least " + Twine(parentSize + 1) +
            " positions but got " + Twine(positions.size))
        .str();
  if (positions[0] != 0)
    return ("expected positions[0] to be 0 but got " + Twine(positions[0]))
        .str();
  for (int64_t under = 0; under < parentSize; ++under)
    if (positions[under] > positions[under + 1])
      return ("expected positions not to descend but got " +
              Twine(positions[under]) + " and " + Twine(positions[under + 1]) +
              " from index " + Twine(under))
          .str();
  if (positions[parentSize] > coordinates.size)
    return ("expected positions[" + Twine(parentSize) + "] to be at most the " +
            Twine(coordinates.size) + " coordinates but got " +
            Twine(positions[parentSize]))
        .str();
  return "";
}

std::string AxisState::checkFibre(int64_t under) const {
  Fibre fibre = *this->fibre(under);
  llvm::SmallVector<int64_t> seen;
  for (int64_t p = fibre.begin; p < fibre.end; ++p)
    seen.push_back(coordinates[p]);
  for (auto [offset, coordinate] : llvm::enumerate(seen))
    if (coordinate < 0 || coordinate >= extent)
      return ("expected coordinates[" + Twine(fibre.begin + int64_t(offset)) +
              "] to be in [0, " + Twine(extent) + ") but got " +
              Twine(coordinate))
          .str();
  if (sorted && !llvm::is_sorted(seen))
    return ("expected sorted coordinates in the fibre under position " +
            Twine(under))
        .str();
  llvm::sort(seen);
  if (unique && std::adjacent_find(seen.begin(), seen.end()) != seen.end())
    return ("expected unique coordinates in the fibre under position " +
            Twine(under))
        .str();
  return "";
}
