//===- ChipsTest.cpp - what is known of GPUs ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Chips.h"
#include "gtest/gtest.h"

using namespace spindle;

TEST(Chips, AreAskedAsProcessorsAre) {
  Target a100 = llvm::cantFail(describeChip("sm_80"));
  EXPECT_EQ(a100.worker, WorkerKind::Block);
  EXPECT_EQ(a100.lanes, 32);
  EXPECT_EQ(a100.workers, 108);
  EXPECT_EQ(a100.scratch, ScratchMemory::Shared);
  EXPECT_EQ(a100.scratchBytes, 163 * 1024);
  EXPECT_TRUE(a100.fusedMultiplyAdd);
  EXPECT_TRUE(a100.asyncCopies);
  Target h100 = llvm::cantFail(describeChip("sm_90"));
  EXPECT_EQ(h100.workers, 132);
  EXPECT_EQ(h100.scratchBytes, 227 * 1024);
  Target mi250x = llvm::cantFail(describeChip("gfx90a"));
  EXPECT_EQ(mi250x.worker, WorkerKind::Block);
  EXPECT_EQ(mi250x.lanes, 64);
  EXPECT_EQ(mi250x.workers, 110);
  EXPECT_EQ(mi250x.scratchBytes, 64 * 1024);
  EXPECT_FALSE(mi250x.asyncCopies);
  EXPECT_TRUE(mi250x.contractions.empty());
  EXPECT_EQ(mi250x.smallFloats.bf16, SmallFloatSupport::Conversions);
  Target mi300x = llvm::cantFail(describeChip("gfx942"));
  EXPECT_EQ(mi300x.lanes, 64);
  EXPECT_EQ(mi300x.workers, 304);
}

TEST(Chips, SayWhatCodeIsLike) {
  KernelCode a100 = describeCode("sm_80");
  EXPECT_EQ(a100.dialect, KernelDialect::NVVM);
  EXPECT_EQ(a100.warpLanes, 32);
  EXPECT_EQ(a100.updateScope, "device");
  EXPECT_EQ(describeCode("").dialect, KernelDialect::NVVM);
  KernelCode mi300x = describeCode("gfx942");
  EXPECT_EQ(mi300x.dialect, KernelDialect::ROCDL);
  EXPECT_EQ(mi300x.warpLanes, 64);
  EXPECT_EQ(mi300x.updateScope, "agent");
  EXPECT_EQ(mi300x.rowBlocks, (1 << 22) - 1);
}

TEST(Chips, AreThoseThatLLVMKnows) {
  for (llvm::StringRef chip : {"sm_80", "sm_90a", "gfx908", "gfx90a", "gfx942"})
    EXPECT_EQ(checkChip(chip), "") << chip.str();
  EXPECT_EQ(checkChip("sm_91"),
            "expected a GPU that LLVM knows, as sm_90, but got 'sm_91'");
  EXPECT_EQ(checkChip("gfx91"),
            "expected a GPU that LLVM knows, as gfx90a, but got 'gfx91'");
  EXPECT_EQ(checkChip("gfx1100"), "expected a GPU whose wavefronts have 64 "
                                  "lanes, as gfx90a, but got 'gfx1100'");
}

TEST(Chips, KnowWhichContractionsThereAre) {
  Target chip = llvm::cantFail(describeChip("sm_80"));
  using Type = NumberType;
  const ContractionInstruction *bf16 =
      chip.findContraction(Type::BF16, Type::BF16, Type::F32);
  ASSERT_NE(bf16, nullptr);
  EXPECT_EQ(bf16->m, 16);
  EXPECT_EQ(bf16->n, 8);
  EXPECT_EQ(bf16->k, 16);
  EXPECT_EQ(chip.findContraction(Type::F32, Type::F32, Type::F32), nullptr);
}

TEST(Chips, RefuseThoseThatAreNotDescribed) {
  llvm::Expected<Target> chip = describeChip("sm_91");
  ASSERT_FALSE(chip);
  EXPECT_EQ(llvm::toString(chip.takeError()),
            "expected a chip that is described but got 'sm_91'; did you mean "
            "'sm_90'?");
}

TEST(Chips, StandForThoseThatFollow) {
  EXPECT_EQ(describeNearestChip("sm_86").workers, 108);
  EXPECT_EQ(describeNearestChip("sm_90a").workers, 132);
  EXPECT_EQ(describeNearestChip("sm_120").workers, 132);
  EXPECT_EQ(describeNearestChip("sm_75").workers, 108);
  EXPECT_EQ(describeNearestChip("gfx908").workers, 110);
  EXPECT_EQ(describeNearestChip("gfx90c").workers, 110);
  EXPECT_EQ(describeNearestChip("gfx950").workers, 304);
}
