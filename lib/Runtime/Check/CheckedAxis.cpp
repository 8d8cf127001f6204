//===- CheckedAxis.cpp - The cells of an axis that is checked -------------===//

#include "CheckedAxis.h"

#include <algorithm>

using namespace spindle::runtime;
using std::to_string;

const CheckedArray *CheckedAxis::find(CheckedRole role) const {
  for (const CheckedArray &array : arrays)
    if (array.getRole() == role)
      return &array;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// All of an axis
//===----------------------------------------------------------------------===//

std::string CheckedAxis::check() {
  for (CheckedArray &array : arrays)
    array.takeSnapshot();
  wrong = true;
  auto isWrong = [](const CheckedAxis *axis) { return axis->wrong; };
  auto isWrongEntry = [](const Entry &entry) { return entry.axis->wrong; };
  if (std::any_of(parents.begin(), parents.end(), isWrong) ||
      std::any_of(entries.begin(), entries.end(), isWrongEntry))
    return "";
  if (extent < 0)
    return "expected an extent of at least 0 but got " + to_string(extent);
  if (int64_t end; __builtin_add_overflow(from, extent, &end))
    return "expected coordinates below 2^63 but got " + to_string(extent) +
           " from " + to_string(from);
  std::string fault = checkCells();
  if (!fault.empty())
    return fault;
  noteExisting();
  fault = checkCoordinates();
  wrong = !fault.empty();
  return fault;
}

std::string CheckedAxis::checkSnapshots() const {
  for (const CheckedArray &array : arrays)
    if (!array.isUnchanged())
      return "expected the " + array.getName() +
             " to stay as they are while the axis is in use but got them "
             "changed";
  return "";
}

//===----------------------------------------------------------------------===//
// The number of cells, and what tells fibres apart
//===----------------------------------------------------------------------===//

std::string CheckedAxis::checkCells() {
  switch (kind) {
  case CheckedKind::DenseFixed:
  case CheckedKind::SparseFixed:
    return checkWidth();
  case CheckedKind::DenseVariable:
  case CheckedKind::SparseVariable:
    return checkVariable();
  case CheckedKind::Product:
    return checkPairs();
  case CheckedKind::Singleton:
  case CheckedKind::Occupancy:
    return checkList();
  }
  return "expected one of the kinds of axes but got another";
}

std::string CheckedAxis::setCells(const std::vector<int64_t> &factors) {
  // Of no cells in one dimension there are none, however many in the others.
  cells = std::count(factors.begin(), factors.end(), 0) ? 0 : 1;
  for (int64_t factor : factors)
    if (__builtin_mul_overflow(cells, factor, &cells))
      return "expected less than 2^63 cells but got more";
  return "";
}

std::string CheckedAxis::checkWidth() {
  if (width < 0)
    return "expected a width of at least 0 but got " + to_string(width);
  if (typeWidth >= 0 && width != typeWidth)
    return "expected a width of " + to_string(typeWidth) +
           ", as the axis' type has, but got " + to_string(width);
  if (cut < 0)
    return "expected a cut of at least 0 but got " + to_string(cut);
  if (skew < 0)
    return "expected a skew of at least 0 but got " + to_string(skew);
  std::string fault = setCells({getParentCells(), width});
  const CheckedArray *lengths = find(CheckedRole::Lengths);
  if (!fault.empty() || !lengths)
    return fault;
  fault = lengths->checkSizes();
  for (int64_t under = 0; under < getParentCells() && fault.empty(); ++under)
    if ((*lengths)[under] < 0 || (*lengths)[under] > width)
      return "expected lengths[" + to_string(under) + "] to be in [0, " +
             to_string(width) + "] but got " + to_string((*lengths)[under]);
  return fault;
}

std::string CheckedAxis::checkCount() const {
  if (count < 0)
    return "expected a count of at least 0 but got " + to_string(count);
  if (countBits < 64 && (count >> (countBits - 1)) != 0)
    return "expected a count that fits i" + to_string(countBits) + " but got " +
           to_string(count);
  const CheckedArray *coordinates = find(CheckedRole::Coordinates);
  if (coordinates && count > coordinates->getSize())
    return "expected a count of at most the " +
           to_string(coordinates->getSize()) + " coordinates but got " +
           to_string(count);
  return "";
}

std::string CheckedAxis::checkStarts(const CheckedArray &starts) const {
  int64_t fibres = getParentCells();
  std::string what = starts.getName();
  if (starts.getSize() - 1 < fibres)
    return "expected at least " + to_string(fibres + 1) + " " + what +
           " but got " + to_string(starts.getSize());
  if (starts[0] != 0)
    return "expected " + what + "[0] to be 0 but got " + to_string(starts[0]);
  for (int64_t under = 0; under < fibres; ++under)
    if (starts[under] > starts[under + 1])
      return "expected " + what + " not to descend but got " +
             to_string(starts[under]) + " and " + to_string(starts[under + 1]) +
             " from index " + to_string(under) + " on";
  return "";
}

std::string CheckedAxis::checkVariable() {
  cells = count;
  if (parents.empty())
    return checkCount();
  const CheckedArray &positions = *find(CheckedRole::Positions);
  const CheckedArray *coordinates = find(CheckedRole::Coordinates);
  std::string fault = checkStarts(positions);
  if (!fault.empty())
    return fault;
  cells = positions[getParentCells()];
  if (coordinates && cells > coordinates->getSize())
    return "expected positions[" + to_string(getParentCells()) +
           "] to be at most the " + to_string(coordinates->getSize()) +
           " coordinates but got " + to_string(cells);
  return "";
}

std::string CheckedAxis::checkPairs() {
  const CheckedArray &offsets = *find(CheckedRole::Offsets);
  std::string fault = checkStarts(offsets);
  for (int64_t under = 0; under < getParentCells() && fault.empty(); ++under) {
    int64_t wanted;
    if (__builtin_mul_overflow(parents[1]->getFibre(under).length,
                               parents[2]->getFibre(under).length, &wanted) ||
        __builtin_add_overflow(wanted, offsets[under], &wanted))
      return "expected less than 2^63 cells but got more";
    if (offsets[under + 1] != wanted)
      return "expected offsets[" + to_string(under + 1) +
             "] to be the number of pairs before it, " + to_string(wanted) +
             ", but got " + to_string(offsets[under + 1]);
  }
  if (fault.empty())
    cells = offsets[getParentCells()];
  return fault;
}

//===----------------------------------------------------------------------===//
// Fibres and what they lie under
//===----------------------------------------------------------------------===//

CheckedAxis::Fibre CheckedAxis::getFibre(int64_t under) const {
  if (kind == CheckedKind::Singleton)
    return {under, 1, 1};
  if (!hasWidth()) {
    const CheckedArray *starts = find(CheckedRole::Positions);
    int64_t begin = starts ? (*starts)[under] : 0;
    int64_t size = (starts ? (*starts)[under + 1] : count) - begin;
    return {begin, size, size};
  }
  const CheckedArray *lengths = find(CheckedRole::Lengths);
  int64_t length = cutBy     ? getCutLength(under)
                   : lengths ? (*lengths)[under]
                             : width;
  Fibre fibre = {under * width, length, width};
  if (skewAlong)
    applySkew(fibre, under);
  return fibre;
}

/// Of `size` coordinates in blocks of `width`, how many the block `block` has.
static int64_t countInBlock(int64_t size, int64_t width, int64_t block) {
  if (width == 0)
    return 0;
  if (block < size / width)
    return width;
  return block == size / width ? size % width : 0;
}

int64_t CheckedAxis::getCoordinateAbove(const CheckedAxis *above,
                                        int64_t under) const {
  const CheckedAxis *at = parents.front();
  for (; at != above; at = at->parents.front())
    under = at->getUnder(under).front();
  return at->getCoordinate(under);
}

int64_t CheckedAxis::getCutLength(int64_t under) const {
  return std::min(width,
                  countInBlock(cut, extent, getCoordinateAbove(cutBy, under)));
}

void CheckedAxis::applySkew(Fibre &fibre, int64_t under) const {
  int64_t first = getCoordinateAbove(skewAlong, under);
  // Both are of checked structure, so that this is far from an overflow.
  if (cutBy)
    first += width * getCoordinateAbove(cutBy, under);
  fibre.skipped = std::min(std::max<int64_t>(0, -first), fibre.length);
  fibre.length = std::max(fibre.skipped, std::min(fibre.length, skew - first));
}

/// The last of the `fibres` fibres that start before or at `position`.
static int64_t findStart(const CheckedArray &starts, int64_t fibres,
                         int64_t position) {
  int64_t low = 0, high = fibres;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (starts[middle] <= position ? low : high) = middle;
  }
  return low;
}

