//===- Grid.cpp - the cells of a list of axes -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "llvm/ADT/STLExtras.h"

using namespace spindle::interpreter;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Storage dimensions
//===----------------------------------------------------------------------===//

int64_t Grid::getExtent(unsigned dim) const {
  const AxisState &axis = getDimAxis(dim);
  return axis.getWidth().value_or(axis.size());
}

Positions Grid::getExtents() const {
  Positions extents;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    extents.push_back(getExtent(dim));
  return extents;
}

int64_t Grid::getIndex(unsigned dim, int64_t position) const {
  std::optional<int64_t> width = getDimAxis(dim).getWidth();
  return width ? position % *width : position;
}

Positions Grid::getIndices(ArrayRef<int64_t> positions) const {
  Positions indices;
  for (auto [dim, entry] : llvm::enumerate(shape->dims))
    indices.push_back(getIndex(dim, positions[entry]));
  return indices;
}

int64_t Grid::getCell(ArrayRef<int64_t> indices) const {
  int64_t cell = 0;
  for (auto [dim, index] : llvm::enumerate(indices))
    cell = cell * getExtent(dim) + index;
  return cell;
}

Positions Grid::getIndicesOfCell(int64_t cell) const {
  Positions indices(getRank());
  for (int64_t dim = int64_t(getRank()) - 1; dim >= 0; --dim) {
    indices[dim] = cell % getExtent(dim);
    cell /= getExtent(dim);
  }
  return indices;
}

//===----------------------------------------------------------------------===//
// From indices to positions
//===----------------------------------------------------------------------===//

Positions Grid::getUnder(unsigned entry, ArrayRef<int64_t> positions) const {
  Positions under;
  for (int64_t parent : shape->parents[entry])
    under.push_back(positions[parent]);
  return under;
}

void Grid::setUnder(unsigned entry, Positions &positions) const {
  Positions under = axes[entry]->under(positions[entry]);
  for (auto [parent, position] : llvm::zip(shape->parents[entry], under))
    positions[parent] = position;
}

std::optional<Positions> Grid::getPositions(ArrayRef<int64_t> indices) const {
  constexpr int64_t kUnknown = -1;
  Positions positions(getNumEntries(), kUnknown), offsets(getNumEntries(), 0);
  for (auto [entry, index] : llvm::zip(shape->dims, indices))
    (axes[entry]->getWidth() ? offsets : positions)[entry] = index;
  // A position is known by itself: what it lies under follows.
  for (int64_t entry = int64_t(getNumEntries()) - 1; entry >= 0; --entry)
    if (positions[entry] != kUnknown)
      setUnder(entry, positions);
  // An offset is in the fibre under what is known by now.
  for (auto [entry, position] : llvm::enumerate(positions)) {
    if (position != kUnknown)
      continue;
    std::optional<Fibre> fibre = axes[entry]->fibre(getUnder(entry, positions));
    if (!fibre)
      return std::nullopt;
    position = fibre->begin + offsets[entry];
  }
  return positions;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

std::optional<Positions> Grid::locate(ArrayRef<int64_t> coordinates) const {
  Positions positions;
  return locateFrom(0, coordinates, positions) ? std::optional(positions)
                                               : std::nullopt;
}

bool Grid::locateFrom(unsigned entry, ArrayRef<int64_t> coordinates,
                      Positions &positions) const {
  if (entry == getNumEntries())
    return true;
  const AxisState &axis = *axes[entry];
  std::optional<Fibre> fibre = axis.fibre(getUnder(entry, positions));
  if (!fibre)
    return false;
  bool any = coordinates[entry] == kAnyCoordinate;
  LocatedCell located{fibre->first(), any || fibre->count() == 1};
  if (shape->isDimension[entry] && !any)
    located = axis.locate(coordinates[entry], *fibre);
  if (!located.found)
    return false;
  // Where a coordinate comes twice, the element may be below either.
  for (int64_t p = located.position; p < fibre->end; ++p) {
    bool isOther = !any && p > located.position &&
                   axis.coordinate(p, *fibre) != coordinates[entry];
    if (isOther && axis.sorted)
      return false;
    if (isOther)
      continue;
    positions.push_back(p);
    if (locateFrom(entry + 1, coordinates, positions))
      return true;
    positions.pop_back();
    if (axis.unique && !any)
      return false;
  }
  return false;
}

bool Grid::mayLackCells() const {
  return llvm::any_of(
      axes, [](const AxisState *axis) { return axis->mayLackCells(); });
}

bool Grid::exists(ArrayRef<int64_t> indices) const {
  std::optional<Positions> positions = getPositions(indices);
  if (!positions)
    return false;
  for (unsigned entry = 0; entry < getNumEntries(); ++entry) {
    std::optional<Fibre> fibre =
        axes[entry]->fibre(getUnder(entry, *positions));
    if (!fibre || !fibre->holds((*positions)[entry]))
      return false;
  }
  return true;
}

bool Grid::walk(const Visit &visit) const {
  Positions positions, coordinates;
  return walkFrom(0, positions, coordinates, visit);
}

bool Grid::walkFrom(unsigned entry, Positions &positions,
                    Positions &coordinates, const Visit &visit) const {
  if (entry == getNumEntries())
    return visit(positions, coordinates);
  const AxisState &axis = *axes[entry];
  std::optional<Fibre> fibre = axis.fibre(getUnder(entry, positions));
  if (!fibre)
    return false;
  for (int64_t p = fibre->first(); p < fibre->end; ++p) {
    positions.push_back(p);
    coordinates.push_back(axis.coordinate(p, *fibre));
    bool goesOn = walkFrom(entry + 1, positions, coordinates, visit);
    positions.pop_back();
    coordinates.pop_back();
    if (!goesOn)
      return false;
  }
  return true;
}
