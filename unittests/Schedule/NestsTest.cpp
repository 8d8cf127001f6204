//===- NestsTest.cpp - strategies of several nests ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "Spindle/Programs/Programs.h"
#include "Spindle/Strategy/Strategy.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

static constexpr llvm::StringLiteral csr = "#sparse.csr";

/// What is chosen for the program `name` with A in `format`.
static Strategy choose(StringRef name, StringRef format,
                       const StrategyFacts &facts, int64_t workers = 1) {
  MLIRContext *context = &getTestContext();
  programs::FormatMap formats;
  formats["A"] = parseAttribute(format, context);
  auto module = programs::buildProgram(
      context, name, Float32Type::get(context), formats,
      [&] { return emitError(UnknownLoc::get(context)); });
  EXPECT_TRUE(bool(module));
  Target target = makeTarget(512, 1 << 20);
  target.workers = workers;
  return chooseStrategy(*module->getOps<func::FuncOp>().begin(), facts, target);
}

/// A part of `rows` rows of `length` elements each.
static runtime::MatrixStatistics makePart(int64_t rows, int64_t length) {
  runtime::MatrixStatistics part;
  part.rows = rows;
  part.columns = 1000;
  part.elements = rows * length;
  part.meanLength = part.largestLength = length;
  part.meanSpan = 1000;
  return part;
}

static std::string getValue(const NestStrategy &nest, StringRef knob) {
  for (const FragmentChoice &fragment : nest.fragments)
    for (const KnobChoice &choice : fragment.knobs)
      if (choice.knob == knob)
        return choice.value;
  return "";
}

/// Whether a fragment of `nest` is `name`.
static bool has(const NestStrategy &nest, StringRef name) {
  return llvm::any_of(nest.fragments, [&](const FragmentChoice &choice) {
    return choice.fragment == name;
  });
}

/// Rows that are stored as a whole are sums over a dense dimension, the others
/// sums over what is stored.
TEST(NestsTest, PartsOfDifferentShapesHaveTheirSchedules) {
  Strategy strategy = choose("spmv", "#sparse.dense_rows<2>", {});
  EXPECT_EQ(strategy.schedule, kNestsSchedule);
  EXPECT_EQ(strategy.reason, "part 0 and part 1 ask for different fragments, "
                             "and both have much to do");
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(strategy.nests[0].nest, "spmv");
  EXPECT_EQ(strategy.nests[0].part, 0u);
  EXPECT_TRUE(has(strategy.nests[0], "dense_sums"));
  EXPECT_EQ(strategy.nests[1].nest, "spmv_1");
  EXPECT_EQ(strategy.nests[1].part, 1u);
  EXPECT_TRUE(has(strategy.nests[1], "fibre_sums"));
}

/// Long rows have partial sums, short ones none: by what is known of each part,
/// not of the whole.
TEST(NestsTest, KnobsFollowFromThePart) {
  StrategyFacts facts;
  facts.sizes["K"] = 16;
  facts.operands["A"].matrix = makePart(1100, 20);
  facts.operands["A"].parts = {makePart(1000, 2), makePart(100, 200)};
  Strategy strategy = choose("spmm", "#sparse.csr_coo<2>", facts);
  EXPECT_EQ(strategy.schedule, "dense_columns");
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(getValue(strategy.nests[0], "partial_sums"), "");
  EXPECT_EQ(getValue(strategy.nests[1], "partial_sums"), "4");
}

/// A part with hardly any elements goes with the others: it is worth no code.
TEST(NestsTest, LittlePartsFollowTheHeaviest) {
  StrategyFacts facts;
  facts.sizes["K"] = 16;
  facts.operands["A"].matrix = makePart(100, 200);
  facts.operands["A"].parts = {makePart(10, 2), makePart(100, 200)};
  Strategy strategy = choose("spmm", "#sparse.csr_coo<2>", facts);
  EXPECT_EQ(strategy.schedule, "dense_columns");
  ASSERT_EQ(strategy.nests.size(), 2u);
  EXPECT_EQ(getValue(strategy.nests[0], "partial_sums"), "4");
}

