//===- ThinAxes.cpp - axes whose fibres have one cell ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThinAxes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace spindle::interpreter;
using llvm::ArrayRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// One cell per cell of a grid
//===----------------------------------------------------------------------===//

Positions GridAxis::under(int64_t position) const {
  std::optional<Positions> all =
      grid.getPositions(grid.getIndicesOfCell(position));
  Positions under;
  for (int64_t entry : entries)
    under.push_back(all ? (*all)[entry] : -1);
  return under;
}

std::optional<int64_t> GridAxis::getCell(ArrayRef<int64_t> under) const {
  Positions positions(grid.getNumEntries(), -1);
  for (auto [entry, position] : llvm::zip(entries, under))
    positions[entry] = position;
  for (int64_t entry = int64_t(grid.getNumEntries()) - 1; entry >= 0; --entry)
    if (positions[entry] >= 0)
      grid.setUnder(entry, positions);
  int64_t cell = grid.getCell(grid.getIndices(positions));
  bool fits = cell >= 0 && cell < cells;
  return fits ? std::optional<int64_t>(cell) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// singleton
//===----------------------------------------------------------------------===//

std::optional<Fibre> SingletonAxis::fibreUnder(ArrayRef<int64_t> under) const {
  std::optional<int64_t> cell = getCell(under);
  return cell ? std::optional<Fibre>({*cell, *cell + 1, 1}) : std::nullopt;
}

std::string SingletonAxis::checkCoordinates() const {
  std::string fault = coordinates.check("coordinates");
  Positions seen;
  for (int64_t p = 0; p < size() && fault.empty(); ++p) {
    // Without coordinates to have, cells are padding, of which bits tell.
    bool here = exists(p) && extent != 0;
    fault =
        here ? checkRange(p, coordinates[p]) : checkPadding(p, coordinates[p]);
    if (here && unique)
      seen.push_back(coordinates[p]);
  }
  llvm::sort(seen);
  auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (!fault.empty() || twice == seen.end())
    return fault;
  return ("expected unique coordinates but got " + Twine(*twice) + " twice")
      .str();
}

//===----------------------------------------------------------------------===//
// occupancy
//===----------------------------------------------------------------------===//

std::optional<Fibre> OccupancyAxis::fibreUnder(ArrayRef<int64_t> under) const {
  std::optional<int64_t> cell = getCell(under);
  if (!cell)
    return std::nullopt;
  return Fibre{*cell, *cell + (bits[*cell] != 0), 1};
}

std::string OccupancyAxis::checkCells() {
  std::string fault = GridAxis::checkCells();
  return fault.empty() ? bits.check("bits") : fault;
}

//===----------------------------------------------------------------------===//
// product
//===----------------------------------------------------------------------===//

Positions ProductAxis::under(int64_t position) const {
  int64_t common = findStart(offsets, parents[0]->size(), position);
  std::optional<Fibre> first = parents[1]->fibre(common),
                       second = parents[2]->fibre(common);
  if (!first || !second || second->length() == 0)
    return {common, -1, -1};
  int64_t pair = position - offsets[common];
  return {common, first->begin + pair / second->length(),
          second->begin + pair % second->length()};
}

std::optional<Fibre> ProductAxis::fibreUnder(ArrayRef<int64_t> under) const {
  std::optional<Fibre> first = parents[1]->fibre(under[0]),
                       second = parents[2]->fibre(under[0]);
  if (!first || !second)
    return std::nullopt;
  int64_t pair =
      (under[1] - first->begin) * second->length() + (under[2] - second->begin);
  int64_t cell = offsets[under[0]] + pair;
  if (cell < 0 || cell >= cells)
    return std::nullopt;
  return Fibre{cell, cell + 1, 1};
}

std::string ProductAxis::checkCells() {
  int64_t count = parents[0]->size();
  std::string fault = checkStarts(offsets, "offsets", count);
  if (!fault.empty())
    return fault;
  for (int64_t common = 0; common < count; ++common) {
    int64_t wanted;
    if (llvm::MulOverflow(parents[1]->fibre(common)->length(),
                          parents[2]->fibre(common)->length(), wanted) ||
        llvm::AddOverflow(wanted, offsets[common], wanted))
      return "expected less than 2^63 cells";
    if (offsets[common + 1] != wanted)
      return ("expected offsets[" + Twine(common + 1) +
              "] to be the number of pairs before it, " + Twine(wanted) +
              ", but got " + Twine(offsets[common + 1]))
          .str();
  }
  cells = offsets[count];
  return "";
}
