//===- WorkersTest.cpp - what workers decide ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chosen.h"
#include "Processors.h"

#include "Spindle/Dialect/Sparse/IR/Constants.h"
#include "Spindle/Programs/Programs.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

static OwningOpRef<ModuleOp> buildByName(StringRef program) {
  MLIRContext *context = &getTestContext();
  return programs::buildProgram(
      context, program, Float32Type::get(context), {},
      [&] { return emitError(UnknownLoc::get(context)); });
}

/// SpMM, with a structure of A that is constant.
static OwningOpRef<ModuleOp> buildConstant() {
  auto module = buildByName("spmm");
  (*module->getOps<func::FuncOp>().begin())
      ->setAttr(sparse::kConstantsAttr,
                parseAttribute("[[#sparse.piece<\"A\", part [], level 1, "
                               "positions>, @positions]]",
                               &getTestContext()));
  return module;
}

/// Rows that workers divide stay loops, with the same sums.
TEST(WorkersTest, FewConstantsAreInTheCodeForAnyNumber) {
  StrategyFacts facts;
  runtime::MatrixStatistics matrix;
  matrix.rows = matrix.columns = matrix.elements = 100;
  matrix.meanLength = 1;
  facts.operands["A"].matrix = matrix;
  facts.sizes["K"] = 16;
  Target target = makeTarget(512, 1 << 20);
  for (int64_t workers : {1, 2, 64}) {
    target.workers = workers;
    EXPECT_EQ(getValue(choose(*buildConstant(), facts, target), "dismantle"),
              "1000")
        << workers;
  }
}

/// Rows are taken for long ones, and fibres of a tensor of three levels for
/// short ones. Wide rows have two sums of each vector, and need registers.
TEST(WorkersTest, PartialSumsOfRowsThatAreNotKnown) {
  auto get = [](StringRef program, int64_t vectorBits) {
    Target target = makeTarget(vectorBits, 1 << 20);
    return getValue(choose(*buildByName(program), {}, target), "partial_sums");
  };
  EXPECT_EQ(get("spmm", 512), "2");
  EXPECT_EQ(get("ttm", 512), "2");
  EXPECT_EQ(get("mttkrp", 512), "");
  EXPECT_EQ(get("spmm", 256), "");
}
