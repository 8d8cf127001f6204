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

static void addCriterion(Elements &elements, sparse::CriterionAttr criterion) {
  using Kind = sparse::CriterionAttr::Kind;
  ArrayRef<AffineExpr> exprs = criterion.getExprs();
  std::vector<Place> all = elements.getAll(exprs);
  switch (criterion.getKind()) {
  case Kind::Section: {
    int64_t size =
        elements.shape[cast<AffineDimExpr>(exprs.front()).getPosition()];
    int64_t width = std::max<int64_t>(1, (size + criterion.getCount() - 1) /
                                             criterion.getCount());
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
