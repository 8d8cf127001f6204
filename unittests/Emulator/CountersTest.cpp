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

/// A load, a store and the end; two bytes are put beside a first one, four
/// change places, four of a longer vector are a register as they are; and a dot
/// product.
TEST_F(CountersTest, BytesThatMoveCost) {
  load(R"(
declare i32 @llvm.nvvm.idp4a.s.u(i32, i32, i32)
define ptx_kernel void @bytes(ptr %x) {
  %v = load volatile <8 x i8>, ptr %x
  %high = shufflevector <8 x i8> %v, <8 x i8> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %turned = shufflevector <4 x i8> %high, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %a = extractelement <8 x i8> %v, i32 0
  %b = extractelement <8 x i8> %v, i32 1
  %one = insertelement <4 x i8> poison, i8 %a, i32 0
  %two = insertelement <4 x i8> %one, i8 %b, i32 1
  %three = insertelement <4 x i8> %two, i8 %a, i32 2
  %left = bitcast <4 x i8> %turned to i32
  %right = bitcast <4 x i8> %three to i32
  %d = call i32 @llvm.nvvm.idp4a.s.u(i32 %left, i32 %right, i32 0)
  store volatile i32 %d, ptr %x
  ret void
})");
  CUdeviceptr x = upload(std::vector<int>(2));
  ASSERT_EQ(launch("bytes", {1}, {32}, x), CUDA_SUCCESS);
  EXPECT_EQ(getCounters().instructions, 3u + 2 + 1 + 1);
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
