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

/// Whether `expr` is a dimension or an inspector's number, or quotients and
/// remainders of one. The remainder of a division by 1 is the constant 0.
static bool isOfOneNumber(AffineExpr expr) {
  if (AffineBinaryOpExpr division = getDivision(expr))
    return isOfOneNumber(division.getLHS());
  return isa<AffineDimExpr, AffineSymbolExpr, AffineConstantExpr>(expr);
}

/// The dimensions x and y of `expr`, which is x - y, written as x + y * -1 or
/// the other way round; none where it is something else.
static std::optional<std::pair<AffineDimExpr, AffineDimExpr>>
getDifference(AffineExpr expr) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  for (auto [first, second] : {std::pair(sum.getLHS(), sum.getRHS()),
                               std::pair(sum.getRHS(), sum.getLHS())}) {
    auto plus = dyn_cast<AffineDimExpr>(first);
    auto minus = dyn_cast<AffineDimExpr>(-second);
    if (plus && minus)
      return std::pair(plus, minus);
  }
  return std::nullopt;
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

/// Adds the dimension that term `number`, a difference, is taken from, where
/// the other one is known and it is not; says whether it did.
bool IndexMap::addSum(unsigned number) {
  auto difference = getDifference(terms[number].expr);
  if (!difference || find(difference->first))
    return false;
  std::optional<unsigned> minus = find(difference->second);
  if (!minus)
    return false;
  terms.push_back({difference->first, number, *minus, 1});
  return true;
}

std::optional<IndexMap> IndexMap::make(sparse::FormatAttr format) {
  IndexMap map;
  map.format = format;
  for (sparse::LevelAttr level : format.getLevels()) {
    if (!isOfOneNumber(level.getExpr()) && !getDifference(level.getExpr()))
      return std::nullopt;
    map.terms.push_back({level.getExpr()});
  }
  map.numLevels = map.terms.size();
  bool grows = true;
  while (grows) {
    grows = false;
    for (unsigned number = 0; number < map.terms.size(); ++number)
      grows |= map.addDividend(map.terms[number].expr) || map.addSum(number);
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

int64_t spindle::interpreter::evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                                       ArrayRef<int64_t> numbers) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbol.getPosition() < numbers.size() ? numbers[symbol.getPosition()]
                                                 : 0;
  if (auto difference = getDifference(expr))
    return dims[difference->first.getPosition()] -
           dims[difference->second.getPosition()];
  AffineBinaryOpExpr division = getDivision(expr);
  if (!division)
    return 0;
  int64_t dividend = evaluate(division.getLHS(), dims, numbers);
  int64_t divisor = getDivisor(division);
  return expr.getKind() == AffineExprKind::Mod ? dividend % divisor
                                               : dividend / divisor;
}

Positions IndexMap::getLevels(ArrayRef<int64_t> dims,
                              ArrayRef<int64_t> numbers) const {
  Positions levels;
  for (const Term &term : ArrayRef(terms).take_front(numLevels))
    levels.push_back(evaluate(term.expr, dims, numbers));
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

std::optional<int64_t> IndexMap::getNumber(unsigned symbol,
                                           ArrayRef<int64_t> levels) const {
  std::optional<unsigned> whole =
      find(getAffineSymbolExpr(symbol, format.getContext()));
  Positions values(levels.take_front(numLevels));
  for (const Term &term : ArrayRef(terms).drop_front(numLevels)) {
    int64_t high = values[term.quotient], low = values[term.remainder];
    values.push_back(high < 0 || low < 0 ? -1 : high * term.divisor + low);
  }
  bool isKnown = whole && values[*whole] >= 0;
  return isKnown ? std::optional<int64_t>(values[*whole]) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The number of values that `expr` has where dimensions have `sizes`; of a
/// remainder, those that it may have.
int64_t IndexMap::computeExtent(AffineExpr expr,
                                ArrayRef<int64_t> sizes) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return sizes[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    sparse::InspectorAttr inspector =
        format.getInspectors()[symbol.getPosition()];
    auto subject = cast<AffineDimExpr>(inspector.getSubject());
    if (inspector.getKind() != sparse::InspectorAttr::Kind::Length)
      return sizes[subject.getPosition()];
    // A row of a matrix is as long as it has columns at most.
    return sizes.size() == 1 ? 2 : sizes[1 - subject.getPosition()] + 1;
  }
  if (auto difference = getDifference(expr))
    return std::max<int64_t>(0, sizes[difference->first.getPosition()] +
                                    sizes[difference->second.getPosition()] -
                                    1);
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

int64_t IndexMap::getFrom(unsigned level, ArrayRef<int64_t> sizes) const {
  auto difference = getDifference(terms[level].expr);
  return difference ? 1 - sizes[difference->second.getPosition()] : 0;
}

int64_t IndexMap::getSumExtent(unsigned level, ArrayRef<int64_t> sizes) const {
  return sizes[getDifference(terms[level].expr)->first.getPosition()];
}

bool IndexMap::isDifference(unsigned level) const {
  return getDifference(terms[level].expr).has_value();
}

bool IndexMap::isRemainder(unsigned level) const {
  return terms[level].expr.getKind() == AffineExprKind::Mod;
}

int64_t IndexMap::getDividendExtent(unsigned level,
                                    ArrayRef<int64_t> sizes) const {
  return computeExtent(getDivision(terms[level].expr).getLHS(), sizes);
}
