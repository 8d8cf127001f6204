//===- VariableAxis.cpp - axes of variable fibres -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableAxis.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace spindle::interpreter;
using llvm::ArrayRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Starts of fibres
//===----------------------------------------------------------------------===//

std::string spindle::interpreter::checkStarts(const IntegerArray &starts,
                                              llvm::StringRef what,
                                              int64_t parents) {
  if (starts.size - 1 < parents)
    return ("expected at least " + Twine(parents + 1) + " " + what +
            " but got " + Twine(starts.size))
        .str();
  if (starts[0] != 0)
    return ("expected " + what + "[0] to be 0 but got " + Twine(starts[0]))
        .str();
  for (int64_t under = 0; under < parents; ++under)
    if (starts[under] > starts[under + 1])
      return ("expected " + what + " not to descend but got " +
              Twine(starts[under]) + " and " + Twine(starts[under + 1]) +
              " from index " + Twine(under))
          .str();
  return "";
}

int64_t spindle::interpreter::findStart(const IntegerArray &starts,
                                        int64_t parents, int64_t position) {
  int64_t low = 0, high = parents;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (starts[middle] <= position ? low : high) = middle;
  }
  return low;
}

//===----------------------------------------------------------------------===//
// VariableAxis
//===----------------------------------------------------------------------===//

Positions VariableAxis::under(int64_t position) const {
  if (parents.empty())
    return {};
  return {findStart(positions, getParentSize(), position)};
}

std::optional<Fibre> VariableAxis::fibreUnder(ArrayRef<int64_t> under) const {
  if (under.empty())
    return Fibre{0, cells, cells};
  int64_t begin = positions[under.front()], end = positions[under.front() + 1];
  if (begin < 0 || begin > end || end > cells)
    return std::nullopt;
  return Fibre{begin, end, end - begin};
}

std::string VariableAxis::checkCount() const {
  if (count < 0)
    return ("expected a count of at least 0 but got " + Twine(count)).str();
  if (!llvm::isIntN(positionBits, count))
    return ("expected a count that fits i" + Twine(positionBits) + " but got " +
            Twine(count))
        .str();
  if (coordinates && count > coordinates->size)
    return ("expected a count of at most the " + Twine(coordinates->size) +
            " coordinates but got " + Twine(count))
        .str();
  return "";
}

std::string VariableAxis::checkCells() {
  cells = count;
  if (parents.empty())
    return checkCount();
  std::string fault = checkStarts(positions, "positions", getParentSize());
  if (!fault.empty())
    return fault;
  cells = positions[getParentSize()];
  if (coordinates && cells > coordinates->size)
    return ("expected positions[" + Twine(getParentSize()) +
            "] to be at most the " + Twine(coordinates->size) +
            " coordinates but got " + Twine(cells))
        .str();
  return "";
}

std::string VariableAxis::checkCoordinates() const {
  int64_t fibres = getParentSize();
  for (int64_t under = 0; under < fibres; ++under) {
    if (!hasExistingParent(under))
      continue;
    Fibre fibre = *getFibre(under);
    if (!coordinates && fibre.length() > extent)
      return ("expected at most " + Twine(extent) +
              " positions in the fibre under position " + Twine(under) +
              " but got " + Twine(fibre.length()))
          .str();
    std::string fault = coordinates ? checkFibre(under, fibre) : "";
    if (!fault.empty())
      return fault;
  }
  return "";
}
