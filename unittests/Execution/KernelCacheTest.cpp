//===- KernelCacheTest.cpp - kernels are compiled once --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KernelCache.h"

#include "gtest/gtest.h"

#include <atomic>
#include <thread>

using namespace spindle::execution;
using Entry = KernelCache::Entry;

/// A kernel that cannot be called: only which one it is counts.
static llvm::Expected<Entry> makeEntry() {
  return std::make_shared<CompiledKernel>();
}

/// The key of a program for `columns` columns.
static KernelKey getKey(int64_t columns) {
  return {"program", "spmm", "", "native", {{"K", columns}}};
}

TEST(KernelCache, GivesTheSameKernelForOneKey) {
  KernelCache cache;
  Entry first = llvm::cantFail(cache.get(getKey(32), makeEntry));
  Entry other = llvm::cantFail(cache.get(getKey(64), makeEntry));
  EXPECT_NE(first, other);
  EXPECT_EQ(first, llvm::cantFail(cache.get(getKey(32), makeEntry)));
  EXPECT_EQ(cache.countCompilations(), 2u);
  EXPECT_EQ(cache.size(), 2u);
}

TEST(KernelCache, TellsKeysApartByEachPart) {
  KernelKey key = getKey(32);
  std::vector<KernelKey> others(7, key);
  others[0].program += " ";
  others[1].entry = "spmv";
  others[2].schedule = "fibres";
  others[3].target = "haswell";
  others[4].sizes.clear();
  others[5].sizes.front().first = "J";
  // The parts one after the other are the same text.
  others[6].program = "programs";
  others[6].entry = "pmm";
  for (const KernelKey &other : others)
    EXPECT_NE(other.str(), key.str());
}

TEST(KernelCache, ForgetsWhatWasUsedLongestAgo) {
  KernelCache cache(2);
  for (int64_t columns : {1, 2, 1, 3})
    llvm::cantFail(cache.get(getKey(columns), makeEntry));
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_EQ(cache.countCompilations(), 3u);
  llvm::cantFail(cache.get(getKey(1), makeEntry));
  EXPECT_EQ(cache.countCompilations(), 3u);
  llvm::cantFail(cache.get(getKey(2), makeEntry));
  EXPECT_EQ(cache.countCompilations(), 4u);
}

TEST(KernelCache, KeepsNoFailure) {
  KernelCache cache;
  auto fail = []() -> llvm::Expected<Entry> {
    return llvm::createStringError("no such kernel");
  };
  auto refused = cache.get(getKey(32), fail);
  EXPECT_EQ(llvm::toString(refused.takeError()), "no such kernel");
  EXPECT_EQ(cache.size(), 0u);
  EXPECT_NE(llvm::cantFail(cache.get(getKey(32), makeEntry)), nullptr);
}

TEST(KernelCache, CompilesOnceForSeveralThreads) {
  KernelCache cache;
  std::atomic<int> compiling = 0, most = 0;
  auto compile = [&] {
    most = std::max(most.load(), ++compiling);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --compiling;
    return makeEntry();
  };
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 8; ++caller)
    callers.emplace_back([&] {
      for (int64_t columns = 0; columns < 10; ++columns)
        llvm::cantFail(cache.get(getKey(columns), compile));
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(cache.countCompilations(), 10u);
  EXPECT_EQ(most, 1);
}
