//===- FormatModel.cpp - what a format says, element by element -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatModel.h"

#include "ElementNumbers.h"

#include <map>
#include <set>

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;
using sparse::LevelKind;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static int64_t floorDivide(int64_t x, int64_t divisor) {
  int64_t rest = ((x % divisor) + divisor) % divisor;
  return (x - rest) / divisor;
}

int64_t formatfuzz::evaluate(AffineExpr expr, const Place &place,
                             const Place &numbers) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return place[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return numbers[symbol.getPosition()];
  auto operation = cast<AffineBinaryOpExpr>(expr);
  int64_t left = evaluate(operation.getLHS(), place, numbers);
  int64_t right = evaluate(operation.getRHS(), place, numbers);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return left + right;
  case AffineExprKind::Mul:
    return left * right;
  case AffineExprKind::FloorDiv:
    return floorDivide(left, right);
  default:
    return left - floorDivide(left, right) * right;
  }
}

//===----------------------------------------------------------------------===//
// Inspectors of formats of levels
//===----------------------------------------------------------------------===//

/// The index of each coordinate of the subject, a dimension.
static void addOrder(Elements &elements, sparse::InspectorAttr inspector) {
  unsigned dim = cast<AffineDimExpr>(inspector.getSubject()).getPosition();
  bool isNegated =
      inspector.getKey() == sparse::InspectorAttr::Key::NegatedLength;
  std::vector<Place> keys;
  for (int64_t x = 0; x < elements.shape[dim]; ++x) {
    int64_t length = elements.count(
        [&](size_t other) { return elements.places[other][dim] == x; });
    // The group is made of the subject, so any cell with it tells the group.
    Place place(elements.shape.size(), 0);
    place[dim] = x;
    keys.push_back({evaluate(inspector.getGroup(), place, {}),
                    isNegated ? -length : length, x});
  }
  elements.add([&](size_t element) {
    const Place &own = keys[elements.places[element][dim]];
    return std::count_if(keys.begin(), keys.end(),
                         [&](const Place &key) { return key < own; });
  });
}