/// Elements of the result are scaled in nests of their own, which do little
/// beside the sums of products.
TEST(NestsTest, EachNestOverAPartHasItsFragments) {
  StrategyFacts facts;
  facts.sizes["K"] = 16;
  facts.operands["A"].matrix = makePart(1100, 20);
  facts.operands["A"].parts = {makePart(1000, 1), makePart(100, 200)};
  Strategy strategy = choose("sddmm", "#sparse.csr_coo<2>", facts);
  EXPECT_EQ(strategy.schedule, "dense_reductions");
  ASSERT_EQ(strategy.nests.size(), 4u);
  EXPECT_EQ(strategy.nests[0].nest, "sddmm");
  EXPECT_EQ(getValue(strategy.nests[0], "together"), "1");
  EXPECT_EQ(strategy.nests[1].nest, "sddmm_1");
  EXPECT_EQ(getValue(strategy.nests[1], "together"), "");
  EXPECT_EQ(strategy.nests[2].nest, "scale");
  EXPECT_TRUE(has(strategy.nests[2], "elements"));
  EXPECT_EQ(strategy.nests[3].nest, "scale_1");
}

/// A tensor that is in one part is looked at as before.
TEST(NestsTest, OneTensorHasNoParts) {
  Strategy strategy = choose("spmm", "#sparse.csr", {});
  EXPECT_EQ(strategy.schedule, "dense_columns");
  ASSERT_EQ(strategy.nests.size(), 1u);
  EXPECT_FALSE(strategy.nests.front().part.has_value());
}

//===----------------------------------------------------------------------===//
// Nests of different kinds
//===----------------------------------------------------------------------===//

/// The fragments of the nest called `name`, with commas.
static std::string getFragments(const Strategy &strategy, StringRef name) {
  std::string fragments;
  for (const NestStrategy &nest : strategy.nests)
    for (const FragmentChoice &choice : nest.fragments)
      if (nest.nest == name)
        fragments += (fragments.empty() ? "" : ", ") + choice.fragment;
  return fragments;
}

/// A schedule is called by what the nests that work most are: here by the sizes
/// of D, of the first product, and E, of the last.
TEST(NestsTest, TheNestsThatWorkMostDecide) {
  auto choose = [](int64_t first, int64_t last) {
    StrategyFacts facts;
    facts.sizes["D"] = first;
    facts.sizes["E"] = last;
    return ::choose("fusedmm", csr, facts);
  };
  EXPECT_EQ(choose(16, 512).schedule, "dense_columns");
  EXPECT_EQ(choose(512, 16).schedule, "dense_reductions");
  EXPECT_EQ(choose(64, 64).schedule, kNestsSchedule);
  EXPECT_EQ(choose(64, 64).reason,
            "nest 'sddmm' and nest 'spmm' ask for different fragments, and "
            "both have much to do");
  EXPECT_EQ(::choose("softmax", csr, {}).schedule, kNestsSchedule);
}

/// Whatever stands beside it, a nest has what it has alone.
TEST(NestsTest, EachNestHasItsFragments) {
  Strategy all = choose("fusedmm", csr, {});
  EXPECT_EQ(getFragments(all, "sddmm"),
            getFragments(choose("sddmm", csr, {}), "sddmm"));
  EXPECT_EQ(getFragments(all, "spmm"),
            getFragments(choose("spmm", csr, {}), "spmm"));
  EXPECT_EQ(getFragments(all, "divide"),
            getFragments(choose("softmax", csr, {}), "divide"));
  EXPECT_EQ(getFragments(all, "max"),
            getFragments(choose("row_max", csr, {}), "row_max"));
}

/// What is chosen for `knob` of `program` on rows of `length` elements.
static std::string chooseOnRows(StringRef program, double length,
                                double deviation, StringRef knob) {
  StrategyFacts facts;
  facts.operands["A"].matrix = makePart(1000, 1);
  facts.operands["A"].matrix->meanLength = length;
  facts.operands["A"].matrix->lengthDeviation = deviation;
  return getValue(choose(program, csr, facts).nests[0], knob);
}

TEST(NestsTest, ShortRowsAreTakenOneElementAtATime) {
  EXPECT_EQ(chooseOnRows("spmv", 15, 4, "lanes"), "0");
  EXPECT_EQ(chooseOnRows("spmv", 15, 4, "vectors"), "");
  EXPECT_EQ(chooseOnRows("spmv", 16, 4, "lanes"), "");
  EXPECT_EQ(chooseOnRows("spmv", 16, 4, "vectors"), "1");
  EXPECT_EQ(chooseOnRows("spmv", 95, 4, "vectors"), "1");
  EXPECT_EQ(chooseOnRows("spmv", 96, 4, "vectors"), "");
  // Nothing is gathered.
  EXPECT_EQ(chooseOnRows("row_max", 99, 0, "lanes"), "0");
}

