//===- PlacementFibres.cpp - Positions that whole fibres have -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "EntryKeys.h"

using namespace spindle::runtime;

std::optional<Error> Placement::makeBases(int64_t level) {
  int64_t parent = plan.onlyParent(level);
  int64_t parents = parent < 0 ? 1 : sizes.sizes[parent];
  return bases[level].assign(parents + 1, 0);
}

void Placement::finishBases(int64_t level) {
  FallibleVector<int64_t> &list = bases[level];
  for (int64_t p = 1; p < list.size(); ++p)
    list[p] += list[p - 1];
  sizes.sizes[level] = list[list.size() - 1];
}

/// The fibres in the order of their coordinates on `level` and those above it;
/// empty where that is their own order.
Expected<FallibleVector<int64_t>> Placement::sortFibres(int64_t level) const {
  std::vector<int64_t> order, extents(plan.levels(), 1);
  LevelSet above = getClosure(plan.descriptor, level, /*self=*/true);
  for (int64_t l = 0; l <= level; ++l) {
    if (!above[l])
      continue;
    order.push_back(l);
    for (int64_t f = 0; f < fibres.size(); ++f)
      extents[l] = std::max(extents[l], numbers[l][f] + 1);
  }
  KeyFields fields(extents, order);
  KeyWords words(fields.bits.size());
  for (FallibleVector<uint64_t> &word : words)
    if (auto error = word.assign(fibres.size(), 0))
      return std::move(*error);
  for (int64_t l : order)
    for (int64_t f = 0; f < fibres.size(); ++f)
      fields.pack(l, numbers[l][f], words, f);
  KeysOrder found;
  found.compare(words, 0, fibres.size());
  if (found.isSorted)
    return FallibleVector<int64_t>();
  return sortKeys(words, fields.bits, workers);
}

/// Places the fibres on a level that has positions of its own.
Expected<bool> Placement::placeCounted(int64_t level) {
  int64_t parent = plan.onlyParent(level), position = -1;
  if (parent >= 0 && !isWorthAList(sizes.sizes[parent], fibres.count()))
    return false;
  auto order = sortFibres(level);
  if (!order)
    return order.takeError();
  FallibleVector<int64_t> &own = ownLists.emplace_back();
  if (auto error = own.resize(fibres.size()))
    return std::move(*error);
  if (auto error = makeBases(level))
    return std::move(*error);
  int64_t before[2] = {-1, -1};
  bool isCompressed = plan.format.levels[level].kind == LevelKind::Compressed;
  for (int64_t place = 0; place < fibres.size(); ++place) {
    int64_t f = order->size() ? (*order)[place] : place;
    int64_t under = parent < 0 ? 0 : positions[parent][f];
    // An order's numbers differ: each fibre has a position.
    bool isNew = !isCompressed || place == 0 || under != before[0] ||
                 numbers[level][f] != before[1];
    before[0] = under;
    before[1] = numbers[level][f];
    position += isNew;
    bases[level][under + 1] += isNew;
    own[f] = position;
  }
  finishBases(level);
  positions[level] = own.data();
  return true;
}

/// Places the pieces of fibres that are cut to one width.
std::optional<Error> Placement::placePieces() {
  FallibleVector<int64_t> &own = ownLists.emplace_back();
  if (auto error = own.resize(fibres.size()))
    return error;
  int64_t width = plan.format.levels[1].width, pieces = 0;
  for (int64_t f = 0; f < fibres.size(); ++f) {
    own[f] = pieces;
    pieces += (fibres.starts[f + 1] - fibres.starts[f] - 1) / width + 1;
  }
  positions[0] = own.data();
  sizes.sizes[0] = pieces;
  return std::nullopt;
}

Expected<bool> Placement::placeFibres() {
  positions.assign(plan.levels(), nullptr);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    if (levels[l].way != Way::PerFibre) {
      continue;
    } else if (isCutToPieces(plan.descriptor, l)) {
      if (auto error = placePieces())
        return std::move(*error);
    } else if (level.kind == LevelKind::Compressed ||
               level.kind == LevelKind::Variable) {
      Expected<bool> isDone = placeCounted(l);
      if (!isDone || !*isDone)
        return isDone;
    } else {
      if (!setSize(l))
        return false;
      if (auto error = placeDense(l))
        return std::move(*error);
    }
  }
  return true;
}

/// Places the fibres on a dense level or a singleton.
std::optional<Error> Placement::placeDense(int64_t level) {
  int64_t parent = plan.onlyParent(level);
  bool isDense = plan.format.levels[level].kind == LevelKind::Dense;
  positions[level] = parent < 0 ? numbers[level] : positions[parent];
  if (!isDense || parent < 0)
    return std::nullopt;
  FallibleVector<int64_t> &own = ownLists.emplace_back();
  if (auto error = own.resize(fibres.size()))
    return error;
  int64_t width = sizes.widths[level];
  workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t f = begin; f < end; ++f)
      own[f] = positions[parent][f] * width + numbers[level][f];
  });
  positions[level] = own.data();
  return std::nullopt;
}
