//===- Thorough.h - how much is tried ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H
#define SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include "gtest/gtest.h"

#include <cstdlib>

namespace spindle {

/// What a slow test tries of `all`: one in four, not the same for all tests, or
/// all where the environment has SPINDLE_THOROUGH, as the integration suite
/// has.
template <typename T> llvm::SmallVector<T> chooseTried(llvm::ArrayRef<T> all) {
  llvm::SmallVector<T> tried;
  llvm::StringRef test =
      testing::UnitTest::GetInstance()->current_test_info()->name();
  bool isThorough = std::getenv("SPINDLE_THOROUGH") != nullptr;
  for (size_t index = 0; index < all.size(); ++index)
    if (isThorough || (index + test.size()) % 4 == 0)
      tried.push_back(all[index]);
  return tried;
}

} // namespace spindle

#endif // SPINDLE_UNITTESTS_TESTCONTEXT_THOROUGH_H
