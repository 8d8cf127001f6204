//===- Threads.cpp - how many threads kernels run on ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Threads.h"

#include "Spindle/Execution/ThreadPool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

#include <cassert>

using namespace spindle::execution;
using llvm::StringRef;

/// What this thread was told; 0 for nothing.
static thread_local int threadsOfThread = 0;

/// The number that `text` is, of 1 to `kMostThreads`; 0 where it is none.
static int parseThreads(StringRef text) {
  int threads = 0;
  if (text.trim().getAsInteger(10, threads) || threads < 1 ||
      threads > kMostThreads)
    return 0;
  return threads;
}

llvm::Expected<int> spindle::execution::findThreads() {
  using llvm::sys::Process;
  if (auto own = Process::GetEnv("SPINDLE_NUM_THREADS"); own && !own->empty()) {
    if (int threads = parseThreads(*own))
      return threads;
    return llvm::createStringError(
        "expected SPINDLE_NUM_THREADS to be a number from 1 to " +
        std::to_string(kMostThreads) + " but got '" + *own + "'");
  }
  // One number for each level of regions in regions, of which we have one.
  if (auto openMP = Process::GetEnv("OMP_NUM_THREADS"))
    if (int threads = parseThreads(StringRef(*openMP).split(',').first))
      return threads;
  return countProcessors();
}

/// What threads have that were told nothing.
static int getDefaultThreads() {
  static const int threads = [] {
    llvm::Expected<int> found = findThreads();
    if (found)
      return *found;
    llvm::consumeError(found.takeError());
    return countProcessors();
  }();
  return threads;
}

void spindle::execution::setThreads(int threads) {
  assert(threads >= 1 && "a number of threads");
  threadsOfThread = threads;
}

int spindle::execution::getThreads() {
  return threadsOfThread ? threadsOfThread : getDefaultThreads();
}

ScopedThreads::ScopedThreads(int threads) : before(threadsOfThread) {
  setThreads(threads);
}

ScopedThreads::~ScopedThreads() { threadsOfThread = before; }
