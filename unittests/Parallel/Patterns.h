//===- Patterns.h - entries that are hard to share ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_PARALLEL_PATTERNS_H
#define SPINDLE_UNITTESTS_PARALLEL_PATTERNS_H

#include "Spindle/Runtime/Storage/CooTensor.h"

#include <string>
#include <vector>

namespace spindle::execution {

/// A tensor of f32 and what it is called.
struct DrawnPattern {
  std::string name;
  runtime::CooTensor tensor;
};

/// Matrices from empty to some that eight workers share; of `rank` 3, such
/// tensors.
std::vector<DrawnPattern> drawPatterns(int64_t rank);

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_PARALLEL_PATTERNS_H
