//===- ThreadsTest.cpp - how many threads kernels run on ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Threads.h"

#include "Spindle/Execution/ThreadPool.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <thread>

using namespace spindle::execution;

TEST(Threads, AreASettingOfEachThread) {
  setThreads(3);
  EXPECT_EQ(getThreads(), 3);
  int others = 0;
  std::thread([&] {
    others = getThreads();
    setThreads(7);
  }).join();
  EXPECT_GE(others, 1);
  EXPECT_EQ(getThreads(), 3);
}

TEST(Threads, AreSetForAWhile) {
  setThreads(2);
  {
    ScopedThreads five(5);
    EXPECT_EQ(getThreads(), 5);
    ScopedThreads one(1);
    EXPECT_EQ(getThreads(), 1);
  }
  EXPECT_EQ(getThreads(), 2);
  // A thread that was told nothing is as before, too.
  std::thread([] {
    int before = getThreads();
    {
      ScopedThreads more(before + 1);
    }
    EXPECT_EQ(getThreads(), before);
  }).join();
}

namespace {
/// Sets variables of the environment; what they were comes back at the end.
class Environment {
public:
  Environment(const char *own, const char *openMP) {
    set("SPINDLE_NUM_THREADS", own, ownBefore);
    set("OMP_NUM_THREADS", openMP, openMPBefore);
  }
  ~Environment() {
    std::optional<std::string> ignored;
    set("SPINDLE_NUM_THREADS", toPointer(ownBefore), ignored);
    set("OMP_NUM_THREADS", toPointer(openMPBefore), ignored);
  }

private:
  static const char *toPointer(const std::optional<std::string> &text) {
    return text ? text->c_str() : nullptr;
  }
  static void set(const char *name, const char *value,
                  std::optional<std::string> &before) {
    if (const char *known = std::getenv(name))
      before = known;
    if (value)
      setenv(name, value, /*overwrite=*/1);
    else
      unsetenv(name);
  }

  std::optional<std::string> ownBefore, openMPBefore;
};

/// What is found with these variables; 0 for an error.
int find(const char *own, const char *openMP) {
  Environment environment(own, openMP);
  auto threads = findThreads();
  if (threads)
    return *threads;
  llvm::consumeError(threads.takeError());
  return 0;
}
} // namespace

TEST(Threads, AreFoundInTheEnvironment) {
  EXPECT_GE(countProcessors(), 1);
  EXPECT_EQ(find("3", "5"), 3);
  EXPECT_EQ(find(nullptr, "5"), 5);
  EXPECT_EQ(find("", "5"), 5);
  EXPECT_EQ(find(nullptr, " 5 , 2"), 5);
  EXPECT_EQ(find(nullptr, nullptr), countProcessors());
}

TEST(Threads, OfAWrongVariableOfOthersAreProcessors) {
  for (const char *text : {"", "many", "0", "-2", "1025", "3.5"})
    EXPECT_EQ(find(nullptr, text), countProcessors()) << text;
}

TEST(Threads, OfAWrongVariableOfOursAreRefused) {
  for (const char *text : {"many", "0", "-2", "1025", "3.5", "3,2"})
    EXPECT_EQ(find(text, "5"), 0) << text;
  Environment environment("many", nullptr);
  auto threads = findThreads();
  ASSERT_FALSE(bool(threads));
  EXPECT_EQ(llvm::toString(threads.takeError()),
            "expected SPINDLE_NUM_THREADS to be a number from 1 to 1024 but "
            "got 'many'");
}
