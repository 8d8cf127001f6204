//===- CheckedList.cpp - Axes whose cells are those of a list -------------===//
//
// A cell of such an axis has an index in each storage dimension of the list: a
// position of a root, of a variable axis and of a product, an offset in the
// fibre of another axis of a width. From the positions follows what lies above
// them, and from that where the fibres of the offsets begin.
//
//===----------------------------------------------------------------------===//

#include "CheckedAxis.h"

#include <algorithm>

using namespace spindle::runtime;

std::string CheckedAxis::checkList() {
  std::vector<int64_t> extents;
  for (const Entry &entry : entries)
    if (entry.dim >= 0)
      extents.push_back(entry.axis->getDimExtent());
  if (entries.empty())
    extents = {getParentCells()};
  std::string fault = setCells(extents);
  for (const CheckedArray &array : arrays)
    if (fault.empty())
      fault = array.checkSizes();
  return fault;
}

/// The numbers of the entries that storage dimensions belong to, in the order
/// of the dimensions.
static std::vector<size_t>
getDimEntries(const std::vector<CheckedAxis::Entry> &entries) {
  std::vector<size_t> dims;
  for (size_t number = 0; number < entries.size(); ++number)
    if (entries[number].dim >= 0)
      dims.push_back(number);
  std::sort(dims.begin(), dims.end(), [&](size_t a, size_t b) {
    return entries[a].dim < entries[b].dim;
  });
  return dims;
}

void CheckedAxis::setAbove(std::vector<int64_t> &positions) const {
  for (size_t number = entries.size(); number-- > 0;) {
    if (positions[number] < 0)
      continue;
    std::vector<int64_t> under =
        entries[number].axis->getUnder(positions[number]);
    for (size_t index = 0; index < under.size(); ++index)
      positions[entries[number].under[index]] = under[index];
  }
}

std::vector<int64_t> CheckedAxis::getPositionsInList(int64_t cell) const {
  std::vector<int64_t> positions(entries.size(), -1);
  std::vector<int64_t> offsets(entries.size(), 0);
  std::vector<size_t> dims = getDimEntries(entries);
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
    const CheckedAxis &axis = *entries[*dim].axis;
    (axis.hasWidth() ? offsets : positions)[*dim] = cell % axis.getDimExtent();
    cell /= axis.getDimExtent();
  }
  setAbove(positions);
  for (size_t number = 0; number < entries.size(); ++number) {
    if (positions[number] >= 0)
      continue;
    std::vector<int64_t> under;
    for (int64_t parent : entries[number].under)
      under.push_back(positions[parent]);
    positions[number] =
        entries[number].axis->getFirstCell(under) + offsets[number];
  }
  return positions;
}

std::vector<int64_t> CheckedAxis::getUnderInList(int64_t position) const {
  std::vector<int64_t> positions = getPositionsInList(position), under;
  for (int64_t number : parentEntries)
    under.push_back(positions[number]);
  return under;
}

int64_t CheckedAxis::getCellInList(const std::vector<int64_t> &under) const {
  std::vector<int64_t> positions(entries.size(), -1);
  for (size_t index = 0; index < under.size(); ++index)
    positions[parentEntries[index]] = under[index];
  setAbove(positions);
  int64_t cell = 0;
  for (size_t number : getDimEntries(entries)) {
    const CheckedAxis &axis = *entries[number].axis;
    cell =
        cell * axis.getDimExtent() +
        (axis.hasWidth() ? positions[number] % axis.width : positions[number]);
  }
  return cell;
}

bool CheckedAxis::existsInList(int64_t cell) const {
  const CheckedArray *bits = find(CheckedRole::Bits);
  if (bits && (*bits)[cell] == 0)
    return false;
  std::vector<int64_t> positions = getPositionsInList(cell);
  for (size_t number = 0; number < entries.size(); ++number)
    if (!entries[number].axis->exists(positions[number]))
      return false;
  return true;
}
