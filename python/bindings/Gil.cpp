//===- Gil.cpp - work without the lock of the interpreter -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gil.h"

#include <atomic>
#include <pthread.h>
#include <unistd.h>

using namespace spindle::python;

/// The threads that wait for the GIL, to come back.
static std::atomic<int> returning = 0;
static std::atomic<bool> isEnding = false;
/// The thread that ends the interpreter, once `isEnding`.
static pthread_t ender;

GilRelease::~GilRelease() {
  // It is counted before it looks, and looked for after it is told to stay.
  ++returning;
  if (isEnding && !pthread_equal(pthread_self(), ender)) {
    --returning;
    for (;;)
      pause();
  }
  PyEval_RestoreThread(state);
  --returning;
}

void spindle::python::forgetThreads() { returning = 0; }

void spindle::python::keepThreadsOut() {
  ender = pthread_self();
  isEnding = true;
  while (returning > 0) {
    PyThreadState *state = PyEval_SaveThread();
    usleep(1000);
    PyEval_RestoreThread(state);
  }
}
