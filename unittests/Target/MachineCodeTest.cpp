//===- MachineCodeTest.cpp - what a kernel was compiled to ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/MachineCode.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <gtest/gtest.h>

using namespace spindle;

TEST(MachineCodeTest, InstructionsByTheirWidestVector) {
  MachineCode code = countInstructions("\t.text\n"
                                       "spmm:                # @spmm\n"
                                       "\tpushq\t%rbx\n"
                                       ".LBB0_1:\n"
                                       "\tvmovups\t(%rax), %zmm0\n"
                                       "\tvextractf64x4\t$1, %zmm0, %ymm1\n"
                                       "\tvaddps\t%ymm1, %ymm0, %ymm0\n"
                                       "\tvzeroupper\n"
                                       "\t# kill: def $xmm0\n"
                                       "\tretq\n");
  EXPECT_EQ(code.instructions, 6);
  if (!llvm::Triple(llvm::sys::getProcessTriple()).isX86()) {
    EXPECT_TRUE(code.widths.empty());
    return;
  }
  ASSERT_EQ(code.widths.size(), 3u);
  EXPECT_EQ(code.widths[0], std::make_pair(int64_t(512), int64_t(2)));
  EXPECT_EQ(code.widths[1], std::make_pair(int64_t(256), int64_t(1)));
  EXPECT_EQ(code.widths[2], std::make_pair(int64_t(128), int64_t(0)));
}

TEST(MachineCodeTest, NoObjectFile) {
  EXPECT_TRUE(llvm::errorToBool(countCodeBytes("text").takeError()));
}