std::vector<int64_t> CheckedAxis::getPair(int64_t position) const {
  const CheckedArray &offsets = *find(CheckedRole::Offsets);
  int64_t common = findStart(offsets, getParentCells(), position);
  Fibre first = parents[1]->getFibre(common);
  Fibre second = parents[2]->getFibre(common);
  int64_t pair = position - offsets[common];
  return {common, first.begin + pair / second.length,
          second.begin + pair % second.length};
}

std::vector<int64_t> CheckedAxis::getUnder(int64_t position) const {
  if (!entries.empty())
    return getUnderInList(position);
  if (parents.empty())
    return {};
  if (kind == CheckedKind::Singleton)
    return {position};
  if (kind == CheckedKind::Product)
    return getPair(position);
  if (hasWidth())
    return {position / width};
  return {findStart(*find(CheckedRole::Positions), getParentCells(), position)};
}

int64_t CheckedAxis::getFirstCell(const std::vector<int64_t> &under) const {
  if (!entries.empty())
    return getCellInList(under);
  if (kind != CheckedKind::Product)
    return getFibre(under.empty() ? 0 : under.front()).begin;
  Fibre first = parents[1]->getFibre(under[0]);
  Fibre second = parents[2]->getFibre(under[0]);
  return (*find(CheckedRole::Offsets))[under[0]] +
         (under[1] - first.begin) * second.length + (under[2] - second.begin);
}

int64_t CheckedAxis::getCoordinate(int64_t position) const {
  if (const CheckedArray *coordinates = find(CheckedRole::Coordinates))
    return (*coordinates)[position];
  std::vector<int64_t> under = getUnder(position);
  return position - (under.empty() ? 0 : getFibre(under.front()).begin);
}
