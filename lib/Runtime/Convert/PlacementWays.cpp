//===- PlacementWays.cpp - How levels are filled from fibres --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

using namespace spindle::runtime;
using Steps = std::vector<Step>;

namespace {
/// The levels of a format while it is found how they are filled.
struct WaysFinder {
  std::optional<Origin> findInspector(const StoredInspector &inspector) const;
  std::optional<Origin> findOrigin(const StoredLevel &level) const;
  bool tellsFibre(const LevelSet &set) const;
  bool isPerFibre(int64_t level) const {
    return levels[level].way == Way::PerFibre;
  }
  bool areParentsPerFibre(int64_t level) const;
  std::optional<Way> findFibreWay(int64_t level) const;
  std::optional<Way> findElementWay(int64_t level) const;
  std::optional<Way> findVariableWay(int64_t level) const;
  std::optional<Way> findCompressedWay(int64_t level) const;
  std::optional<Way> findSingletonWay(int64_t level) const;
  bool areCounted() const;

  const StoragePlan &plan;
  int64_t lead;
  std::vector<PlacedLevel> levels = {};
};
} // namespace

/// Whether larger numbers never become smaller by `steps`.
static bool areQuotients(const Steps &steps) {
  return std::all_of(steps.begin(), steps.end(),
                     [](Step step) { return step.isQuotient; });
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// What an inspector gives: a number of the fibre, or of the element in it.
std::optional<Origin>
WaysFinder::findInspector(const StoredInspector &inspector) const {
  int64_t group = inspector.group;
  if (inspector.subject == lead) {
    // Groups of neighbours: what a quotient makes of the dimension itself.
    bool areNeighbours =
        group < 0 || (group == lead && inspector.groupSteps.size() == 1 &&
                      inspector.groupSteps[0].isQuotient);
    if (inspector.kind == InspectorKind::Length ||
        (inspector.kind == InspectorKind::Order && areNeighbours))
      return Origin::Key;
    return std::nullopt;
  }
  if (group >= 0 && isDerived(plan.format, group)) {
    const StoredInspector &order = getInspector(plan.format, group);
    if (order.kind == InspectorKind::Order)
      group = order.subject;
  }
  if (group != lead)
    return std::nullopt;
  if (inspector.kind == InspectorKind::Slot && inspector.groupSteps.empty())
    return Origin::Slot;
  if (inspector.kind == InspectorKind::Rank && inspector.group == lead &&
      areQuotients(inspector.groupSteps))
    return Origin::Rank;
  return std::nullopt;
}

std::optional<Origin> WaysFinder::findOrigin(const StoredLevel &level) const {
  if (isDerived(plan.format, level.dim))
    return findInspector(getInspector(plan.format, level.dim));
  if (level.minus >= 0)
    return level.steps.empty() ? std::optional(Origin::Difference)
                               : std::nullopt;
  return level.dim == lead ? Origin::Key : Origin::Other;
}

/// Whether the levels of `set` tell fibres apart.
bool WaysFinder::tellsFibre(const LevelSet &set) const {
  const StoredFormat &format = plan.format;
  for (int64_t l = 0; l < plan.levels(); ++l)
    if (set[l] && countsOrder(format, format.levels[l]))
      return true;
  for (int64_t dim = 0; dim < countDims(format); ++dim) {
    bool isKey = dim == lead;
    if (isDerived(format, dim))
      isKey = getInspector(format, dim).kind == InspectorKind::Order &&
              getInspector(format, dim).subject == lead;
    if (isKey && findDigits(plan.descriptor, dim, set))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

bool WaysFinder::areParentsPerFibre(int64_t level) const {
  const std::vector<int64_t> &parents = plan.format.levels[level].parents;
  return std::all_of(parents.begin(), parents.end(),
                     [&](int64_t parent) { return isPerFibre(parent); });
}

/// The way of a level whose positions and coordinates are those of fibres.
std::optional<Way> WaysFinder::findFibreWay(int64_t l) const {
  const StoredLevel &level = plan.format.levels[l];
  switch (level.kind) {
  case LevelKind::Dense:
    return Way::PerFibre;
  case LevelKind::Compressed:
    if (level.unique || isCutToPieces(plan.descriptor, l))
      return Way::PerFibre;
    // An element has a position of its own where all other levels are its
    // singletons: those below would hold several.
    return level.parents.empty() && level.steps.empty() &&
                   int64_t(plan.tuples[l].size()) + 1 == plan.levels()
               ? std::optional(Way::Listed)
               : std::nullopt;
  case LevelKind::Variable:
    return countsOrder(plan.format, level) ? std::optional(Way::PerFibre)
                                           : std::nullopt;
  case LevelKind::Singleton:
    if (plan.storedOrders[l] >= 0 ||
        (level.parents.size() == 1 && level.steps.empty() &&
         countsOrder(plan.format, plan.format.levels[level.parents[0]])))
      return Way::PerFibre;
    return std::nullopt;
  case LevelKind::Fixed:
  case LevelKind::Structured:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Way> WaysFinder::findVariableWay(int64_t l) const {
  const StoredLevel &level = plan.format.levels[l];
  Origin origin = levels[l].origin;
  if (!areParentsPerFibre(l) || !areQuotients(level.steps))
    return std::nullopt;
  if (origin == Origin::Slot || origin == Origin::Rank)
    return Way::Counted;
  // The other coordinates are to be 0, 1, .. in each fibre.
  return origin == Origin::Other && level.steps.empty() &&
                 tellsFibre(plan.fibreLevels[l])
             ? std::optional(Way::Counted)
             : std::nullopt;
}

std::optional<Way> WaysFinder::findCompressedWay(int64_t l) const {
  const StoredLevel &level = plan.format.levels[l];
  Origin origin = levels[l].origin;
  bool ascends = origin == Origin::Other ||
                 (origin == Origin::Difference && level.dim != lead);
  if (!level.unique || origin == Origin::Key || origin == Origin::Slot ||
      origin == Origin::Rank)
    return std::nullopt;
  if (level.parents.empty())
    return Way::Tabled;
  if (tellsFibre(plan.fibreLevels[l]))
    return ascends ? std::optional(Way::InOrder) : std::nullopt;
  return ascends && areParentsPerFibre(l) && areQuotients(level.steps)
             ? std::optional(Way::Ranked)
             : std::nullopt;
}

std::optional<Way> WaysFinder::findSingletonWay(int64_t l) const {
  const StoredLevel &level = plan.format.levels[l];
  if (!level.unique && level.parents.size() == 1 &&
      levels[level.parents[0]].way == Way::Listed)
    return Way::Below;
  if (!level.unique && plan.format.keepsBitmap && plan.storedOrders[l] < 0)
    return Way::Below;
  return std::nullopt;
}

std::optional<Way> WaysFinder::findElementWay(int64_t l) const {
  const StoredLevel &level = plan.format.levels[l];
  switch (level.kind) {
  case LevelKind::Dense:
    return Way::Dense;
  case LevelKind::Variable:
    return findVariableWay(l);
  case LevelKind::Compressed:
    return findCompressedWay(l);
  case LevelKind::Singleton:
    return findSingletonWay(l);
  case LevelKind::Fixed:
  case LevelKind::Structured:
    break;
  }
  bool hasPadding = plan.format.keepsLengths || plan.format.keepsBitmap;
  bool isRow = levels[l].origin == Origin::Other && !level.parents.empty();
  return isRow && hasPadding && tellsFibre(plan.fibreLevels[l])
             ? std::optional(Way::InOrder)
             : std::nullopt;
}

/// Whether what each level needs to be counted is known when it is.
bool WaysFinder::areCounted() const {
  int64_t counted = -1;
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    LevelSet above = getClosure(plan.descriptor, l, /*self=*/false);
    bool isCounted =
        levels[l].way == Way::Counted || levels[l].way == Way::Ranked ||
        (levels[l].way == Way::InOrder && level.kind == LevelKind::Compressed);
    bool isFixed = level.kind == LevelKind::Fixed;
    if (isCounted && counted >= 0)
      return false;
    for (int64_t other = 0; other < l; ++other) {
      bool isWide = plan.format.levels[other].kind == LevelKind::Fixed;
      bool isUnknown = other == counted || isWide;
      if (above[other] && isUnknown && (isCounted || isFixed))
        return false;
    }
    if (isCounted)
      counted = l;
  }
  return true;
}

std::optional<std::vector<PlacedLevel>>
spindle::runtime::findWays(const StoragePlan &plan, int64_t lead) {
  if (plan.format.rank != 2)
    return std::nullopt;
  WaysFinder finder{plan, lead};
  for (const StoredInspector &inspector : plan.format.inspectors)
    if (!finder.findInspector(inspector))
      return std::nullopt;
  for (int64_t l = 0; l < plan.levels(); ++l) {
    auto origin = finder.findOrigin(plan.format.levels[l]);
    if (!origin)
      return std::nullopt;
    finder.levels.push_back({*origin, Way::Dense});
    bool isPerFibre = *origin == Origin::Key && finder.areParentsPerFibre(l);
    auto way = isPerFibre ? finder.findFibreWay(l) : finder.findElementWay(l);
    if (!way)
      return std::nullopt;
    finder.levels.back().way = *way;
  }
  // Pieces are of elements as they come.
  const StoredLevel *leaf = &plan.format.levels.back();
  if (isCutToPieces(plan.descriptor, 0) &&
      (leaf->dim == lead || leaf->minus >= 0 || !leaf->steps.empty() ||
       !plan.format.levels[0].steps.empty()))
    return std::nullopt;
  return finder.areCounted() ? std::optional(std::move(finder.levels))
                             : std::nullopt;
}
