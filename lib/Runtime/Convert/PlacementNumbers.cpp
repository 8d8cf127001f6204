//===- PlacementNumbers.cpp - What a pattern gives fibres and elements ----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "EntryKeys.h"
#include "FibreRanks.h"
#include "RadixSort.h"

using namespace spindle::runtime;

/// How many bits `number` takes.
static int countBits(uint64_t number) {
  return number ? 64 - __builtin_clzll(number) : 0;
}

//===----------------------------------------------------------------------===//
// Lengths and orders
//===----------------------------------------------------------------------===//

std::optional<Error> Placement::measure(int64_t inspector) {
  FallibleVector<int64_t> &list = fibreLists[inspector];
  if (auto error = list.resize(fibres.size()))
    return error;
  for (int64_t f = 0; f < fibres.size(); ++f)
    list[f] = fibres.starts[f + 1] - fibres.starts[f];
  return std::nullopt;
}

namespace {
/// A coordinate below its length: what the coordinates of a group are sorted
/// by.
struct PackedLength {
  static constexpr int shift = 32;
  static int64_t getCoordinate(uint64_t packed) { return uint32_t(packed); }

  /// Sorts those of one group by length, equal ones as they come.
  static void sort(uint64_t *list, uint64_t *scratch, int64_t count) {
    uint64_t most = 0;
    for (int64_t i = 0; i < count; ++i)
      most = std::max(most, list[i] >> shift);
    auto key = [](uint64_t word) { return word; };
    RadixSort<uint64_t, decltype(key)>(key).sort(list, scratch, count, shift,
                                                 shift + countBits(most));
  }
};
} // namespace

/// Sets `list` to all coordinates of the dimension that leads, in order, with
/// what they are sorted by.
static void packLengths(const Fibres &fibres, bool isDescending,
                        Workers &workers, FallibleVector<uint64_t> &list) {
  // Shorter than the longest by so much, where the longest come first.
  uint64_t longest = 0;
  for (int64_t f = 0; f < fibres.size() && isDescending; ++f)
    longest =
        std::max<uint64_t>(longest, fibres.starts[f + 1] - fibres.starts[f]);
  auto pack = [](uint64_t length, int64_t x) {
    return length << PackedLength::shift | uint64_t(x);
  };
  workers.split(list.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t x = begin; x < end; ++x)
      list[x] = pack(longest, x);
  });
  workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t f = begin; f < end; ++f) {
      uint64_t length = fibres.starts[f + 1] - fibres.starts[f];
      list[fibres.keys[f]] =
          pack(isDescending ? longest - length : length, fibres.keys[f]);
    }
  });
}

Expected<bool> Placement::order(int64_t number) {
  const StoredInspector &inspector = plan.format.inspectors[number];
  int64_t size = fibres.shape[fibres.lead];
  if (!isWorthAList(size, fibres.count()) || size > int64_t(1) << 31)
    return false;
  FallibleVector<uint64_t> list, scratch;
  FallibleVector<int64_t> places;
  FallibleVector<int64_t> &found = subjects[number];
  auto error = list.resize(size);
  if (!error)
    error = scratch.resize(size);
  for (FallibleVector<int64_t> *own : {&places, &found})
    if (!error)
      error = own->resize(size);
  if (!error)
    error = fibreLists[number].resize(fibres.size());
  if (error)
    return std::move(*error);
  packLengths(fibres, inspector.isDescending, workers, list);
  int64_t width = std::max<int64_t>(size, 1);
  if (inspector.group >= 0)
    width = std::min(width, inspector.groupSteps[0].divisor);
  int64_t groups = size / width + (size % width != 0);
  workers.split(groups, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t g = begin; g < end; ++g) {
      int64_t first = g * width, last = std::min(size, first + width);
      PackedLength::sort(list.data() + first, scratch.data() + first,
                         last - first);
      for (int64_t place = first; place < last; ++place) {
        found[place] = PackedLength::getCoordinate(list[place]);
        places[found[place]] = place;
      }
    }
  });
  workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t f = begin; f < end; ++f)
      fibreLists[number][f] = places[fibres.keys[f]];
  });
  return true;
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

/// Applies `steps` to `count` numbers below `bound`.
static void applyAll(const std::vector<Step> &steps, int64_t bound,
                     int64_t *list, int64_t count) {
  for (Step step : steps)
    applyStep(step, bound, reinterpret_cast<uint64_t *>(list), count);
}

