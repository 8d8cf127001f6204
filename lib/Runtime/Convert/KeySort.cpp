//===- KeySort.cpp - Sorting keys of several words ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeySort.h"

#include "SharedSort.h"

#include <numeric>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

bool spindle::runtime::isRepeated(const KeyWords &words, int64_t e) {
  for (const FallibleVector<uint64_t> &word : words)
    if (word[e] != word[e - 1])
      return false;
  return true;
}

/// Whether key `e` is smaller than key `e - 1`.
static bool isDescent(const KeyWords &words, int64_t e) {
  for (const FallibleVector<uint64_t> &word : words)
    if (word[e] != word[e - 1])
      return word[e] < word[e - 1];
  return false;
}

void KeysOrder::compare(const KeyWords &words, int64_t begin, int64_t end) {
  begin = std::max<int64_t>(begin, 1);
  bool descends = false, repeats = false;
  if (words.size() == 1) {
    const uint64_t *word = words.front().data();
    for (int64_t e = begin; e < end; ++e) {
      descends |= word[e] < word[e - 1];
      repeats |= word[e] == word[e - 1];
    }
  } else {
    for (int64_t e = begin; e < end; ++e) {
      descends |= isDescent(words, e);
      repeats |= isRepeated(words, e);
    }
  }
  isSorted &= !descends;
  isDistinct &= !repeats;
}

KeysOrder KeysOrder::find(const KeyWords &words, Workers &workers) {
  std::vector<KeysOrder> found(workers.count());
  workers.split(words.front().size(),
                [&](int64_t w, int64_t begin, int64_t end) {
                  KeysOrder own;
                  own.compare(words, begin, end);
                  found[w] = own;
                });
  KeysOrder all;
  for (KeysOrder own : found)
    all.add(own);
  return all;
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

namespace {
/// A word and the index of its key in the input.
struct PlacedWord {
  uint64_t word;
  int64_t place;
};
} // namespace

/// Sorts keys of one word that leave room for their indices, in that word.
static std::optional<Error> sortPacked(FallibleVector<uint64_t> &word, int bits,
                                       int placeBits, Workers &workers,
                                       KeyOrder &order) {
  int64_t count = word.size();
  FallibleVector<uint64_t> scratch;
  if (auto error = scratch.resize(count))
    return error;
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      word[e] = word[e] << placeBits | uint64_t(e);
  });
  auto key = [](uint64_t packed) { return packed; };
  SharedSort<uint64_t, decltype(key)> sorter(key, workers);
  if (auto error = sorter.sort(word.data(), scratch.data(), count, placeBits,
                               placeBits + bits))
    return error;
  uint64_t mask = (uint64_t(1) << placeBits) - 1;
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e) {
      order[e] = word[e] & mask;
      word[e] >>= placeBits;
    }
  });
  return std::nullopt;
}

/// Sorts `order` stably by `word`, which keeps the order of the input but where
/// `isLast` says that it is not needed any more: then it is sorted too.
static std::optional<Error> sortByWord(FallibleVector<uint64_t> &word, int bits,
                                       bool isLast, Workers &workers,
                                       KeyOrder &order) {
  int64_t count = word.size();
  FallibleVector<PlacedWord> placed, scratch;
  if (auto error = placed.resize(count))
    return error;
  if (auto error = scratch.resize(count))
    return error;
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      placed[e] = {word[order[e]], order[e]};
  });
  auto key = [](PlacedWord element) { return element.word; };
  SharedSort<PlacedWord, decltype(key)> sorter(key, workers);
  if (auto error = sorter.sort(placed.data(), scratch.data(), count, 0, bits))
    return error;
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      order[e] = placed[e].place;
    for (int64_t e = begin; isLast && e < end; ++e)
      word[e] = placed[e].word;
  });
  return std::nullopt;
}

/// Brings a word of all keys into `order`.
static std::optional<Error> permute(FallibleVector<uint64_t> &word,
                                    const KeyOrder &order, Workers &workers) {
  FallibleVector<uint64_t> sorted;
  if (auto error = sorted.resize(word.size()))
    return error;
  workers.split(word.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t e = begin; e < end; ++e)
      sorted[e] = word[order[e]];
  });
  word = std::move(sorted);
  return std::nullopt;
}

Expected<KeyOrder> spindle::runtime::sortKeys(KeyWords &words,
                                              const std::vector<int> &bits,
                                              Workers &workers) {
  KeyOrder order;
  int64_t count = words.front().size();
  if (auto error = order.resize(count))
    return std::move(*error);
  int placeBits = 0;
  while (count >> placeBits)
    ++placeBits;
  if (words.size() == 1 && bits[0] + placeBits <= 64) {
    if (auto error = sortPacked(words[0], bits[0], placeBits, workers, order))
      return std::move(*error);
    return order;
  }
  workers.split(count, [&](int64_t, int64_t begin, int64_t end) {
    std::iota(order.data() + begin, order.data() + end, begin);
  });
  for (size_t w = words.size(); w-- > 0;)
    if (auto error = sortByWord(words[w], bits[w], w == 0, workers, order))
      return std::move(*error);
  for (size_t w = 1; w < words.size(); ++w)
    if (auto error = permute(words[w], order, workers))
      return std::move(*error);
  return order;
}
