//===- CallersTest.cpp - who may call parallel kernels --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Several threads at once, threads of a parallel region, and both sides of a
// fork.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ShippedProgram.h"
#include "Spindle/Execution/Threads.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace spindle::execution;

// What a compiler makes of `#pragma omp parallel`; see libomp's kmp.h.
extern "C" {
struct SourceLocation {
  int32_t reserved, flags, more, size;
  const char *text;
};
void __kmpc_fork_call(SourceLocation *, int32_t count,
                      void (*)(int32_t *, int32_t *, ...), ...);
void __kmpc_push_num_threads(SourceLocation *, int32_t thread, int32_t threads);
int32_t __kmpc_global_thread_num(SourceLocation *);
int omp_in_parallel(void);
int omp_get_num_threads(void);
}

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
/// What the threads of a region found.
struct Region {
  const Trial *trial;
  std::atomic<int> threads = 0, right = 0, inParallel = 0;
};

Region *region = nullptr;

void runInRegion(int32_t *, int32_t *, ...) {
  region->inParallel += omp_in_parallel() != 0;
  region->right += region->trial->isRight(3);
  ++region->threads;
}
} // namespace

TEST(Callers, AreThreadsOfAParallelRegion) {
  Trial trial;
  Region here;
  here.trial = &trial;
  region = &here;
  SourceLocation location = {0, 2, 0, 22, ";unknown;unknown;0;0;;"};
  __kmpc_push_num_threads(&location, __kmpc_global_thread_num(&location), 3);
  __kmpc_fork_call(&location, 0, runInRegion);
  EXPECT_EQ(here.threads, 3);
  EXPECT_EQ(here.inParallel, 3);
  EXPECT_EQ(here.right, 3);
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