static void addInspector(Elements &elements, sparse::InspectorAttr inspector) {
  using Kind = sparse::InspectorAttr::Kind;
  AffineExpr subject = inspector.getSubject(), group = inspector.getGroup();
  auto isOfGroup = [&](size_t other, size_t element) {
    return elements.get(group, other) == elements.get(group, element);
  };
  auto isSmaller = [&](size_t other, size_t element) {
    return elements.get(subject, other) < elements.get(subject, element);
  };
  switch (inspector.getKind()) {
  case Kind::Order:
    return addOrder(elements, inspector);
  case Kind::Slot:
    return elements.add([&](size_t element) {
      return elements.count([&](size_t other) {
        return isOfGroup(other, element) && isSmaller(other, element);
      });
    });
  case Kind::Rank:
    return elements.add([&](size_t element) {
      std::set<int64_t> smaller;
      for (size_t other = 0; other < elements.size(); ++other)
        if (isOfGroup(other, element) && isSmaller(other, element))
          smaller.insert(elements.get(subject, other));
      return int64_t(smaller.size());
    });
  case Kind::Length:
    return elements.add([&](size_t element) {
      return elements.count([&](size_t other) {
        return elements.get(subject, other) == elements.get(subject, element);
      });
    });
  }
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// The levels that `level` lies under, however far.
static std::set<int64_t> getAncestors(sparse::FormatAttr format,
                                      int64_t level) {
  std::set<int64_t> above;
  for (int64_t parent : format.getLevels()[level].getParents()) {
    above.insert(parent);
    above.merge(getAncestors(format, parent));
  }
  return above;
}

/// Whether each element has a position of its own in `level`, or in one that a
/// chain of singletons lies under.
static bool hasOwnPositions(sparse::FormatAttr format, int64_t level) {
  sparse::LevelAttr attr = format.getLevels()[level];
  if (attr.getKind() == LevelKind::Singleton)
    return llvm::all_of(attr.getParents(), [&](int64_t parent) {
      return hasOwnPositions(format, parent);
    });
  return !attr.getUnique();
}

/// The different coordinates of `level` in each of its fibres.
static std::map<Place, std::set<int64_t>>
collectFibres(sparse::FormatAttr format, int64_t level,
              const Elements &elements) {
  SmallVector<AffineExpr> above;
  for (int64_t parent : getAncestors(format, level))
    above.push_back(format.getLevels()[parent].getExpr());
  std::map<Place, std::set<int64_t>> fibres;
  for (size_t element = 0; element < elements.size(); ++element)
    fibres[elements.get(above, element)].insert(
        elements.get(format.getLevels()[level].getExpr(), element));
  return fibres;
}

/// Whether levels below `level` tell that one of its positions has no element.
static bool tellsGaps(sparse::FormatAttr format, int64_t level) {
  for (auto [below, attr] : llvm::enumerate(format.getLevels())) {
    bool hasLengths =
        attr.getKind() == LevelKind::Compressed ||
        attr.getKind() == LevelKind::Variable ||
        (attr.getKind() == LevelKind::Fixed && format.keepsLengths());
    if (hasLengths && getAncestors(format, below).count(level))
      return true;
  }
  return false;
}

/// Whether a fibre of `level` may have `coordinates`, which some element has.
static bool mayHave(sparse::FormatAttr format, int64_t level,
                    const std::set<int64_t> &coordinates) {
  sparse::LevelAttr attr = format.getLevels()[level];
  bool isDerived = attr.getExpr().isSymbolicOrConstant();
  auto count = int64_t(coordinates.size());
  switch (attr.getKind()) {
  case LevelKind::Fixed:
  case LevelKind::Structured: {
    // A row of more elements has several positions above.
    bool isCut = level == 1 && format.getLevels().size() == 2 &&
                 !format.getLevels().front().getUnique();
    int64_t width = attr.getParams().front();
    return isCut || ShapedType::isDynamic(width) || count <= width;
  }
  case LevelKind::Singleton:
    return count <= 1 || hasOwnPositions(format, level);
  case LevelKind::Variable:
    // Numbers of the pattern have no gaps, and bits tell of others.
    return isDerived || format.keepsBitmap() || tellsGaps(format, level) ||
           (*coordinates.begin() == 0 && *coordinates.rbegin() == count - 1);
  default:
    return true;
  }
}

/// Whether `level` claims that no coordinate comes twice in all of it, as those
/// of an order's rows do.
static bool claimsUnique(sparse::FormatAttr format, int64_t level) {
  sparse::LevelAttr attr = format.getLevels()[level];
  bool isOfOrder = llvm::any_of(attr.getParents(), [&](int64_t parent) {
    return format.getLevels()[parent].getExpr().isSymbolicOrConstant();
  });
  return attr.getKind() == LevelKind::Singleton && attr.getUnique() &&
         !isOfOrder;
}

/// Whether some coordinate comes in several of `fibres`.
static bool comesTwice(const std::map<Place, std::set<int64_t>> &fibres) {
  std::set<int64_t> seen;
  for (const auto &[fibre, coordinates] : fibres)
    for (int64_t coordinate : coordinates)
      if (!seen.insert(coordinate).second)
        return true;
  return false;
}

/// Whether arrays of indices of `format` may be too narrow for the tensor.
static bool isNarrow(sparse::FormatAttr format, const Elements &elements) {
  bool isSmall =
      elements.size() < 120 &&
      llvm::all_of(elements.shape, [](int64_t size) { return size < 64; });
  return !isSmall &&
         llvm::any_of(format.getLevels(), [](sparse::LevelAttr level) {
           return level.getCrd() && level.getCrd().getIntOrFloatBitWidth() < 32;
         });
}

/// Whether fibres may have too few elements, with nothing to tell so.
static bool lacksPadding(sparse::FormatAttr format) {
  if (format.keepsBitmap())
    return false;
  return llvm::any_of(format.getLevels(), [&](sparse::LevelAttr level) {
    return (level.getKind() == LevelKind::Fixed && !format.keepsLengths()) ||
           level.getKind() == LevelKind::Variable ||
           (level.getKind() == LevelKind::Singleton);
  });
}

Fit formatfuzz::judge(sparse::FormatAttr format, const Place &shape,
                      const std::vector<Place> &places) {
  Elements elements(shape, places);
  for (sparse::InspectorAttr inspector : format.getInspectors())
    addInspector(elements, inspector);
  bool isUnclear = false;
  for (int64_t level = 0; level < int64_t(format.getLevels().size()); ++level) {
    auto fibres = collectFibres(format, level, elements);
    for (const auto &[fibre, coordinates] : fibres)
      if (!mayHave(format, level, coordinates))
        return Fit::Refuses;
    // Padding has coordinates too.
    isUnclear |= claimsUnique(format, level);
    if (claimsUnique(format, level) && comesTwice(fibres))
      return Fit::Refuses;
  }
  return isUnclear || lacksPadding(format) || isNarrow(format, elements)
             ? Fit::Unclear
             : Fit::Holds;
}
