//===- KeySort.cpp - Sorting keys of several words ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeySort.h"

#include "RadixSort.h"

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

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

namespace {
/// A word and the place of its key in the input.
struct PlacedWord {
  uint64_t word;
  int64_t place;
};
} // namespace

/// Sorts keys of one word that leave room for their places, in that word.
static std::optional<Error> sortPacked(FallibleVector<uint64_t> &word, int bits,
                                       int placeBits, KeyOrder &order) {
  int64_t count = word.size();
  FallibleVector<uint64_t> scratch;
  if (auto error = scratch.resize(count))
    return error;
  for (int64_t e = 0; e < count; ++e)
    word[e] = word[e] << placeBits | uint64_t(e);
  auto key = [](uint64_t packed) { return packed; };
  RadixSort<uint64_t, decltype(key)>(key).sort(
      word.data(), scratch.data(), count, placeBits, placeBits + bits);
  uint64_t mask = (uint64_t(1) << placeBits) - 1;
  for (int64_t e = 0; e < count; ++e) {
    order[e] = word[e] & mask;
    word[e] >>= placeBits;
  }
  return std::nullopt;
}

/// Sorts `order` stably by `word`, which keeps the order of the input.
static std::optional<Error> sortByWord(const FallibleVector<uint64_t> &word,
                                       int bits, KeyOrder &order) {
  int64_t count = word.size();
  FallibleVector<PlacedWord> placed, scratch;
  if (auto error = placed.resize(count))
    return error;
  if (auto error = scratch.resize(count))
    return error;
  for (int64_t e = 0; e < count; ++e)
    placed[e] = {word[order[e]], order[e]};
  auto key = [](PlacedWord element) { return element.word; };
  RadixSort<PlacedWord, decltype(key)>(key).sort(placed.data(), scratch.data(),
                                                 count, 0, bits);
  for (int64_t e = 0; e < count; ++e)
    order[e] = placed[e].place;
  return std::nullopt;
}

/// Brings the keys into `order`.
static std::optional<Error> permute(KeyWords &words, const KeyOrder &order) {
  for (FallibleVector<uint64_t> &word : words) {
    FallibleVector<uint64_t> sorted;
    if (auto error = sorted.resize(word.size()))
      return error;
    for (int64_t e = 0, end = word.size(); e < end; ++e)
      sorted[e] = word[order[e]];
    word = std::move(sorted);
  }
  return std::nullopt;
}

Expected<KeyOrder> spindle::runtime::sortKeys(KeyWords &words,
                                              const std::vector<int> &bits) {
  KeyOrder order;
  int64_t count = words.front().size();
  if (auto error = order.resize(count))
    return std::move(*error);
  int placeBits = 0;
  while (count >> placeBits)
    ++placeBits;
  if (words.size() == 1 && bits[0] + placeBits <= 64) {
    if (auto error = sortPacked(words[0], bits[0], placeBits, order))
      return std::move(*error);
    return order;
  }
  for (int64_t e = 0; e < count; ++e)
    order[e] = e;
  for (size_t w = words.size(); w > 0; --w)
    if (auto error = sortByWord(words[w - 1], bits[w - 1], order))
      return std::move(*error);
  if (auto error = permute(words, order))
    return std::move(*error);
  return order;
}
