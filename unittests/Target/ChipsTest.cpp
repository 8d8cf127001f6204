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
}
