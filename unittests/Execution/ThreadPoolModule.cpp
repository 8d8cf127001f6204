//===- ThreadPoolModule.cpp - a library that may be unloaded --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// It has a pool of its own, as an extension of an interpreter has.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/ThreadPool.h"

extern "C" __attribute__((visibility("default"))) void
spindleTestRunTeam(int threads, void (*run)(void *context, int member),
                   void *context) {
  spindle::execution::runTeam(threads, run, context);
}
