//===- CompositeModel.cpp - which parts hold an element -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatModel.h"

#include "ElementNumbers.h"

#include <map>

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;

/// The index of each element's number when all are sorted by how many elements
/// have them.
static void addPlaces(Elements &elements, AffineExpr expr) {
  std::map<int64_t, int64_t> counts;
  for (size_t element = 0; element < elements.size(); ++element)
    ++counts[elements.get(expr, element)];
  elements.add([&](size_t element) {
    int64_t own = elements.get(expr, element), before = 0;
    for (auto [number, count] : counts)
      before += std::pair(-count, number) < std::pair(-counts[own], own);
    return before;
  });
}

/// What the elements of the block of size number `size` that `element` is in
/// cost, and whether that is the whole block.
static std::pair<int64_t, bool> priceBlock(sparse::CriterionAttr criterion,
                                           const std::vector<Place> &all,
                                           size_t size, size_t element) {
  size_t rank = criterion.getExprs().size();
  ArrayRef<int64_t> numbers = criterion.getNumbers();
  auto getBlock = [&](size_t s, size_t of) {
    Place block;
    for (size_t x = 0; x < rank; ++x)
      block.push_back(
          llvm::divideFloorSigned(all[of][x], numbers[s * (rank + 1) + x]));
    return block;
  };
  int64_t whole = numbers[size * (rank + 1) + rank], divided = 0;
  if (numbers.size() == (size + 1) * (rank + 1))
    return {whole, true};
  // The first element of each block of the next size stands for it.
  std::map<Place, size_t> inner;
  for (size_t other = 0; other < all.size(); ++other)
    if (getBlock(size, other) == getBlock(size, element))
      inner.insert({getBlock(size + 1, other), other});
  for (auto [block, other] : inner)
    divided += priceBlock(criterion, all, size + 1, other).first;
  return {std::min(whole, divided), whole <= divided};
}

static void addCriterion(Elements &elements, sparse::CriterionAttr criterion) {
  using Kind = sparse::CriterionAttr::Kind;
  ArrayRef<AffineExpr> exprs = criterion.getExprs();
  std::vector<Place> all = elements.getAll(exprs);
  switch (criterion.getKind()) {
  case Kind::Section: {
    int64_t size =
        elements.shape[cast<AffineDimExpr>(exprs.front()).getPosition()];
    int64_t width = std::max<int64_t>(
        1, (size + criterion.getNumbers()[0] - 1) / criterion.getNumbers()[0]);
    return elements.add([&](size_t element) {
      return elements.get(exprs.front(), element) / width;
    });
  }
  case Kind::Length:
    return elements.add([&](size_t element) {
      return elements.count(
          [&](size_t other) { return all[other] == all[element]; });
    });
  case Kind::Slot:
    return elements.add([&](size_t element) {
      return elements.count([&](size_t other) {
        return std::equal(all[other].begin() + 1, all[other].end(),
                          all[element].begin() + 1) &&
               std::pair(all[other].front(), other) <
                   std::pair(all[element].front(), element);
      });
    });
  case Kind::Order:
    return addPlaces(elements, exprs.front());
  case Kind::Cover:
    return elements.add([&](size_t element) {
      int64_t size = 0;
      while (!priceBlock(criterion, all, size, element).second)
        ++size;
      return size;
    });
  }
}

std::vector<std::vector<size_t>>
formatfuzz::findHolders(sparse::CompositeAttr format, const Place &shape,
                        const std::vector<Place> &places) {
  Elements elements(shape, places);
  for (sparse::CriterionAttr criterion : format.getCriteria())
    addCriterion(elements, criterion);
  std::vector<std::vector<size_t>> holders(places.size());
  for (auto [number, part] : llvm::enumerate(format.getParts()))
    for (size_t element = 0; element < elements.size(); ++element) {
      bool holds = !part.getIsRest() || holders[element].empty();
      for (auto [expr, low, high] :
           llvm::zip_equal(part.getExprs(), part.getLows(), part.getHighs())) {
        int64_t own = elements.get(expr, element);
        holds &= low <= own && own <= high;
      }
      if (holds)
        holders[element].push_back(number);
    }
  return holders;
}
