//===- CountersTest.cpp - what launches are counted to take ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorTest.h"

using namespace spindle::emulator;

namespace {
class CountersTest : public EmulatorTest {
protected:
  /// The counters of all launches of `kernel`.
  const Counters &getAll(const char *kernel) const {
    return emulator->getReport().kernels.at(kernel);
  }
};
} // namespace

/// Block b goes round a loop of four instructions b + 1 times, and has two
/// others.
static const char *const kRounds = R"(
define ptx_kernel void @rounds(ptr %x) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %v = load volatile i32, ptr %x
  %next = add i32 %i, 1
  %again = icmp sle i32 %next, %b
  br i1 %again, label %loop, label %end
end:
  ret void
})";

TEST_F(CountersTest, LaunchesAndBlocksAddUp) {
  load(kRounds);
  CUdeviceptr x = upload(std::vector<int>(1));
  for (uint32_t blocks : {3, 1})
    ASSERT_EQ(launch("rounds", {blocks}, {32}, x), CUDA_SUCCESS);
  EXPECT_EQ(getAll("rounds").launches, 2u);
  EXPECT_EQ(getAll("rounds").blocks, 4u);
  EXPECT_EQ(getCounters().launches, 1u);
  EXPECT_EQ(getCounters().blocks, 1u);
}

TEST_F(CountersTest, BlocksCostTheirInstructions) {
  load(kRounds);
  CUdeviceptr x = upload(std::vector<int>(1));
  ASSERT_EQ(launch("rounds", {3}, {32}, x), CUDA_SUCCESS);
  EXPECT_EQ(getCounters().instructions, (2u + 4) + (2 + 8) + (2 + 12));
  EXPECT_EQ(getCounters().maxBlockCost, 14u);
  EXPECT_EQ(getCounters().toJSON().getNumber("mean_block_cost"), 10);
  // The block that took most of all launches.
  ASSERT_EQ(launch("rounds", {1}, {32}, x), CUDA_SUCCESS);
  EXPECT_EQ(getCounters().maxBlockCost, 6u);
  EXPECT_EQ(getAll("rounds").maxBlockCost, 14u);
}

TEST_F(CountersTest, ActiveLanesAreAMean) {
  load(kRounds);
  CUdeviceptr x = upload(std::vector<int>(1));
  ASSERT_EQ(launch("rounds", {1}, {48}, x), CUDA_SUCCESS);
  EXPECT_EQ(getCounters().instructions, 2 * 6u);
  EXPECT_EQ(getCounters().laneInstructions, 48 * 6u);
  EXPECT_EQ(getCounters().toJSON().getNumber("active_lanes"), 24);
}

TEST_F(CountersTest, AreNamedInJSON) {
  load(kRounds);
  CUdeviceptr x = upload(std::vector<int>(1));
  ASSERT_EQ(launch("rounds", {1}, {32}, x), CUDA_SUCCESS);
  llvm::json::Object all = emulator->getReport().toJSON();
  const llvm::json::Object *kernels = all.getObject("kernels");
  ASSERT_TRUE(kernels && kernels->getObject("rounds"));
  const llvm::json::Object &own = *kernels->getObject("rounds");
  for (const char *name :
       {"launches", "blocks", "instructions", "active_lanes", "requests",
        "sectors", "bytes", "shared_requests", "wavefronts", "atomics",
        "barriers", "collectives", "max_block_cost", "mean_block_cost"})
    EXPECT_TRUE(own.getNumber(name)) << name;
  EXPECT_EQ(own.size(), 14u);
}
