//===- EntryKeys.cpp - Coordinates packed into sortable words -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryKeys.h"

using namespace spindle::runtime;

/// How many bits numbers below `bound` take.
static int bitsBelow(int64_t bound) {
  int bits = 0;
  for (uint64_t most = bound > 0 ? bound - 1 : 0; most; most >>= 1)
    ++bits;
  return bits;
}

KeyFields::KeyFields(const std::vector<int64_t> &extents,
                     const std::vector<int64_t> &order,
                     const std::vector<int64_t> &froms)
    : fields(extents.size()), bits(1, 0) {
  for (int64_t level : order) {
    int width = bitsBelow(extents[level]);
    if (bits.back() + width > 64)
      bits.push_back(0);
    bits.back() += width;
    fields[level] = {int(bits.size()) - 1, bits.back(),
                     (uint64_t(1) << width) - 1,
                     froms.empty() ? 0 : froms[level]};
  }
  // The first of a word lies highest.
  for (Field &field : fields)
    if (field.word >= 0)
      field.shift = bits[field.word] - field.shift;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// How many entries are packed at a time.
static constexpr int64_t chunkSize = 1024;

void spindle::runtime::applyStep(Step step, int64_t bound, uint64_t *x,
                                 int64_t count) {
  uint64_t divisor = step.divisor;
  bool isSmall = bound <= int64_t(1) << 32 && divisor >> 32 == 0;
  if ((divisor & (divisor - 1)) == 0) {
    int shift = bitsBelow(step.divisor);
    for (int64_t i = 0; i < count; ++i)
      x[i] = step.isQuotient ? x[i] >> shift : x[i] & (divisor - 1);
  } else if (isSmall) {
    // A division of 32 bits takes a fraction of the time of one of 64.
    for (int64_t i = 0; i < count; ++i)
      x[i] = step.isQuotient ? uint32_t(x[i]) / uint32_t(divisor)
                             : uint32_t(x[i]) % uint32_t(divisor);
  } else {
    for (int64_t i = 0; i < count; ++i)
      x[i] = step.isQuotient ? x[i] / divisor : x[i] % divisor;
  }
}

/// Takes `from` and the coordinates in `minus` from `count` coordinates.
static void subtract(const int64_t *minus, int64_t from, uint64_t *x,
                     int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    x[i] -= uint64_t(minus[i]) + uint64_t(from);
}

namespace {
/// The entries of a tensor, and what their pattern gives.
struct Entries {
  const StoragePlan &plan;
  const CooTensor &tensor;
  const PatternNumbers &numbers;

  /// What the coordinates on `level` are made of.
  const int64_t *getSource(int64_t level) const {
    int64_t source = plan.sources[level];
    int64_t rank = plan.format.rank;
    return source < rank ? tensor.coordinates[source].as<int64_t>()
                         : numbers.lists[source - rank].numbers.data();
  }
  /// A number above all of these.
  int64_t getBound(int64_t level) const {
    int64_t source = plan.sources[level];
    int64_t rank = plan.format.rank;
    return source < rank ? plan.shape[source]
                         : numbers.lists[source - rank].bound;
  }
  /// Whether these are the coordinates themselves.
  bool isCounted(int64_t level) const {
    return plan.sources[level] >= plan.numDims();
  }
};
} // namespace

/// Adds the coordinates of `count` entries from `begin` on one level to `keys`.
static void packLevel(const Entries &entries, int64_t level, int shift,
                      int64_t begin, int64_t count, uint64_t *keys) {
  const int64_t *source = entries.getSource(level) + begin;
  uint64_t coordinates[chunkSize];
  std::copy(source, source + count, coordinates);
  int64_t bound = entries.getBound(level);
  if (!entries.isCounted(level))
    for (Step step : entries.plan.format.levels[level].steps)
      applyStep(step, bound, coordinates, count);
  if (int64_t dim = entries.plan.format.levels[level].minus; dim >= 0)
    subtract(entries.tensor.coordinates[dim].as<int64_t>() + begin,
             entries.plan.froms[level], coordinates, count);
  for (int64_t i = 0; i < count; ++i)
    keys[i] |= coordinates[i] << shift;
}

/// Packs the coordinates of the entries [first, end) into `words`, and compares
/// the keys of all but the first with the ones before them.
static KeysOrder packEntries(const Entries &entries, const KeyFields &keys,
                             int64_t first, int64_t end, KeyWords &words) {
  KeysOrder order;
  for (int64_t begin = first; begin < end; begin += chunkSize) {
    int64_t count = std::min(chunkSize, end - begin);
    for (FallibleVector<uint64_t> &word : words)
      std::fill(word.data() + begin, word.data() + begin + count, 0);
    for (int64_t level = 0; level < entries.plan.levels(); ++level) {
      const KeyFields::Field &field = keys.fields[level];
      if (field.mask)
        packLevel(entries, level, field.shift, begin, count,
                  words[field.word].data() + begin);
    }
    order.compare(words, std::max(begin, first + 1), begin + count);
  }
  return order;
}

/// Packs the coordinates of all entries into `words`, which have their size,
/// and compares them.
static KeysOrder packEntries(const Entries &entries, const KeyFields &keys,
                             Workers &workers, KeyWords &words) {
  int64_t count = entries.tensor.entries();
  std::vector<KeysOrder> found(workers.count());
  workers.split(count, [&](int64_t w, int64_t begin, int64_t end) {
    found[w] = packEntries(entries, keys, begin, end, words);
  });
  KeysOrder all;
  for (int64_t w = 0; w < workers.count(); ++w) {
    int64_t begin = workers.begin(w, count);
    all.compare(words, begin, std::min(begin + 1, count));
    all.add(found[w]);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Finds where the entries of each element start.
static std::optional<Error> findStarts(SortedEntries &sorted,
                                       Workers &workers) {
  int64_t entries = sorted.count();
  std::vector<int64_t> firsts(workers.count() + 1, 0);
  auto isFirst = [&](int64_t e) {
    return e == 0 || !isRepeated(sorted.words, e);
  };
  workers.split(entries, [&](int64_t w, int64_t begin, int64_t end) {
    int64_t own = 0;
    for (int64_t e = begin; e < end; ++e)
      own += isFirst(e);
    firsts[w + 1] = own;
  });
  for (int64_t w = 0; w < workers.count(); ++w)
    firsts[w + 1] += firsts[w];
  if (auto error = sorted.starts.resize(firsts.back() + 1))
    return error;
  sorted.starts[firsts.back()] = entries;
  workers.split(entries, [&](int64_t w, int64_t begin, int64_t end) {
    int64_t element = firsts[w];
    for (int64_t e = begin; e < end; ++e)
      if (isFirst(e))
        sorted.starts[element++] = e;
  });
  return std::nullopt;
}

/// Drops all but the first of equal keys, and notes where each one's entries
/// start.
static std::optional<Error> joinEqual(SortedEntries &sorted, Workers &workers) {
  if (KeysOrder::find(sorted.words, workers).isDistinct)
    return std::nullopt;
  if (auto error = findStarts(sorted, workers))
    return error;
  int64_t elements = sorted.starts.size() - 1;
  for (FallibleVector<uint64_t> &word : sorted.words) {
    FallibleVector<uint64_t> joined;
    if (auto error = joined.resize(elements))
      return error;
    workers.split(elements, [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t e = begin; e < end; ++e)
        joined[e] = word[sorted.starts[e]];
    });
    word = std::move(joined);
  }
  return std::nullopt;
}

Expected<SortedEntries> spindle::runtime::sortByKeys(
    const StoragePlan &plan, const KeyFields &keys, const CooTensor &tensor,
    const PatternNumbers &numbers, Workers &workers, Progress &progress) {
  SortedEntries sorted;
  sorted.words.resize(keys.bits.size());
  for (FallibleVector<uint64_t> &word : sorted.words)
    if (auto error = word.resize(tensor.entries()))
      return std::move(*error);
  KeysOrder found =
      packEntries({plan, tensor, numbers}, keys, workers, sorted.words);
  progress.add(tensor.entries());
  if (!found.isSorted) {
    Expected<KeyOrder> order = sortKeys(sorted.words, keys.bits, workers);
    if (!order)
      return order.takeError();
    sorted.sources = std::move(*order);
  }
  progress.add(tensor.entries());
  if (!found.isSorted || !found.isDistinct)
    if (auto error = joinEqual(sorted, workers))
      return std::move(*error);
  return sorted;
}

std::vector<int64_t>
spindle::runtime::findExtents(const StoragePlan &plan,
                              const PatternNumbers &numbers) {
  std::vector<int64_t> extents = plan.extents, bounds = plan.shape;
  for (const NumberList &list : numbers.lists)
    bounds.push_back(list.bound);
  for (int64_t level = 0; level < plan.levels(); ++level)
    if (plan.sources[level] >= plan.numDims())
      extents[level] = bounds[plan.sources[level]];
    else if (plan.sources[level] >= plan.format.rank)
      extents[level] = getExtent(plan.format.levels[level], bounds);
  return extents;
}
