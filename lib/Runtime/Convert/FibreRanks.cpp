//===- FibreRanks.cpp - Ranks among neighbouring fibres -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FibreRanks.h"

#include "EntryKeys.h"
#include "RadixSort.h"

using namespace spindle::runtime;

namespace {
/// The elements of one group: the coordinate of each above its number in the
/// group. Each fibre is a run that is in order already.
class Group {
public:
  static constexpr int shift = 32;
  /// More runs than this are sorted as if they were in no order.
  static constexpr int64_t mostRuns = 64;

  /// Makes room for groups of up to `elements` elements and `runs` runs.
  std::optional<Error> reserve(int64_t elements, int64_t runs) {
    for (FallibleVector<uint64_t> *list : {&words, &scratch})
      if (auto error = list->resize(elements))
        return error;
    return ends.resize(runs + 1);
  }

  void begin() { size = numRuns = 0; }
  void addRun(const Fibres &fibres, int64_t fibre,
              const RankedCoordinates &what);
  const uint64_t *sort();
  int64_t count() const { return size; }

private:
  void mergeRuns();

  FallibleVector<uint64_t> words, scratch;
  /// Where each run ends.
  FallibleVector<int64_t> ends;
  int64_t size = 0, numRuns = 0;
  uint64_t *sorted = nullptr;
};
} // namespace

/// Adds the elements of a fibre.
void Group::addRun(const Fibres &fibres, int64_t fibre,
                   const RankedCoordinates &what) {
  int64_t start = fibres.starts[fibre], end = fibres.starts[fibre + 1];
  uint64_t *to = words.data() + size;
  fibres.others.visit(
      [&](const auto *list) { std::copy(list + start, list + end, to); });
  int64_t shiftBy = what.from + (what.minus < 0 ? 0 : fibres.keys[fibre]);
  for (Step step : what.steps)
    applyStep(step, what.bound, to, end - start);
  for (int64_t i = 0; i < end - start; ++i)
    to[i] = (to[i] - uint64_t(shiftBy)) << shift | uint64_t(size + i);
  size += end - start;
  ends[numRuns++] = size;
}

/// Merges two runs that follow one another.
static void merge(const uint64_t *from, int64_t begin, int64_t middle,
                  int64_t end, uint64_t *to) {
  const uint64_t *left = from + begin, *leftEnd = from + middle;
  const uint64_t *right = leftEnd, *rightEnd = from + end;
  to += begin;
  while (left < leftEnd && right < rightEnd) {
    bool takesRight = *right < *left;
    *to++ = takesRight ? *right : *left;
    right += takesRight;
    left += !takesRight;
  }
  std::copy(right, rightEnd, std::copy(left, leftEnd, to));
}

/// Merges neighbouring runs until there is one.
void Group::mergeRuns() {
  uint64_t *from = words.data(), *to = scratch.data();
  for (; numRuns > 1; std::swap(from, to)) {
    int64_t merged = 0, begin = 0;
    for (int64_t run = 0; run < numRuns; run += 2) {
      int64_t middle = ends[run];
      int64_t end = run + 1 < numRuns ? ends[run + 1] : middle;
      merge(from, begin, middle, end, to);
      ends[merged++] = begin = end;
    }
    numRuns = merged;
  }
  sorted = from;
}

/// The elements in the order of their coordinates.
const uint64_t *Group::sort() {
  if (numRuns <= mostRuns) {
    mergeRuns();
    return sorted;
  }
  uint64_t most = 0;
  for (int64_t i = 0; i < size; ++i)
    most = std::max(most, words[i] >> shift);
  int bits = 0;
  for (; most; most >>= 1)
    ++bits;
  auto key = [](uint64_t word) { return word; };
  RadixSort<uint64_t, decltype(key)>(key).sort(words.data(), scratch.data(),
                                               size, shift, shift + bits);
  return words.data();
}

/// Ranks the elements of a group, whose numbers are counted from `first`; how
/// many different coordinates there are.
static int32_t rankGroup(Group &group, int32_t *ranks) {
  const uint64_t *sorted = group.sort();
  int32_t rank = -1;
  uint64_t before = ~uint64_t(0);
  for (int64_t i = 0; i < group.count(); ++i) {
    uint64_t coordinate = sorted[i] >> Group::shift;
    rank += coordinate != before;
    before = coordinate;
    ranks[uint32_t(sorted[i])] = rank;
  }
  return rank + 1;
}

/// The first fibre of `worker` that begins a group.
static int64_t findFirst(const Fibres &fibres, const int64_t *groups,
                         const Workers &workers, int64_t worker) {
  int64_t first = fibres.firstOf(workers, worker);
  while (first > 0 && first < fibres.size() &&
         groups[first] == groups[first - 1])
    ++first;
  return first;
}

/// Calls `fn(first, end)` with the fibres of each group in [begin, end).
template <typename Fn>
static void forGroups(const int64_t *groups, int64_t begin, int64_t end,
                      Fn &&fn) {
  for (int64_t first = begin, next; first < end; first = next) {
    for (next = first + 1; next < end && groups[next] == groups[first];)
      ++next;
    fn(first, next);
  }
}

Expected<bool> spindle::runtime::rankInGroups(
    const Fibres &fibres, const int64_t *groups, const RankedCoordinates &what,
    Workers &workers, FallibleVector<int32_t> &ranks, int64_t *counts) {
  if (what.bound > int64_t(1) << 32)
    return false;
  if (auto error = ranks.resize(fibres.count()))
    return std::move(*error);
  int64_t elements = 0, runs = 0;
  forGroups(groups, 0, fibres.size(), [&](int64_t first, int64_t end) {
    elements = std::max(elements, fibres.starts[end] - fibres.starts[first]);
    runs = std::max(runs, end - first);
  });
  std::vector<Group> rooms(workers.count());
  for (Group &room : rooms)
    if (auto error = room.reserve(elements, runs))
      return std::move(*error);
  workers.run([&](int64_t w) {
    int64_t begin = findFirst(fibres, groups, workers, w);
    int64_t end = findFirst(fibres, groups, workers, w + 1);
    Group &group = rooms[w];
    forGroups(groups, begin, end, [&](int64_t first, int64_t last) {
      group.begin();
      for (int64_t f = first; f < last; ++f)
        group.addRun(fibres, f, what);
      int32_t count = rankGroup(group, ranks.data() + fibres.starts[first]);
      if (counts)
        counts[groups[first]] = count;
    });
  });
  return true;
}
