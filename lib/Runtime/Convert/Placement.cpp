//===- Placement.cpp - Sizes of a matrix that is placed -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

using namespace spindle::runtime;

Placement::Placement(const StoragePlan &plan, Fibres &fibres, Workers &workers,
                     std::vector<PlacedLevel> levels)
    : plan(plan), fibres(fibres), workers(workers), levels(std::move(levels)),
      bases(plan.levels()), levelRanks(plan.levels()) {
  // Lists of them are pointed to.
  ownLists.reserve(2 * plan.levels());
  sizes.widths.assign(plan.levels(), 0);
  sizes.sizes.assign(plan.levels(), 0);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    if (level.kind == LevelKind::Dense)
      sizes.widths[l] = plan.extents[l];
    if (level.kind == LevelKind::Fixed)
      sizes.widths[l] = level.width;
  }
}

Expected<std::optional<Placement>>
Placement::make(const StoragePlan &plan, Fibres &fibres, Workers &workers) {
  auto ways = findWays(plan, fibres.lead);
  if (!ways)
    return std::optional<Placement>();
  Placement placement(plan, fibres, workers, std::move(*ways));
  for (auto step : {&Placement::number, &Placement::placeFibres,
                    &Placement::countElements}) {
    Expected<bool> isDone = (placement.*step)();
    if (!isDone)
      return isDone.takeError();
    if (!*isDone)
      return std::optional<Placement>();
  }
  if (checkIndexTypes(plan, placement.sizes))
    return std::optional<Placement>();
  return std::optional<Placement>(std::move(placement));
}

bool Placement::setSize(int64_t level) {
  return !computeSize(plan, level, sizes);
}

bool Placement::isPlain(int64_t level) const {
  int64_t parent = plan.onlyParent(level);
  return parent >= 0 && levels[parent].way == Way::PerFibre &&
         levels[level].origin == Origin::Other &&
         plan.format.levels[level].steps.empty();
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Makes `number` at least `wanted`, whoever else does so.
static void raise(int64_t &number, int64_t wanted) {
  int64_t seen = __atomic_load_n(&number, __ATOMIC_RELAXED);
  while (seen < wanted &&
         !__atomic_compare_exchange_n(&number, &seen, wanted, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

/// Counts the coordinates of each fibre of a compressed level. False where they
/// do not come in order.
bool Placement::countInOrder(int64_t level) {
  int64_t *counts = bases[level].data() + 1;
  if (isPlain(level)) {
    const int64_t *parents = positions[plan.onlyParent(level)];
    workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t f = begin; f < end; ++f)
        counts[parents[f]] = fibres.starts[f + 1] - fibres.starts[f];
    });
    return true;
  }
  std::atomic<bool> isInOrder{true};
  LevelSet above = getClosure(plan.descriptor, level, /*self=*/true);
  walk([&](int64_t, ElementWalk &elements) {
    for (int64_t l = 0; l <= level; ++l)
      if (above[l]) {
        elements.read(l);
        elements.place(l, /*counts=*/l == level);
      }
    // The last of a fibre has counted all.
    for (int64_t i = 0; i < elements.chunk().count; ++i)
      counts[elements.parents(level)[i]] = elements.slots(level)[i] + 1;
    if (!elements.isInOrder())
      isInOrder = false;
  });
  return isInOrder;
}

/// Counts the coordinates of each fibre of a variable level. False where one
/// lacks some.
bool Placement::countVariable(int64_t level) {
  int64_t *counts = bases[level].data() + 1;
  int64_t parent = plan.onlyParent(level);
  const PlacedLevel &way = levels[level];
  std::atomic<bool> hasAll{true};
  if (way.origin == Origin::Rank) {
    walk([&](int64_t, ElementWalk &elements) {
      elements.read(level);
      elements.read(parent);
      elements.place(parent);
      for (int64_t i = 0; i < elements.chunk().count; ++i)
        raise(counts[elements.positions(parent)[i]],
              elements.coordinates(level)[i] + 1);
    });
    return true;
  }
  const std::vector<Step> &steps = plan.format.levels[level].steps;
  workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t f = begin; f < end; ++f) {
      int64_t last = fibres.starts[f + 1] - 1;
      int64_t most = last - fibres.starts[f];
      if (way.origin == Origin::Other && fibres.others[last] != most)
        hasAll = false;
      raise(counts[positions[parent][f]],
            (steps.empty() ? most : applySteps(steps, most)) + 1);
    }
  });
  return hasAll;
}

