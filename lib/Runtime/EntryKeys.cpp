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
                     const std::vector<int64_t> &order)
    : fields(extents.size()), bits(1, 0) {
  for (int64_t level : order) {
    int width = bitsBelow(extents[level]);
    if (bits.back() + width > 64)
      bits.push_back(0);
    bits.back() += width;
    fields[level] = {int(bits.size()) - 1, bits.back(),
                     (uint64_t(1) << width) - 1};
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

/// Applies a step to `count` coordinates below `bound`.
static void applyStep(Level::Step step, int64_t bound, uint64_t *x,
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

/// Adds the coordinates of `count` entries from `begin` on one level to `keys`.
static void packLevel(const StoragePlan &plan, const CooTensor &tensor,
                      int64_t level, int shift, int64_t begin, int64_t count,
                      uint64_t *keys) {
  const Level &from = plan.format.levels[level];
  const int64_t *dim = tensor.coordinates[from.dim].as<int64_t>() + begin;
  uint64_t coordinates[chunkSize];
  std::copy(dim, dim + count, coordinates);
  int64_t bound = plan.shape[from.dim];
  for (Level::Step step : from.steps)
    applyStep(step, bound, coordinates, count);
  for (int64_t i = 0; i < count; ++i)
    keys[i] |= coordinates[i] << shift;
}

/// Packs the coordinates of all entries into `words`, which have their size,
/// and compares them.
static KeysOrder packEntries(const StoragePlan &plan, const KeyFields &keys,
                             const CooTensor &tensor, KeyWords &words,
                             Progress &progress) {
  KeysOrder order;
  for (int64_t begin = 0, e = tensor.entries(); begin < e; begin += chunkSize) {
    int64_t count = std::min(chunkSize, e - begin);
    for (FallibleVector<uint64_t> &word : words)
      std::fill(word.data() + begin, word.data() + begin + count, 0);
    for (int64_t level = 0; level < plan.levels(); ++level) {
      const KeyFields::Field &field = keys.fields[level];
      if (field.mask)
        packLevel(plan, tensor, level, field.shift, begin, count,
                  words[field.word].data() + begin);
    }
    order.compare(words, begin, begin + count);
    progress.add(count);
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Drops all but the first of equal keys, and notes where each one's entries
/// start.
static std::optional<Error> joinEqual(SortedEntries &sorted) {
  int64_t entries = sorted.count(), elements = entries > 0;
  KeysOrder order;
  order.compare(sorted.words, 0, entries);
  if (order.isDistinct)
    return std::nullopt;
  for (int64_t e = 1; e < entries; ++e)
    elements += !isRepeated(sorted.words, e);
  if (auto error = sorted.starts.resize(elements + 1))
    return error;
  int64_t element = 0;
  for (int64_t e = 0; e < entries; ++e)
    if (e == 0 || !isRepeated(sorted.words, e))
      sorted.starts[element++] = e;
  sorted.starts[element] = entries;
  for (FallibleVector<uint64_t> &word : sorted.words) {
    for (int64_t e = 0; e < elements; ++e)
      word[e] = word[sorted.starts[e]];
    if (auto error = word.resize(elements))
      return error;
  }
  return std::nullopt;
}

Expected<SortedEntries> spindle::runtime::sortByKeys(const StoragePlan &plan,
                                                     const KeyFields &keys,
                                                     const CooTensor &tensor,
                                                     Progress &progress) {
  SortedEntries sorted;
  sorted.words.resize(keys.bits.size());
  for (FallibleVector<uint64_t> &word : sorted.words)
    if (auto error = word.resize(tensor.entries()))
      return std::move(*error);
  KeysOrder found = packEntries(plan, keys, tensor, sorted.words, progress);
  if (!found.isSorted) {
    Expected<KeyOrder> order = sortKeys(sorted.words, keys.bits);
    if (!order)
      return order.takeError();
    sorted.sources = std::move(*order);
  }
  progress.add(tensor.entries());
  if (!found.isSorted || !found.isDistinct)
    if (auto error = joinEqual(sorted))
      return std::move(*error);
  return sorted;
}