Expected<bool> Placement::rank(int64_t number) {
  const StoredInspector &inspector = plan.format.inspectors[number];
  FallibleVector<int64_t> groups;
  if (auto error = groups.resize(fibres.size()))
    return std::move(*error);
  std::copy(fibres.keys.data(), fibres.keys.data() + fibres.size(),
            groups.data());
  applyAll(inspector.groupSteps, fibres.shape[fibres.lead], groups.data(),
           fibres.size());
  RankedCoordinates what{{}, -1, 0, fibres.shape[fibres.other()]};
  return rankInGroups(fibres, groups.data(), what, workers, ranks[number],
                      nullptr);
}

Expected<bool> Placement::countRanks(int64_t level) {
  const StoredLevel &from = plan.format.levels[level];
  int64_t parent = plan.onlyParent(level);
  if (!std::is_sorted(positions[parent], positions[parent] + fibres.size()))
    return false;
  RankedCoordinates what{from.steps, from.minus, plan.froms[level],
                         from.minus < 0 ? fibres.shape[fibres.other()]
                                        : plan.extents[level]};
  return rankInGroups(fibres, positions[parent], what, workers,
                      levelRanks[level], bases[level].data() + 1);
}

Expected<bool> Placement::countTable(int64_t level) {
  int64_t extent = plan.extents[level];
  if (!isWorthAList(extent, fibres.count()) || extent > int64_t(1) << 31)
    return false;
  FallibleVector<int32_t> &table = levelRanks[level];
  if (auto error = table.assign(extent, 0))
    return std::move(*error);
  int64_t from = plan.froms[level];
  walk([&](int64_t, ElementWalk &elements) {
    elements.read(level);
    const int64_t *list = elements.coordinates(level);
    // Several workers may write the same 1.
    for (int64_t i = 0; i < elements.chunk().count; ++i)
      __atomic_store_n(&table[list[i] - from], 1, __ATOMIC_RELAXED);
  });
  int32_t count = 0;
  for (int64_t x = 0; x < extent; ++x) {
    int32_t isThere = table[x];
    table[x] = count;
    count += isThere;
  }
  sizes.sizes[level] = count;
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers of fibres
//===----------------------------------------------------------------------===//

Expected<bool> Placement::number() {
  int64_t count = plan.format.inspectors.size();
  fibreLists.resize(count);
  ranks.resize(count);
  subjects.resize(count);
  for (int64_t number = 0; number < count; ++number) {
    Expected<bool> isDone = true;
    switch (plan.format.inspectors[number].kind) {
    case InspectorKind::Order:
      isDone = order(number);
      break;
    case InspectorKind::Length:
      if (auto error = measure(number))
        return std::move(*error);
      break;
    case InspectorKind::Rank:
      isDone = rank(number);
      break;
    case InspectorKind::Slot:
      break;
    }
    if (!isDone || !*isDone)
      return isDone;
  }
  if (auto error = readNumbers())
    return std::move(*error);
  return true;
}

std::optional<Error> Placement::readNumbers() {
  numbers.assign(plan.levels(), nullptr);
  for (int64_t l = 0; l < plan.levels(); ++l) {
    const StoredLevel &level = plan.format.levels[l];
    bool isCounted = countsOrder(plan.format, level);
    if (levels[l].origin != Origin::Key &&
        levels[l].origin != Origin::Difference)
      continue;
    const FallibleVector<int64_t> &list =
        isDerived(plan.format, level.dim)
            ? fibreLists[level.dim - plan.format.rank]
            : fibres.keys;
    numbers[l] = list.data();
    if (levels[l].origin == Origin::Difference)
      numbers[l] = fibres.keys.data();
    if (level.steps.empty() || isCounted)
      continue;
    FallibleVector<int64_t> &own = ownLists.emplace_back();
    if (auto error = own.resize(fibres.size()))
      return error;
    int64_t bound = isDerived(plan.format, level.dim) ? plan.bounds[level.dim]
                                                      : fibres.shape[level.dim];
    workers.split(fibres.size(), [&](int64_t, int64_t begin, int64_t end) {
      std::copy(list.data() + begin, list.data() + end, own.data() + begin);
      applyAll(level.steps, bound, own.data() + begin, end - begin);
    });
    numbers[l] = own.data();
  }
  return std::nullopt;
}
