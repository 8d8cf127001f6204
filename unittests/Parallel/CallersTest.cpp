//===- CallersTest.cpp - who may call parallel kernels --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Several threads at once, members of a team, and both sides of a fork.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ShippedProgram.h"
#include "Spindle/Execution/ThreadPool.h"
#include "Spindle/Execution/Threads.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace spindle::execution;

namespace {
/// SpMM on a matrix that all threads have a part of.
struct Trial {
  ShippedProgram program{"spmm", "csr"};
  TestOperands operands;
  std::string expected;

  Trial() {
    operands = program.draw(drawPatterns(2).back().tensor, 20);
    expected = program.runSerial(operands);
  }

  /// Whether `runs` runs give what serial code does.
  bool isRight(int runs) const {
    for (int run = 0; run < runs; ++run)
      if (program.runParallel(operands) != expected)
        return false;
    return true;
  }
};
} // namespace

TEST(Callers, AreSeveralThreadsAtOnce) {
  Trial trial;
  std::vector<std::thread> callers;
  std::vector<char> right(4, false);
  for (size_t caller = 0; caller < right.size(); ++caller)
    callers.emplace_back([&, caller] {
      // Each has a setting of its own.
      setThreads(1 + caller);
      right[caller] = trial.isRight(5) && getThreads() == int(1 + caller);
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(right, std::vector<char>(4, true));
}

namespace {
/// What the members of a team found.
struct Team {
  const Trial &trial;
  std::atomic<int> members{0}, right{0};

  static void run(void *context, int) {
    auto *team = static_cast<Team *>(context);
    team->right += isInTeam() && team->trial.isRight(3);
    ++team->members;
  }
};
} // namespace

TEST(Callers, AreMembersOfATeam) {
  Trial trial;
  Team team{trial};
  runTeam(3, Team::run, &team);
  EXPECT_EQ(team.members, 3);
  EXPECT_EQ(team.right, 3);
}

/// The number of threads of this process.
static int64_t countThreads() {
  std::error_code error;
  llvm::sys::fs::directory_iterator end;
  int64_t count = 0;
  for (llvm::sys::fs::directory_iterator it("/proc/self/task", error);
       it != end && !error; it.increment(error))
    ++count;
  return count;
}

/// Runs the trial in a child of this process; says how the child ended: 0 is
/// right, and with as many threads as were asked for.
static int runInChild(const Trial &trial) {
  pid_t child = fork();
  if (child == 0) {
    setThreads(3);
    bool right = trial.isRight(3);
    _exit(!right ? 1 : countThreads() < 3 ? 2 : 0);
  }
  int status = -1;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return -1;
  return WEXITSTATUS(status);
}

TEST(Callers, AreAChildAndItsParent) {
  Trial trial;
  setThreads(2);
  // Before this process has a pool of threads, and after.
  EXPECT_EQ(runInChild(trial), 0);
  EXPECT_TRUE(trial.isRight(2));
  EXPECT_GE(countThreads(), 2);
  EXPECT_EQ(runInChild(trial), 0);
  EXPECT_TRUE(trial.isRight(2));
}
