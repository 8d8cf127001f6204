//===- StatisticTest.cpp - statistics of passes ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "gtest/gtest.h"

#include <cstring>
#include <new>

using namespace mlir;

namespace {
struct CountingPass : PassWrapper<CountingPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountingPass)

  CountingPass() = default;
  CountingPass(const CountingPass &other) : PassWrapper(other) {}
  void runOnOperation() override {}

  Statistic count{this, "count", "What is counted"};
};
} // namespace

/// libMLIR makes them; what it leaves as it was in memory is none of theirs.
TEST(StatisticTest, CountsFromZeroWhateverWasInMemory) {
  alignas(CountingPass) unsigned char memory[sizeof(CountingPass)];
  std::memset(memory, 0xbe, sizeof(memory));
  auto *pass = new (memory) CountingPass;
  EXPECT_EQ(pass->count.getValue(), 0u);
  pass->~CountingPass();
}
