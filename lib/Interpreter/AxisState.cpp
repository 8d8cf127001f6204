//===- AxisState.cpp - an axis and its memory -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace spindle::interpreter;
using llvm::ArrayRef;
using llvm::Twine;

std::string spindle::interpreter::printPositions(ArrayRef<int64_t> positions) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << (positions.size() == 1 ? "" : "(");
  llvm::interleaveComma(positions, stream);
  stream << (positions.size() == 1 ? "" : ")");
  return text;
}

//===----------------------------------------------------------------------===//
// Cells and fibres
//===----------------------------------------------------------------------===//

bool AxisState::hasParents(ArrayRef<int64_t> under) const {
  if (under.size() != parents.size())
    return false;
  for (auto [index, parent] : llvm::enumerate(parents)) {
    if (under[index] < 0 || under[index] >= parent->size())
      return false;
    if (links[index] < 0)
      continue;
    std::optional<Fibre> fibre = parent->fibre(under[links[index]]);
    if (!fibre || !fibre->hasCell(under[index]))
      return false;
  }
  return true;
}

std::optional<Fibre> AxisState::fibre(ArrayRef<int64_t> under) const {
  return hasParents(under) ? fibreUnder(under) : std::nullopt;
}

std::optional<int64_t> AxisState::coordinate(int64_t position) const {
  std::optional<Fibre> fibre = this->fibre(under(position));
  if (!fibre || !fibre->hasCell(position))
    return std::nullopt;
  return coordinate(position, *fibre);
}

bool AxisState::exists(int64_t position) const {
  if (position < 0 || position >= size())
    return false;
  if (!mayLackCells())
    return true;
  Positions under = this->under(position);
  std::optional<Fibre> fibre = this->fibre(under);
  if (!fibre || !fibre->holds(position))
    return false;
  for (auto [parent, place] : llvm::zip(parents, under))
    if (!parent->exists(place))
      return false;
  return true;
}

bool AxisState::mayLackCells() const {
  return hasLackingFibres() || llvm::any_of(parents, [](const AxisRef &parent) {
           return parent->mayLackCells();
         });
}

//===----------------------------------------------------------------------===//
// Look-ups
//===----------------------------------------------------------------------===//

LocatedCell AxisState::locate(int64_t asked, const Fibre &fibre) const {
  if (!keepsCoordinates()) {
    bool found = asked >= fibre.skipped && asked < fibre.length();
    return {found ? fibre.begin + asked : -1, found};
  }
  if (!sorted) {
    for (int64_t p = fibre.first(); p < fibre.end; ++p)
      if (coordinate(p, fibre) == asked)
        return {p, true};
    return {};
  }
  int64_t low = fibre.first(), high = fibre.end;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (coordinate(middle, fibre) < asked)
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < fibre.end && coordinate(low, fibre) == asked;
  return {found ? low : -1, found};
}

LocatedCell AxisState::locateFrom(int64_t asked, const Fibre &fibre,
                                  int64_t first) const {
  while (first < fibre.end && coordinate(first, fibre) < asked)
    ++first;
  return {first, first < fibre.end && coordinate(first, fibre) == asked};
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

std::string AxisState::check() {
  if (extent < 0)
    return ("expected an extent of at least 0 but got " + Twine(extent)).str();
  int64_t end;
  if (llvm::AddOverflow(from, extent, end))
    return ("expected coordinates below 2^63 but got " + Twine(extent) +
            " from " + Twine(from))
        .str();
  std::string fault = checkCells();
  return fault.empty() ? checkCoordinates() : fault;
}

std::string AxisState::setCells(ArrayRef<int64_t> factors) {
  // Of no cells in one dimension there are none, however many in the others.
  cells = llvm::is_contained(factors, 0) ? 0 : 1;
  for (int64_t factor : factors)
    if (llvm::MulOverflow(cells, factor, cells))
      return "expected less than 2^63 cells";
  return "";
}

std::string AxisState::checkRange(int64_t position, int64_t coordinate) const {
  if (isInRange(coordinate))
    return "";
  return ("expected coordinates[" + Twine(position) + "] to be in [" +
          Twine(from) + ", " + Twine(from + extent) + ") but got " +
          Twine(coordinate))
      .str();
}

std::string AxisState::checkPadding(int64_t position,
                                    int64_t coordinate) const {
  if (coordinate == 0)
    return "";
  return ("expected coordinates[" + Twine(position) +
          "], of a cell that does not exist, to be 0 but got " +
          Twine(coordinate))
      .str();
}

std::string AxisState::checkFibre(int64_t under, const Fibre &fibre) const {
  Positions seen;
  for (int64_t p = fibre.first(); p < fibre.end; ++p) {
    seen.push_back(coordinate(p, fibre));
    std::string fault = checkRange(p, seen.back());
    if (!fault.empty())
      return fault;
  }
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
