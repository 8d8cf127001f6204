//===- IndexMap.cpp - dimensions and levels -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexMap.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle::interpreter;
namespace sparse = spindle::sparse;

/// `expr` as a division by a constant; null where it is none.
static AffineBinaryOpExpr getDivision(AffineExpr expr) {
  bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::Mod;
  return divides ? cast<AffineBinaryOpExpr>(expr) : AffineBinaryOpExpr(nullptr);
}

static int64_t getDivisor(AffineBinaryOpExpr division) {
  return cast<AffineConstantExpr>(division.getRHS()).getValue();
}

/// Whether `expr` is a dimension, or quotients and remainders of one. The
/// remainder of a division by 1 is the constant 0.
static bool isOfOneDim(AffineExpr expr) {
  if (AffineBinaryOpExpr division = getDivision(expr))
    return isOfOneDim(division.getLHS());
  return isa<AffineDimExpr, AffineConstantExpr>(expr);
}

//===----------------------------------------------------------------------===//
// Which numbers the levels determine
//===----------------------------------------------------------------------===//

std::optional<unsigned> IndexMap::find(AffineExpr expr) const {
  for (unsigned number = 0; number < terms.size(); ++number)
    if (terms[number].expr == expr)
      return number;
  return std::nullopt;
}

/// Adds what `part` is a quotient or a remainder of, where its counterpart is
/// known and it is not; says whether it did.
bool IndexMap::addDividend(AffineExpr part) {
  AffineBinaryOpExpr division = getDivision(part);
  if (!division || find(division.getLHS()))
    return false;
  AffineExpr dividend = division.getLHS(), divisor = division.getRHS();
  std::optional<unsigned> quotient = find(dividend.floorDiv(divisor));
  std::optional<unsigned> remainder = find(dividend % divisor);
  if (!quotient || !remainder)
    return false;
  terms.push_back({dividend, *quotient, *remainder, getDivisor(division)});
  return true;
}

std::optional<IndexMap> IndexMap::make(sparse::FormatAttr format) {
  IndexMap map;
  for (sparse::LevelAttr level : format.getLevels()) {
    if (!isOfOneDim(level.getExpr()))
      return std::nullopt;
    map.terms.push_back({level.getExpr()});
  }
  map.numLevels = map.terms.size();
  bool grows = true;
  while (grows) {
    grows = false;
    for (unsigned number = 0; number < map.terms.size(); ++number)
      grows |= map.addDividend(map.terms[number].expr);
  }
  for (int64_t dim = 0; dim < format.getRank(); ++dim) {
    std::optional<unsigned> term =
        map.find(getAffineDimExpr(dim, format.getContext()));
    if (!term)
      return std::nullopt;
    map.dims.push_back(*term);
  }
  return map;
}

//===----------------------------------------------------------------------===//
// There and back
//===----------------------------------------------------------------------===//

/// The value of `expr` at the coordinates `dims`.
static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  AffineBinaryOpExpr division = getDivision(expr);
  if (!division)
    return 0;
  int64_t dividend = evaluate(division.getLHS(), dims);
  int64_t divisor = getDivisor(division);
  return expr.getKind() == AffineExprKind::Mod ? dividend % divisor
                                               : dividend / divisor;
}

Positions IndexMap::getLevels(ArrayRef<int64_t> dims) const {
  Positions levels;
  for (const Term &term : ArrayRef(terms).take_front(numLevels))
    levels.push_back(evaluate(term.expr, dims));
  return levels;
}

Positions IndexMap::getDims(ArrayRef<int64_t> levels) const {
  Positions values(levels.take_front(numLevels));
  // Stored coordinates may be too large: their sum wraps, and is out of range.
  for (const Term &term : ArrayRef(terms).drop_front(numLevels))
    values.push_back(uint64_t(values[term.quotient]) * term.divisor +
                     values[term.remainder]);
  Positions found;
  for (unsigned term : dims)
    found.push_back(values[term]);
  return found;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The number of values that `expr` has where dimensions have `sizes`; of a
/// remainder, those that it may have.
static int64_t computeExtent(AffineExpr expr, ArrayRef<int64_t> sizes) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return sizes[dim.getPosition()];
  AffineBinaryOpExpr division = getDivision(expr);
  if (!division)
    return 1;
  if (expr.getKind() == AffineExprKind::Mod)
    return getDivisor(division);
  return llvm::divideCeil(computeExtent(division.getLHS(), sizes),
                          getDivisor(division));
}

int64_t IndexMap::getExtent(unsigned level, ArrayRef<int64_t> sizes) const {
  return computeExtent(terms[level].expr, sizes);
}

bool IndexMap::isRemainder(unsigned level) const {
  return terms[level].expr.getKind() == AffineExprKind::Mod;
}

int64_t IndexMap::getDividendExtent(unsigned level,
                                    ArrayRef<int64_t> sizes) const {
  return computeExtent(getDivision(terms[level].expr).getLHS(), sizes);
}
