//===- FixedAxes.cpp - axes of fixed width --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedAxes.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace spindle::interpreter;
using llvm::ArrayRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Any axis of fixed width
//===----------------------------------------------------------------------===//

Positions FixedAxis::under(int64_t position) const {
  return parents.empty() ? Positions() : Positions{position / width};
}

std::optional<Fibre> FixedAxis::fibreUnder(ArrayRef<int64_t> under) const {
  int64_t parent = under.empty() ? 0 : under.front();
  std::optional<int64_t> length = countExisting(parent);
  int64_t begin = parent * width;
  if (!length)
    return std::nullopt;
  return Fibre{begin, begin + *length, width};
}

std::optional<int64_t> FixedAxis::getCoordinateAbove(int64_t under,
                                                     unsigned steps) const {
  const AxisState *above = parents.front().get();
  for (unsigned step = 0; step < steps; ++step) {
    under = above->under(under).front();
    above = above->parents.front().get();
  }
  return above->coordinate(under);
}

/// Of `size` coordinates in blocks of `width`, how many the block `block` has.
static int64_t countInBlock(int64_t size, int64_t width, int64_t block) {
  if (width == 0)
    return 0;
  if (block < size / width)
    return width;
  return block == size / width ? size % width : 0;
}

std::optional<int64_t> FixedAxis::countExisting(int64_t under) const {
  if (cut) {
    std::optional<int64_t> block = getCutCoordinate(under);
    if (!block)
      return std::nullopt;
    return std::min(width, countInBlock(cut->size, cut->block, *block));
  }
  if (!lengths)
    return width;
  int64_t length = lengths[under];
  bool fits = length >= 0 && length <= width;
  return fits ? std::optional<int64_t>(length) : std::nullopt;
}

std::string FixedAxis::checkCells() {
  if (width < 0)
    return ("expected a width of at least 0 but got " + Twine(width)).str();
  if (cut && cut->size < 0)
    return ("expected a cut of at least 0 but got " + Twine(cut->size)).str();
  std::string fault = setCells({getParentSize(), width});
  if (fault.empty() && lengths)
    fault = lengths.check("lengths");
  if (!fault.empty() || !lengths)
    return fault;
  for (int64_t under = 0; under < getParentSize(); ++under)
    if (!countExisting(under))
      return ("expected lengths[" + Twine(under) + "] to be in [0, " +
              Twine(width) + "] but got " + Twine(lengths[under]))
          .str();
  return "";
}

//===----------------------------------------------------------------------===//
// dense_fixed
//===----------------------------------------------------------------------===//

/// The first cell stands for the coordinate after all blocks before.
std::optional<Fibre> DenseFixedAxis::fibreUnder(ArrayRef<int64_t> under) const {
  std::optional<Fibre> fibre = FixedAxis::fibreUnder(under);
  if (!fibre || !skew)
    return fibre;
  std::optional<int64_t> along = getSkewCoordinate(under.front());
  int64_t first = 0;
  if (!along ||
      (cut &&
       llvm::MulOverflow(*getCutCoordinate(under.front()), width, first)) ||
      llvm::AddOverflow(first, *along, first))
    return std::nullopt;
  fibre->skipped = std::min(std::max<int64_t>(0, -first), fibre->length());
  int64_t end = std::min(fibre->length(), skew->size - first);
  fibre->end = fibre->begin + std::max(end, fibre->skipped);
  return fibre;
}

std::string DenseFixedAxis::checkCells() {
  if (skew && skew->size < 0)
    return ("expected a skew of at least 0 but got " + Twine(skew->size)).str();
  return FixedAxis::checkCells();
}

//===----------------------------------------------------------------------===//
// sparse_fixed
//===----------------------------------------------------------------------===//

std::string SparseFixedAxis::checkCoordinates() const {
  std::string fault = coordinates.check("coordinates");
  for (int64_t under = 0; under < getParentSize() && fault.empty(); ++under) {
    Fibre fibre = *getFibre(under);
    // Without coordinates to have, cells are padding, of which bits tell.
    if (!hasExistingParent(under) || (extent == 0 && !lengths))
      fibre.end = fibre.begin;
    fault = checkFibre(under, fibre);
    for (int64_t p = fibre.end; p < fibre.begin + fibre.cells && !cut; ++p)
      if (fault.empty())
        fault = checkPadding(p, coordinates[p]);
  }
  return fault;
}
