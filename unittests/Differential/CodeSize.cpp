//===- CodeSize.cpp - programs too large to compile -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeSize.h"

using namespace mlir;

/// What is compiled in some seconds.
static constexpr int64_t kMostOperations = 10000;

bool spindle::differential::isTooLarge(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](Operation *) { ++count; });
  return count > kMostOperations;
}
