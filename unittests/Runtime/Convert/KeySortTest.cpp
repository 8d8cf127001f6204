//===- KeySortTest.cpp - Keys sorted by several threads -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeySort.h"
#include "MemoryLimit.h"
#include "MuchWork.h"
#include "SharedSort.h"
#include "TestContext/Thorough.h"

#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>

using namespace spindle::runtime;

namespace {

/// Words of keys, all of one size.
using Words = std::vector<std::vector<uint64_t>>;

/// Ways to draw a word of `bits` bits.
enum class Draw { Uniform, Few, OnePrefix, MostlyOne, Equal, Descending };
constexpr Draw draws[] = {Draw::Uniform,   Draw::Few,   Draw::OnePrefix,
                          Draw::MostlyOne, Draw::Equal, Draw::Descending};

std::vector<uint64_t> drawWord(Draw draw, int64_t count, int bits) {
  std::mt19937_64 random(count + bits);
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  uint64_t high = mask & ~(mask >> 1), low = mask >> (bits / 2);
  std::vector<uint64_t> word;
  for (int64_t e = 0; e < count; ++e) {
    uint64_t any = random() & mask;
    switch (draw) {
    case Draw::Uniform:
      word.push_back(any);
      break;
    case Draw::Few:
      word.push_back((any % 3) * (mask / 3));
      break;
    case Draw::OnePrefix:
      word.push_back(high | (any & low));
      break;
    case Draw::MostlyOne:
      word.push_back(e % 20 ? high | (any & low & 63) : any);
      break;
    case Draw::Equal:
      word.push_back(high);
      break;
    case Draw::Descending:
      word.push_back((uint64_t(count) - e) & mask);
    }
  }
  return word;
}

KeyWords copy(const Words &words) {
  KeyWords result;
  for (const std::vector<uint64_t> &word : words) {
    FallibleVector<uint64_t> &own = result.emplace_back();
    EXPECT_FALSE(own.resize(word.size()));
    std::copy(word.begin(), word.end(), own.data());
  }
  return result;
}

/// The order that a sort by comparing finds.
std::vector<int64_t> sortByComparing(const Words &words) {
  std::vector<int64_t> order(words.front().size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    for (const std::vector<uint64_t> &word : words)
      if (word[a] != word[b])
        return word[a] < word[b];
    return a < b;
  });
  return order;
}

/// Sorts with several numbers of threads.
void check(const Words &words, const std::vector<int> &bits) {
  std::vector<int64_t> wanted = sortByComparing(words);
  for (int64_t threads : {1, 2, 3, 7}) {
    SCOPED_TRACE(std::to_string(threads) + " threads");
    Workers workers(threads, muchWork);
    KeyWords sorted = copy(words);
    Expected<KeyOrder> order = sortKeys(sorted, bits, workers);
    ASSERT_TRUE(bool(order));
    ASSERT_EQ(order->size(), int64_t(wanted.size()));
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), order->data()));
    for (size_t w = 0; w < words.size(); ++w)
      for (int64_t e = 0; e < order->size(); ++e)
        ASSERT_EQ(sorted[w][e], words[w][wanted[e]]);
    KeysOrder found = KeysOrder::find(sorted, workers);
    EXPECT_TRUE(found.isSorted);
  }
}
} // namespace

TEST(KeySortTest, OneWordWithRoomForPlaces) {
  for (Draw draw : spindle::chooseTried(draws))
    for (int64_t count : {0, 1, 2, 33, 5000, 70000})
      for (int bits : {1, 9, 30, 46}) {
        SCOPED_TRACE(std::to_string(int(draw)) + ": " + std::to_string(count) +
                     " of " + std::to_string(bits) + " bits");
        check({drawWord(draw, count, bits)}, {bits});
      }
}

TEST(KeySortTest, OneWordWithout) {
  for (Draw draw : spindle::chooseTried(draws))
    for (int64_t count : {2, 33, 5000, 70000})
      for (int bits : {55, 64}) {
        SCOPED_TRACE(std::to_string(int(draw)) + ": " + std::to_string(count) +
                     " of " + std::to_string(bits) + " bits");
        check({drawWord(draw, count, bits)}, {bits});
      }
}

TEST(KeySortTest, SeveralWords) {
  for (Draw high : draws)
    for (Draw low : spindle::chooseTried(draws)) {
      SCOPED_TRACE(std::to_string(int(high)) + ", " + std::to_string(int(low)));
      check({drawWord(high, 30000, 60), drawWord(low, 30000, 40)}, {60, 40});
    }
  check({drawWord(Draw::Few, 30000, 64), drawWord(Draw::Equal, 30000, 3),
         drawWord(Draw::Few, 30000, 64)},
        {64, 3, 64});
}

// The range of a worker starts with a key that is compared with the one before.
TEST(KeySortTest, WhatIsKnownOfTheOrder) {
  for (int64_t odd : {1, 3, 4, 5, 8, 11})
    for (int64_t threads : {1, 2, 3, 7}) {
      Workers workers(threads, muchWork);
      Words words(1);
      for (int64_t e = 0; e < 12; ++e)
        words[0].push_back(10 * e);
      KeysOrder found = KeysOrder::find(copy(words), workers);
      EXPECT_TRUE(found.isSorted && found.isDistinct);
      words[0][odd] = words[0][odd - 1];
      found = KeysOrder::find(copy(words), workers);
      EXPECT_TRUE(found.isSorted && !found.isDistinct);
      --words[0][odd];
      found = KeysOrder::find(copy(words), workers);
      EXPECT_FALSE(found.isSorted);
    }
}

TEST(KeySortTest, WithoutMemory) {
  Words words = {drawWord(Draw::Uniform, 20000, 64)};
  for (int64_t threads : {1, 3}) {
    Workers workers(threads, muchWork);
    int64_t before = countAllocatedBytes(), refused = 0;
    for (bool isDone = false; !isDone; ++refused) {
      KeyWords sorted = copy(words);
      MemoryLimit limit(countAllocatedBytes() + (refused << 14));
      isDone = bool(sortKeys(sorted, {64}, workers));
    }
    EXPECT_GT(refused, 10);
    EXPECT_EQ(countAllocatedBytes(), before);
  }
}