/// Finds the width of a fixed level. False where a fibre has more elements.
bool Placement::countFixed(int64_t level) {
  int64_t &width = sizes.widths[level];
  std::vector<int64_t> longest(workers.count(), 0);
  std::atomic<bool> isInOrder{true};
  if (isCutToPieces(plan.descriptor, 0))
    return true;
  if (isPlain(level)) {
    workers.split(fibres.size(), [&](int64_t w, int64_t begin, int64_t end) {
      for (int64_t f = begin; f < end; ++f)
        longest[w] =
            std::max(longest[w], fibres.starts[f + 1] - fibres.starts[f]);
    });
  } else {
    LevelSet above = getClosure(plan.descriptor, level, /*self=*/true);
    walk([&](int64_t w, ElementWalk &elements) {
      for (int64_t l = 0; l <= level; ++l)
        if (above[l]) {
          elements.read(l);
          elements.place(l, /*counts=*/l == level);
        }
      for (int64_t i = 0; i < elements.chunk().count; ++i)
        longest[w] = std::max(longest[w], elements.slots(level)[i] + 1);
      if (!elements.isInOrder())
        isInOrder = false;
    });
  }
  int64_t most = *std::max_element(longest.begin(), longest.end());
  if (width < 0)
    width = most;
  return isInOrder && most <= width;
}

/// Notes whether each element's position on `level` is its number.
bool Placement::findIdentical(int64_t level) {
  std::atomic<bool> areSame{true};
  const int64_t *parents = positions[plan.onlyParent(level)];
  workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
    bool same = true;
    for (int64_t f = begin; f < end; ++f)
      same &= bases[level][parents[f]] == fibres.starts[f];
    if (!same)
      areSame = false;
  });
  return areSame;
}

/// Counts the positions of `level`, which are no product of others.
Expected<bool> Placement::countLevel(int64_t level) {
  if (plan.format.levels[level].kind == LevelKind::Fixed)
    return countFixed(level) && setSize(level);
  int64_t parent = plan.onlyParent(level);
  if (parent >= 0 && !isWorthAList(sizes.sizes[parent], fibres.count()))
    return false;
  if (auto error = makeBases(level))
    return std::move(*error);
  Expected<bool> isDone = false;
  if (levels[level].way == Way::Ranked)
    isDone = countRanks(level);
  else if (levels[level].way == Way::InOrder)
    isDone = countInOrder(level);
  else
    isDone = countVariable(level);
  if (!isDone || !*isDone)
    return isDone;
  finishBases(level);
  if (levels[level].way == Way::InOrder && isPlain(level) &&
      findIdentical(level))
    identical = level;
  return true;
}

Expected<bool> Placement::countElements() {
  for (int64_t l = 0; l < plan.levels(); ++l) {
    Expected<bool> isDone = true;
    switch (levels[l].way) {
    case Way::PerFibre:
      break;
    case Way::Dense:
    case Way::Below:
      isDone = setSize(l);
      break;
    case Way::Tabled:
      isDone = countTable(l);
      break;
    case Way::Listed:
      sizes.sizes[l] = fibres.count();
      identical = l;
      break;
    case Way::Counted:
    case Way::InOrder:
    case Way::Ranked:
      isDone = countLevel(l);
    }
    if (!isDone || !*isDone)
      return isDone;
  }
  return true;
}
