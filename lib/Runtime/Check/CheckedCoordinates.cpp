//===- CheckedCoordinates.cpp - Which cells exist, and where they lie -----===//

#include "CheckedAxis.h"

#include <algorithm>

using namespace spindle::runtime;
using std::to_string;

//===----------------------------------------------------------------------===//
// Which cells exist
//===----------------------------------------------------------------------===//

bool CheckedAxis::mayLackCells() const {
  auto lacks = [](const CheckedAxis *axis) { return !axis->existing.empty(); };
  auto entryLacks = [&](const Entry &entry) { return lacks(entry.axis); };
  return cutBy || skewAlong || find(CheckedRole::Lengths) ||
         find(CheckedRole::Bits) ||
         std::any_of(parents.begin(), parents.end(), lacks) ||
         std::any_of(entries.begin(), entries.end(), entryLacks);
}

void CheckedAxis::noteExisting() {
  if (!mayLackCells())
    return;
  std::vector<bool> noted(cells);
  for (int64_t position = 0; position < cells; ++position)
    noted[position] = computeExists(position);
  existing = std::move(noted);
}

bool CheckedAxis::computeExists(int64_t position) const {
  if (!entries.empty())
    return existsInList(position);
  return existsInFibre(position);
}

bool CheckedAxis::existsInFibre(int64_t position) const {
  std::vector<int64_t> under = getUnder(position);
  for (size_t parent = 0; parent < under.size(); ++parent)
    if (!parents[parent]->exists(under[parent]))
      return false;
  if (!hasWidth())
    return true;
  Fibre fibre = getFibre(under.empty() ? 0 : under.front());
  int64_t offset = position - fibre.begin;
  return offset >= fibre.skipped && offset < fibre.length;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

std::string CheckedAxis::checkRange(int64_t position,
                                    int64_t coordinate) const {
  std::string what = "expected coordinates[" + to_string(position) + "]";
  // Without coordinates to have, cells are padding, of which bits tell.
  bool isVoid = extent == 0 && !find(CheckedRole::Lengths) &&
                (hasWidth() || kind == CheckedKind::Singleton);
  // What is cut away holds nothing in particular.
  if (isVoid || !exists(position))
    return coordinate == 0 || cutBy
               ? ""
               : what +
                     ", of a cell that does not exist, to be 0 but "
                     "got " +
                     to_string(coordinate);
  if (coordinate >= from && coordinate - from < extent)
    return "";
  return what + " to be in [" + to_string(from) + ", " +
         to_string(from + extent) + ") but got " + to_string(coordinate);
}

std::string CheckedAxis::checkCoordinates() const {
  const CheckedArray *coordinates = find(CheckedRole::Coordinates);
  if (kind == CheckedKind::DenseVariable)
    return checkRaggedFibres();
  if (!coordinates)
    return "";
  return kind == CheckedKind::Singleton ? checkSingleton(*coordinates)
                                        : checkFibres(*coordinates);
}

std::string CheckedAxis::checkRaggedFibres() const {
  for (int64_t under = 0; under < getParentCells(); ++under) {
    int64_t length = getFibre(under).length;
    if (length > extent && hasExistingParent(under))
      return "expected at most " + to_string(extent) +
             " positions in the fibre under position " + to_string(under) +
             " but got " + to_string(length);
  }
  return "";
}

std::string CheckedAxis::checkFibres(const CheckedArray &coordinates) const {
  std::string fault = hasWidth() ? coordinates.checkSizes() : std::string();
  for (int64_t under = 0; under < getParentCells() && fault.empty(); ++under) {
    bool exists = hasExistingParent(under);
    // What a fibre that does not exist holds is told of axes of a width alone.
    if (!exists && !hasWidth())
      continue;
    Fibre fibre = getFibre(under);
    for (int64_t cell = fibre.begin; cell < fibre.begin + fibre.cells; ++cell)
      if (fault.empty())
        fault = checkRange(cell, coordinates[cell]);
    if (fault.empty() && exists)
      fault = checkOrder(coordinates, under, fibre);
  }
  return fault;
}

std::string CheckedAxis::checkOrder(const CheckedArray &coordinates,
                                    int64_t under, const Fibre &fibre) const {
  std::string place = " coordinates in the fibre under position " +
                      to_string(under) + " but got ";
  std::vector<int64_t> seen;
  for (int64_t cell = fibre.begin; cell < fibre.begin + fibre.length; ++cell)
    seen.push_back(coordinates[cell]);
  auto descent = std::adjacent_find(seen.begin(), seen.end(),
                                    [](int64_t a, int64_t b) { return a > b; });
  if (sorted && descent != seen.end())
    return "expected sorted" + place + to_string(descent[0]) + " before " +
           to_string(descent[1]);
  std::sort(seen.begin(), seen.end());
  auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (unique && twice != seen.end())
    return "expected unique" + place + to_string(*twice) + " twice";
  return "";
}

std::string CheckedAxis::checkSingleton(const CheckedArray &coordinates) const {
  std::vector<int64_t> seen;
  for (int64_t cell = 0; cell < cells; ++cell) {
    std::string fault = checkRange(cell, coordinates[cell]);
    if (!fault.empty())
      return fault;
    if (unique && exists(cell))
      seen.push_back(coordinates[cell]);
  }
  std::sort(seen.begin(), seen.end());
  auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (twice != seen.end())
    return "expected unique coordinates but got " + to_string(*twice) +
           " twice";
  return "";
}
