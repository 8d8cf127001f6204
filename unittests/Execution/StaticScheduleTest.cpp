//===- StaticScheduleTest.cpp - iterations dealt out in advance -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What each member of a team runs, against a list of all iterations.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/StaticSchedule.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace spindle::execution;

using Iterations = std::vector<uint64_t>;

/// The iterations of `range`, one after the other.
static Iterations list(const LoopRange &range) {
  Iterations all;
  if (range.step > 0 ? range.first > range.last : range.first < range.last)
    return all;
  for (uint64_t at = range.first;; at += uint64_t(range.step)) {
    uint64_t left = range.step > 0 ? range.last - at : at - range.last;
    all.push_back(at);
    if (left < (range.step > 0 ? uint64_t(range.step) : -uint64_t(range.step)))
      return all;
  }
}

/// Loops with 0 to 23 iterations, up and down, from 0, up to the largest
/// number and in between, whose last number is hit and is not.
static std::vector<LoopRange> makeLoops() {
  std::vector<LoopRange> loops;
  for (uint64_t first : {uint64_t(0), uint64_t(1000), ~uint64_t(0) - 70})
    for (uint64_t width = 0; width < 70; width += width < 12 ? 1 : 7)
      for (int64_t step : {1, 2, 3, 64}) {
        loops.push_back({first, first + width, step});
        loops.push_back({first + width, first, -step});
      }
  for (int64_t step : {1, 5}) {
    loops.push_back({3, 2, step});
    loops.push_back({2, 3, -step});
    loops.push_back({~uint64_t(0), 0, step});
  }
  return loops;
}

static std::string describe(const LoopRange &loop, int member, int members) {
  return std::to_string(loop.first) + " to " + std::to_string(loop.last) +
         " by " + std::to_string(loop.step) + ", member " +
         std::to_string(member) + " of " + std::to_string(members);
}

static const std::vector<int> kMembers = {1, 2, 3, 5, 8, 100};

TEST(StaticSchedule, CountsIterations) {
  for (const LoopRange &loop : makeLoops())
    EXPECT_EQ(loop.count(), list(loop).size()) << describe(loop, 0, 1);
}

TEST(StaticSchedule, DealsOutEvenly) {
  for (const LoopRange &loop : makeLoops())
    for (int members : kMembers) {
      Iterations all = list(loop), dealt;
      size_t longest = 0, shortest = all.size();
      for (int member = 0; member < members; ++member) {
        SCOPED_TRACE(describe(loop, member, members));
        MemberShare share = shareEvenly(loop, member, members);
        Iterations own = list(share.range);
        EXPECT_TRUE(member == 0 || own.size() <= shortest);
        dealt.insert(dealt.end(), own.begin(), own.end());
        longest = std::max(longest, own.size());
        shortest = std::min(shortest, own.size());
        EXPECT_EQ(share.hasLast, !own.empty() && own.back() == all.back());
      }
      EXPECT_EQ(dealt, all) << describe(loop, 0, members);
      EXPECT_LE(longest, shortest + 1) << describe(loop, 0, members);
    }
}

/// Chunk `number` of `all`.
static Iterations getChunk(const Iterations &all, size_t chunk, size_t number) {
  size_t begin = std::min(all.size(), chunk * number);
  size_t end = std::min(all.size(), begin + chunk);
  return Iterations(all.begin() + begin, all.begin() + end);
}

/// What a member runs of `all` that has `share`, chunk by chunk, as compiled
/// code does.
static Iterations runChunks(const MemberShare &share, const Iterations &all) {
  Iterations own;
  uint64_t size = share.range.count(), begin = share.range.first;
  for (size_t round = 0; size && round * size < all.size(); ++round) {
    for (uint64_t number = 0; number < size; ++number) {
      uint64_t iteration = begin + number * uint64_t(share.range.step);
      if (std::find(all.begin(), all.end(), iteration) != all.end())
        own.push_back(iteration);
    }
    begin += share.stride;
  }
  return own;
}

TEST(StaticSchedule, DealsOutChunks) {
  for (const LoopRange &loop : makeLoops())
    for (int members : kMembers)
      for (int64_t chunk : {-1, 0, 1, 2, 3, 7, 1000}) {
        Iterations all = list(loop);
        size_t size = std::max<int64_t>(chunk, 1);
        for (int member = 0; member < members; ++member) {
          SCOPED_TRACE(describe(loop, member, members) + " in chunks of " +
                       std::to_string(chunk));
          Iterations expected;
          for (size_t number = member; number * size < all.size();
               number += members) {
            Iterations next = getChunk(all, size, number);
            expected.insert(expected.end(), next.begin(), next.end());
          }
          MemberShare share = shareInChunks(loop, chunk, member, members);
          ASSERT_EQ(runChunks(share, all), expected);
          EXPECT_EQ(share.hasLast,
                    !expected.empty() && expected.back() == all.back());
        }
      }
}

TEST(StaticSchedule, LeavesNoneWhereNumbersEnd) {
  // One iteration, the last of all numbers, for two members.
  LoopRange loop{~uint64_t(0), ~uint64_t(0), 1};
  EXPECT_EQ(shareEvenly(loop, 0, 2).range.count(), 1u);
  EXPECT_EQ(shareEvenly(loop, 1, 2).range.count(), 0u);
  EXPECT_EQ(shareInChunks(loop, 4, 1, 2).range.count(), 0u);
}