/// Lengths that are foreseen, and elements most of which are in long rows.
TEST(NestsTest, EvenRowsAndHubsAreTakenBySome) {
  EXPECT_EQ(chooseOnRows("spmv", 3.5, 0.8, "lanes"), "");
  EXPECT_EQ(chooseOnRows("spmv", 4, 1.1, "lanes"), "0");
  EXPECT_EQ(chooseOnRows("spmv", 3.4, 0, "lanes"), "0");
  EXPECT_EQ(chooseOnRows("spmv", 4, 15.5, "lanes"), "");
  EXPECT_EQ(chooseOnRows("spmv", 4, 15.4, "lanes"), "0");
}

/// Elements that lie side by side are under masks unless these are most of the
/// work: where rows are tiny. Sums are so where rows are short and many.
TEST(NestsTest, FewShortRowsHaveNoMasks) {
  auto getMasks = [](StringRef program, int64_t length, int64_t rows,
                     StringRef format = csr) {
    StrategyFacts facts;
    facts.operands["A"].matrix = makePart(rows, length);
    return getValue(choose(program, format, facts).nests.back(), "masks");
  };
  EXPECT_EQ(getMasks("sddmm", 1, 9000), "0");
  EXPECT_EQ(getMasks("sddmm", 2, 9000), "");
  EXPECT_EQ(getMasks("sddmm", 2, 9000, "#sparse.panel<64, 64>"), "0");
  EXPECT_EQ(getMasks("softmax", 1, 9000), "");
  EXPECT_EQ(getMasks("row_max", 7, 8191), "0");
  EXPECT_EQ(getMasks("row_max", 7, 8192), "");
  EXPECT_EQ(getMasks("row_max", 8, 8191), "");
  EXPECT_EQ(getMasks("spmv", 7, 8191), "");
}

/// However many threads there are, since bits depend on the copies.
TEST(NestsTest, CopiesFollowFromAdditionsToEachElement) {
  auto getCopies = [](StringRef program, StringRef format, int64_t elements,
                      int64_t columns = 1, int64_t workers = 1) {
    StrategyFacts facts;
    facts.sizes["I"] = facts.sizes["J"] = 1000;
    facts.sizes["K"] = columns;
    facts.operands["A"].matrix = makePart(1000, elements / 1000);
    return getValue(choose(program, format, facts, workers).nests.back(),
                    "copies");
  };
  EXPECT_EQ(getCopies("spmv", "#sparse.csc", 32000), "");
  EXPECT_EQ(getCopies("spmv", "#sparse.csc", 33000), "8");
  EXPECT_EQ(getCopies("spmv", "#sparse.csc", 33000, 1, 64), "8");
  EXPECT_EQ(getCopies("spmv", "#sparse.csc", 1000000), "16");
  EXPECT_EQ(getCopies("row_max", "#sparse.csc", 64000), "16");
  EXPECT_EQ(getCopies("spmm_t", csr, 31000, 8), "");
  EXPECT_EQ(getCopies("spmm_t", csr, 33000, 8), "2");
  EXPECT_EQ(getCopies("spmm_t", csr, 33000, 1), "8");
  EXPECT_EQ(getCopies("spmm_t", csr, 80000, 32), "");
  EXPECT_EQ(getCopies("spmv", csr, 1000000), "");
  EXPECT_EQ(getCopies("spmv", "#sparse.coo<2>", 1000000), "");
}

TEST(NestsTest, FewColumnsAreNotShared) {
  auto getShare = [](int64_t columns) {
    StrategyFacts facts;
    facts.sizes["K"] = columns;
    return getValue(choose("spmm_t", csr, facts).nests.back(), "share");
  };
  EXPECT_EQ(getShare(31), "0");
  EXPECT_EQ(getShare(32), "");
}

//===----------------------------------------------------------------------===//
// Nests that hand rows on
//===----------------------------------------------------------------------===//

