//===- KeptMemoryTest.cpp - memory for the temporaries of kernels ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KeptMemory.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

using namespace spindle::execution;

static constexpr size_t kLarge = size_t(1) << 20;

namespace {
/// Begins and ends with nothing kept.
struct KeptMemoryTest : testing::Test {
  KeptMemoryTest() { releaseKeptMemory(); }
  ~KeptMemoryTest() override { releaseKeptMemory(); }
};
} // namespace

TEST_F(KeptMemoryTest, TheNextTakerGetsWhatWasGivenBack) {
  void *first = takeMemory(kLarge);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  std::memset(first, 1, kLarge);
  EXPECT_EQ(countKeptBytes(), 0u);
  giveMemoryBack(first);
  EXPECT_EQ(countKeptBytes(), kLarge);
  // Of a size that is alike; one not half as large gets its own.
  void *small = takeMemory(kLarge / 2 - 2);
  EXPECT_NE(small, first);
  void *larger = takeMemory(kLarge + 1);
  EXPECT_NE(larger, first);
  EXPECT_EQ(takeMemory(kLarge / 2), first);
  EXPECT_EQ(countKeptBytes(), 0u);
  for (void *memory : {first, small, larger})
    giveMemoryBack(memory);
  EXPECT_EQ(countKeptBytes(), kLarge + kLarge / 2 - 2 + kLarge + 1);
  EXPECT_EQ(countKeptBytes(), releaseKeptMemory());
  EXPECT_EQ(countKeptBytes(), 0u);
}

TEST_F(KeptMemoryTest, TheSmallestThatFitsIsTaken) {
  void *large = takeMemory(kLarge + 4096), *fitting = takeMemory(kLarge);
  giveMemoryBack(fitting);
  giveMemoryBack(large);
  EXPECT_EQ(takeMemory(kLarge - 1), fitting);
  EXPECT_EQ(takeMemory(kLarge - 1), large);
  giveMemoryBack(fitting);
  giveMemoryBack(large);
}

TEST_F(KeptMemoryTest, ZerosAreZerosAlsoWhereSomethingWas) {
  void *first = takeMemory(kLarge);
  std::memset(first, 1, kLarge);
  giveMemoryBack(first);
  auto *zeros = static_cast<unsigned char *>(takeZeros(kLarge / 8, 8));
  EXPECT_EQ(zeros, first);
  EXPECT_EQ(std::count(zeros, zeros + kLarge, 0), ptrdiff_t(kLarge));
  giveMemoryBack(zeros);
  giveMemoryBack(takeZeros(3, 0));
}

TEST_F(KeptMemoryTest, LittleIsNotKept) {
  for (size_t bytes : {size_t(0), size_t(1), size_t(65535)}) {
    void *memory = takeMemory(bytes);
    ASSERT_NE(memory, nullptr);
    std::memset(memory, 1, bytes);
    giveMemoryBack(memory);
  }
  giveMemoryBack(nullptr);
  EXPECT_EQ(countKeptBytes(), 0u);
}

TEST_F(KeptMemoryTest, TheOldestGoFirst) {
  std::vector<void *> memory;
  for (int number = 0; number < 66; ++number)
    memory.push_back(takeMemory(kLarge + number));
  for (void *piece : memory)
    giveMemoryBack(piece);
  // Without the first two.
  size_t left = 64 * kLarge;
  for (int number = 2; number < 66; ++number)
    left += number;
  EXPECT_EQ(countKeptBytes(), left);
}

TEST_F(KeptMemoryTest, ThreadsDoNotShareWhatIsTaken) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&wrong, thread] {
      for (int round = 0; round < 200; ++round) {
        size_t bytes = (size_t(64) << 10) + size_t(round % 7) * 5000;
        auto *memory = static_cast<unsigned char *>(takeMemory(bytes));
        std::memset(memory, thread + 1, bytes);
        std::this_thread::yield();
        for (size_t at = 0; at < bytes; at += 997)
          wrong[thread] += memory[at] != thread + 1;
        giveMemoryBack(memory);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST_F(KeptMemoryTest, MemoryThatCannotBeHadIsNull) {
  EXPECT_EQ(takeMemory(std::numeric_limits<size_t>::max()), nullptr);
  EXPECT_EQ(takeMemory(size_t(1) << 62), nullptr);
  EXPECT_EQ(takeZeros(size_t(1) << 60, 64), nullptr);
}
