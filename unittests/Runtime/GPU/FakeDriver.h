//===- FakeDriver.h - a driver that tests set -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_GPU_FAKEDRIVER_H
#define SPINDLE_UNITTESTS_RUNTIME_GPU_FAKEDRIVER_H

#include "Spindle/Runtime/GPU/spindle_gpu.h"

#include <map>
#include <string>
#include <vector>

namespace spindle::test {

/// A launch as the driver sees it.
struct FakeLaunch {
  std::string kernel;
  unsigned grid[3], block[3], shared;
  void *stream;
  int argument;
};

/// What the driver is and what it was asked for. Pointers below 4096 are the
/// host's.
struct FakeDriver {
  int version = 13000, devices = 1, chip = 90;
  /// The context of this thread, and those of streams.
  void *context = nullptr;
  std::map<void *, void *> streamContexts;
  int capture = 0;
  /// The error that a function returns, by its name.
  std::map<std::string, int> errors;
  /// By the first byte of an image.
  std::map<char, int> loadErrors;
  std::string log;
  /// What was done.
  std::vector<std::string> loaded;
  std::vector<FakeLaunch> launches;
  std::vector<std::pair<std::string, int>> sharedBytes;
  int allocations = 0, synchronizations = 0, unloads = 0, depth = 0;
};

/// The driver that `getFakeTable` acts on; a new one for each test.
FakeDriver &getFake();

/// Makes a new driver, that of the runtime: of a GPU, or of an emulator.
FakeDriver &resetFake(bool takesBitcode = false);

} // namespace spindle::test

#endif // SPINDLE_UNITTESTS_RUNTIME_GPU_FAKEDRIVER_H