/// Two products by A, whose second one reads `read`: T, which the first one
/// makes, or B.
static OwningOpRef<ModuleOp> buildLayers(StringRef read) {
  std::string text = R"mlir(
    #rows = affine_map<(i, j, k) -> (i, j)>
    #taken = affine_map<(i, j, k) -> (j, k)>
    #made = affine_map<(i, j, k) -> (i, k)>
    !A = !sparse.tensor<?x?xf32, #sparse.csr>
    !D = !sparse.tensor<?x?xf32, #sparse.dense>
    !X = !axis.axis<dense_fixed>
    func.func @layers(%A: !A {sparse.name = "A", sparse.dims = ["I", "J"], sparse.access = "read"},
                      %B: !D {sparse.name = "B", sparse.dims = ["J", "K"], sparse.access = "read"},
                      %C: !D {sparse.name = "C", sparse.dims = ["I", "K"], sparse.access = "write"}) {
      %J, %K, %Bv = sparse.unpack %B : !D -> !X, !X, !sparse.buffer<?x?xf32>
      %I, %KC, %Cv = sparse.unpack %C : !D -> !X, !X, !sparse.buffer<?x?xf32>
      %own = sparse.alloc on (%J, %K) : (!X, !X) -> !sparse.buffer<?x?xf32>
      %zero = arith.constant 0.0 : f32
      sparse.fill %own, %zero : !sparse.buffer<?x?xf32>
      sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
      %T = sparse.pack %own : !sparse.buffer<?x?xf32> -> !D
      sparse.generic "first" driver(%A) ins(%A, %B : !A, !D) outs(%T : !D)
          maps [#rows, #taken, #made] kinds [spatial, reduction, spatial] combine [add] {
      ^bb0(%x: f32, %y: f32):
        %t = arith.mulf %x, %y : f32
        sparse.yield %t : f32
      }
      sparse.generic "second" driver(%A) ins(%A, %READ : !A, !D) outs(%C : !D)
          maps [#rows, #taken, #made] kinds [spatial, reduction, spatial] combine [add] {
      ^bb0(%x: f32, %y: f32):
        %t = arith.mulf %x, %y : f32
        sparse.yield %t : f32
      }
      return
    })mlir";
  size_t place = text.find("READ");
  text.replace(place, 4, read.str());
  auto module = parseSourceString<ModuleOp>(text, &getTestContext());
  EXPECT_TRUE(bool(module));
  return module;
}

/// A tile has four vectors of each row, and there are two of them at least:
/// other sums would be made in parts, and not in the order of a program without
/// tiles. Products of a caller's arrays alone go row by row.
TEST(NestsTest, RowsThatAreHandedOnAreInTiles) {
  auto getTile = [](func::FuncOp function, int64_t columns, int64_t workers = 1,
                    int64_t length = 16, int64_t cacheBytes = 1 << 20) {
    StrategyFacts facts;
    facts.sizes["K"] = columns;
    facts.operands["A"].matrix = makePart(1000, length);
    facts.operands["B"].readBytes = 1000 * columns * 4;
    Target target = makeTarget(512, cacheBytes);
    target.workers = workers;
    Strategy strategy = chooseStrategy(function, facts, target);
    return getValue(strategy.nests.front(), "column_tile");
  };
  auto layers = buildLayers("T");
  func::FuncOp chain = *layers->getOps<func::FuncOp>().begin();
  EXPECT_EQ(getTile(chain, 32), "");
  EXPECT_EQ(getTile(chain, 64), "");
  EXPECT_EQ(getTile(chain, 128), "64");
  EXPECT_EQ(getTile(chain, 1024), "64");
  EXPECT_EQ(getTile(chain, 160), "");
  EXPECT_EQ(getTile(chain, 128, 1, 15), "");
  EXPECT_EQ(getTile(chain, 128, 1, 16, 256000), "64");
  EXPECT_EQ(getTile(chain, 128, 1, 16, 255999), "");
  for (int64_t workers : {2, 3, 5})
    EXPECT_EQ(getTile(chain, 1024, workers), "64") << workers;
  // A processor without a tile would wait.
  EXPECT_EQ(getTile(chain, 128, 2), "64");
  EXPECT_EQ(getTile(chain, 128, 3), "");
  auto apart = buildLayers("B");
  EXPECT_EQ(getTile(*apart->getOps<func::FuncOp>().begin(), 1024), "");
}

/// However many processors there are, and whatever the size.
TEST(NestsTest, OneProductHasNoColumnTiles) {
  for (StringRef format : {"#sparse.csr", "#sparse.bsr<3, 3>"})
    for (int64_t columns : {8, 32, 128, 1024})
      for (int64_t workers : {1, 2}) {
        StrategyFacts facts;
        facts.sizes["K"] = columns;
        facts.operands["A"].matrix = makePart(1000, 200);
        Strategy strategy = choose("spmm", format, facts, workers);
        EXPECT_EQ(getValue(strategy.nests.front(), "column_tile"), "")
            << format.str() << columns;
      }
}
