//===- ProductTest.cpp - which schedule suits products of dense operands --===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chosen.h"
#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "Spindle/Strategy/Strategy.h"
#include "TestContext/TestContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// C += A B, where what the dimensions of each are, which are `kinds`, is said
/// by maps; A and C have `rank` dimensions.
static OwningOpRef<ModuleOp> buildSum(StringRef a, StringRef b, StringRef c,
                                      StringRef kinds, int rank = 2,
                                      StringRef dims = R"("I", "K")",
                                      StringRef others = "") {
  std::string sizes;
  for (int dim = 0; dim < rank; ++dim)
    sizes += "?x";
  std::string all = kinds.count(',') == 3 ? "(h, i, j, k)" : "(i, j, k)";
  std::string ofB =
      others.empty() ? "" : ", sparse.dims = [" + others.str() + "]";
  auto text = llvm::formatv(R"(
    !T = !sparse.tensor<{0}f32, #sparse.dense>
    func.func @product(%A: !T {{sparse.name = "A", sparse.dims = [{6}]}, %B: !T {{sparse.name = "B"{7}}, %C: !T {{sparse.name = "C"}) {{
      sparse.generic ins(%A, %B : !T, !T) outs(%C : !T)
          maps [affine_map<{1} -> {2}>, affine_map<{1} -> {3}>, affine_map<{1} -> {4}>]
          kinds [{5}] combine [add] {{
      ^bb0(%x: f32, %y: f32):
        %t = arith.mulf %x, %y : f32
        sparse.yield %t : f32
      }
      return
    })",
                            sizes, all, a, b, c, kinds, dims, ofB)
                  .str();
  auto module = parseSourceString<ModuleOp>(text, &getTestContext());
  EXPECT_TRUE(bool(module)) << text;
  return module;
}

static OwningOpRef<ModuleOp> buildProduct() {
  return buildSum("(i, k)", "(k, j)", "(i, j)", "spatial, spatial, reduction");
}

/// The same, with names of all dimensions.
static OwningOpRef<ModuleOp> buildNamedProduct() {
  return buildSum("(i, k)", "(k, j)", "(i, j)", "spatial, spatial, reduction",
                  2, R"("I", "K")", R"("K", "J")");
}

TEST(ProductTest, OperandsThatAreReadAgain) {
  StringRef kinds = "spatial, spatial, reduction";
  EXPECT_EQ(choose(*buildProduct()).schedule, "products");
  EXPECT_EQ(
      choose(*buildProduct()).reason,
      "the innermost dimension K of nest 'product' is one of a product of "
      "dense operands");
  for (auto [a, b] : {std::pair("(i, k)", "(j, k)"), {"(k, i)", "(k, j)"}})
    EXPECT_EQ(choose(*buildSum(a, b, "(i, j)", kinds)).schedule, "products")
        << a;
  // What is summed up may come before columns.
  EXPECT_EQ(choose(*buildSum("(i, j)", "(j, k)", "(i, k)",
                             "spatial, reduction, spatial"))
                .schedule,
            "products");
}

TEST(ProductTest, BatchesAreOutside) {
  StringRef kinds = "spatial, spatial, spatial, reduction";
  EXPECT_EQ(choose(*buildSum("(h, i, k)", "(h, k, j)", "(h, i, j)", kinds, 3,
                             R"("H", "I", "K")"))
                .schedule,
            "products");
}

TEST(ProductTest, OtherSumsAreNone) {
  StringRef kinds = "spatial, spatial, reduction";
  // Nothing is read again for other columns.
  EXPECT_EQ(choose(*buildSum("(i, k)", "(i, j)", "(i, j)", kinds)).schedule,
            "dense_reductions");
  // Two sums.
  EXPECT_EQ(choose(*buildSum("(i, k)", "(k, j)", "(i, j)",
                             "spatial, reduction, reduction"))
                .schedule,
            "dense_reductions");
}

TEST(ProductTest, StagesAgree) {
  auto module = buildProduct();
  ASSERT_TRUE(succeeded(
      lowerTo(*module, ProgramStage::Coordinates, {}, /*divide=*/false)));
  EXPECT_EQ(choose(*module).schedule, "products");
}

/// Three quarters of the registers hold sums.
TEST(ProductTest, TilesFitTheRegisters) {
  Target target;
  target.vectorBits = 256;
  Strategy strategy = choose(*buildProduct(), {}, target);
  EXPECT_EQ(getValue(strategy, "panel"), "16");
  EXPECT_EQ(getValue(strategy, "rows"), "6");
  target.vectorBits = 512;
  target.registers = 32;
  strategy = choose(*buildProduct(), {}, target);
  EXPECT_EQ(getValue(strategy, "panel"), "32");
  EXPECT_EQ(getValue(strategy, "rows"), "12");
}

/// A few rows that six would leave some of over are four at a time.
TEST(ProductTest, TilesLeaveFewRowsOver) {
  StrategyFacts facts;
  auto get = [&](int64_t rows, int64_t registers) {
    Target target;
    target.registers = registers;
    facts.sizes["I"] = rows;
    return getValue(choose(*buildProduct(), facts, target), "rows");
  };
  EXPECT_EQ(get(32, 16), "4");
  EXPECT_EQ(get(30, 16), "6");
  EXPECT_EQ(get(33, 16), "6");
  EXPECT_EQ(get(128, 16), "6");
  EXPECT_EQ(get(32, 32), "8");
  EXPECT_EQ(get(36, 32), "12");
}

TEST(ProductTest, FewRowsTakeNoCopies) {
  StrategyFacts facts;
  facts.sizes["I"] = 12;
  EXPECT_EQ(getValue(choose(*buildProduct(), facts), "panel"), "0");
  facts.sizes["I"] = 13;
  EXPECT_EQ(getValue(choose(*buildProduct(), facts), "panel"), "8");
}

/// A longer piece of each row is copied where the operand is wide.
TEST(ProductTest, WideOperandsAreCopiedInLongPieces) {
  Target target;
  target.vectorBits = 256;
  target.cacheBytes = 512 << 10;
  StrategyFacts facts;
  auto get = [&](int64_t sum, int64_t columns) {
    facts.sizes["K"] = sum;
    facts.sizes["J"] = columns;
    return getValue(choose(*buildNamedProduct(), facts, target), "panel");
  };
  EXPECT_EQ(get(128, 2048), "64");
  EXPECT_EQ(get(512, 2048), "32");
  EXPECT_EQ(get(2048, 2048), "16");
  EXPECT_EQ(get(128, 128), "16");
}

/// Workers divide columns where there are tiles for all of them.
TEST(ProductTest, WorkersDivideColumns) {
  Target target;
  target.vectorBits = 256;
  StrategyFacts facts;
  facts.sizes["I"] = 100;
  auto get = [&](int64_t columns, int64_t workers) {
    facts.sizes["J"] = columns;
    target.workers = workers;
    return getValue(choose(*buildNamedProduct(), facts, target), "by_columns");
  };
  EXPECT_EQ(get(32, 2), "1");
  EXPECT_EQ(get(48, 2), "");
  EXPECT_EQ(get(300, 2), "1");
  EXPECT_EQ(get(512, 64), "");
  EXPECT_EQ(get(512, 1), "");
}

/// What is not known decides when the program runs.
TEST(ProductTest, WorkersDivideByUnknownSizes) {
  Target target;
  target.vectorBits = 256;
  auto get = [&](const StrategyFacts &facts, int64_t workers) {
    target.workers = workers;
    Strategy strategy = choose(*buildNamedProduct(), facts, target);
    EXPECT_EQ(getValue(strategy, "by_columns"), "");
    return getValue(strategy, "worker_rows");
  };
  StrategyFacts facts;
  EXPECT_EQ(get(facts, 2), "256");
  EXPECT_EQ(get(facts, 64), "");
  EXPECT_EQ(get(facts, 1), "");
  facts.sizes["J"] = 512;
  EXPECT_EQ(get(facts, 2), "256");
  EXPECT_EQ(get(facts, 64), "");
  facts.sizes["I"] = 2048;
  EXPECT_EQ(get(facts, 2), "");
}

/// They divide rows where each has many.
TEST(ProductTest, WorkersDivideManyRows) {
  Target target;
  StrategyFacts facts;
  facts.sizes["J"] = 512;
  auto get = [&](int64_t rows, int64_t workers) {
    facts.sizes["I"] = rows;
    target.workers = workers;
    return getValue(choose(*buildNamedProduct(), facts, target), "by_columns");
  };
  EXPECT_EQ(get(511, 2), "1");
  EXPECT_EQ(get(512, 2), "");
  EXPECT_EQ(get(512, 4), "1");
  EXPECT_EQ(get(1024, 4), "");
}

/// Rows that are neighbours in their operand are copied apart, where that is
/// large and columns are many.
TEST(ProductTest, RowsThatLieBesideAreCopied) {
  StrategyFacts facts;
  auto get = [&](StringRef a, int64_t size) {
    facts.sizes["I"] = facts.sizes["K"] = size;
    auto module = buildSum(a, "(k, j)", "(i, j)", "spatial, spatial, reduction",
                           2, a == "(k, i)" ? R"("K", "I")" : R"("I", "K")");
    return getValue(choose(*module, facts), "row_panel");
  };
  EXPECT_EQ(get("(k, i)", 2048), "256");
  EXPECT_EQ(get("(k, i)", 512), "256");
  EXPECT_EQ(get("(i, k)", 2048), "");
  EXPECT_EQ(get("(k, i)", 64), "");
  // There are tiles of fewer rows than all.
  facts.sizes["K"] = 2048;
  for (auto [rows, panel] : {std::pair(65, "64"), {128, "64"}, {129, "128"}}) {
    facts.sizes["I"] = rows;
    auto module = buildSum("(k, i)", "(k, j)", "(i, j)",
                           "spatial, spatial, reduction", 2, R"("K", "I")");
    EXPECT_EQ(getValue(choose(*module, facts), "row_panel"), panel);
  }
}

/// Rows come by blocks where they are read again from memory, and columns are
/// few enough to be copied for each block.
TEST(ProductTest, RowsBeyondTheCachesComeByBlocks) {
  Target target;
  target.lastCacheBytes = 1 << 20;
  StrategyFacts facts;
  auto get = [&](StringRef a, int64_t rows, int64_t sum, int64_t columns) {
    facts.sizes["I"] = rows;
    facts.sizes["K"] = sum;
    facts.sizes["J"] = columns;
    auto module =
        buildSum(a, "(k, j)", "(i, j)", "spatial, spatial, reduction", 2,
                 a == "(k, i)" ? R"("K", "I")" : R"("I", "K")", R"("K", "J")");
    return getValue(choose(*module, facts, target), "row_block");
  };
  EXPECT_EQ(get("(i, k)", 10000, 128, 128), "256");
  EXPECT_EQ(get("(i, k)", 100, 128, 128), "");
  EXPECT_EQ(get("(i, k)", 10000, 128, 8), "");
  EXPECT_EQ(get("(i, k)", 10000, 1024, 1024), "");
  EXPECT_EQ(get("(k, i)", 10000, 128, 128), "");
}

/// The lanes of a GPU have tiles where columns lie beside one another; other
/// products they have as other sums.
TEST(ProductTest, LanesHaveTilesOfColumns) {
  Target target;
  target.worker = WorkerKind::Block;
  target.lanes = 32;
  target.vectorBits = 128;
  Strategy strategy = choose(*buildProduct(), {}, target);
  EXPECT_EQ(strategy.schedule, "products");
  EXPECT_EQ(getValue(strategy, "tile"), "128");
  auto apart =
      buildSum("(i, k)", "(j, k)", "(i, j)", "spatial, spatial, reduction");
  EXPECT_EQ(choose(*apart, {}, target).schedule, "dense_reductions");
}
