//===- GroupTest.cpp - what is chosen for a GPU ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/Strategy.h"

#include "Spindle/Programs/Programs.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// Lanes that load 16 bytes each, 32 of which run together.
static Target makeGPU() {
  Target target;
  target.worker = WorkerKind::Block;
  target.lanes = 32;
  target.registers = 255;
  target.fastGathers = true;
  target.workers = 132;
  return target;
}

/// What is chosen for the program `name` of `element`, its operand A in
/// `format` where that is not empty.
static Strategy choose(StringRef name, const StrategyFacts &facts = {},
                       StringRef format = "", StringRef element = "f32",
                       const Target &target = makeGPU()) {
  MLIRContext *context = &getTestContext();
  programs::FormatMap formats;
  if (!format.empty())
    formats["A"] = cast<sparse::FormatAttr>(parseAttribute(format, context));
  auto module = programs::buildProgram(
      context, name, parseType(element, context), formats,
      [&] { return emitError(UnknownLoc::get(context)); });
  EXPECT_TRUE(bool(module));
  return chooseStrategy(*module->getOps<func::FuncOp>().begin(), facts, target);
}

static const FragmentChoice *findFragment(const Strategy &strategy,
                                          StringRef fragment) {
  for (const NestStrategy &nest : strategy.nests)
    for (const FragmentChoice &choice : nest.fragments)
      if (choice.fragment == fragment)
        return &choice;
  return nullptr;
}

/// The value of `knob` of `fragment`; empty for the schedule's own.
static std::string getValue(const Strategy &strategy, StringRef fragment,
                            StringRef knob) {
  if (const FragmentChoice *choice = findFragment(strategy, fragment))
    for (const KnobChoice &value : choice->knobs)
      if (value.knob == knob)
        return value.value;
  return "";
}

static std::string getGroup(const Strategy &strategy) {
  return getValue(strategy, "groups", "group");
}

/// K columns, or elements in a row of A.
static StrategyFacts withColumns(int64_t columns) {
  StrategyFacts facts;
  facts.sizes["K"] = columns;
  return facts;
}

static StrategyFacts withRows(double length) {
  StrategyFacts facts;
  facts.operands["A"].matrix.emplace();
  runtime::MatrixStatistics &matrix = *facts.operands["A"].matrix;
  matrix.rows = matrix.columns = 10000;
  matrix.meanLength = length;
  matrix.elements = int64_t(10000 * length);
  return facts;
}

TEST(GroupTest, ColumnsAreLoadsOf16Bytes) {
  for (auto [columns, group] : {std::pair(1, "1"),
                                {4, "1"},
                                {8, "2"},
                                {20, "8"},
                                {32, "8"},
                                {128, "32"},
                                {512, "32"}}) {
    EXPECT_EQ(getGroup(choose("spmm", withColumns(columns))), group);
    EXPECT_EQ(getGroup(choose("sddmm", withColumns(columns))), group);
  }
  EXPECT_EQ(getGroup(choose("spmm", withColumns(32), "", "f64")), "16");
  EXPECT_EQ(getGroup(choose("spmm", withColumns(32), "", "f16")), "4");
  EXPECT_EQ(getGroup(choose("spmm")), "");
}

TEST(GroupTest, GroupsAreAsLargeAsTheGPUsWarps) {
  Target wide = makeGPU();
  wide.lanes = 64;
  auto choose = [&](StringRef name, const StrategyFacts &facts) {
    return getGroup(::choose(name, facts, "", "f32", wide));
  };
  EXPECT_EQ(choose("spmm", withColumns(128)), "32");
  EXPECT_EQ(choose("spmm", withColumns(256)), "64");
  EXPECT_EQ(choose("sddmm", withColumns(1024)), "64");
  EXPECT_EQ(choose("spmv", withRows(5000)), "64");
  EXPECT_EQ(choose("spmv", withRows(4)), "4");
  EXPECT_EQ(choose("spmm", {}), "64");
}

TEST(GroupTest, VectorsBeyondAWarpLeaveRegisters) {
  auto getVectors = [](int64_t columns) {
    return getValue(choose("spmm", withColumns(columns)), "columns", "vectors");
  };
  EXPECT_EQ(getVectors(128), "1");
  EXPECT_EQ(getVectors(129), "2");
  EXPECT_EQ(getVectors(1024), "2");
}

TEST(GroupTest, RowsOfElementsFillTheirGroup) {
  for (auto [length, group] : {std::pair(0.5, "1"),
                               {1.4, "1"},
                               {1.9, "2"},
                               {3.0, "4"},
                               {4.0, "4"},
                               {9.5, "8"},
                               {40.0, "32"},
                               {5000.0, "32"}}) {
    Strategy strategy = choose("spmv", withRows(length));
    EXPECT_EQ(getGroup(strategy), group);
    EXPECT_EQ(getValue(strategy, "fibre_sums", "gathered_lanes"),
              StringRef(group) == "1" ? "0" : group);
  }
  EXPECT_EQ(getGroup(choose("spmv")), "8");
}

/// A row is one load where nothing is gathered.
TEST(GroupTest, RowsThatLieSideBySideAreOneLoad) {
  for (auto [length, group] : {std::pair(1.0, "2"),
                               {3.0, "4"},
                               {3.9, "8"},
                               {7.1, "8"},
                               {11.5, "16"},
                               {5000.0, "32"}})
    EXPECT_EQ(getGroup(choose("softmax", withRows(length))), group);
}

/// Nests over the same rows may be one loop, whose group all of them have.
TEST(GroupTest, NestsOverTheSameRowsHaveOneGroup) {
  StrategyFacts facts = withRows(4);
  facts.sizes["D"] = 64;
  facts.sizes["E"] = 8;
  Strategy strategy = choose("fusedmm", facts);
  EXPECT_NE(findFragment(strategy, "rows_of_nests"), nullptr);
  for (const NestStrategy &nest : strategy.nests)
    for (const FragmentChoice &choice : nest.fragments)
      if (choice.fragment == "groups")
        EXPECT_EQ(choice.knobs.front().value, "16") << nest.nest;
  EXPECT_EQ(findFragment(choose("fusedmm", facts, "", "f32", Target()),
                         "rows_of_nests"),
            nullptr);
}

TEST(GroupTest, RowsOfSlicesAndBlocksFillTheirGroup) {
  EXPECT_EQ(getGroup(choose("spmv", {}, "#sparse.sell<32, 64>")), "32");
  EXPECT_EQ(getGroup(choose("spmv", {}, "#sparse.sell<4, 64>")), "4");
  EXPECT_EQ(getGroup(choose("spmv", {}, "#sparse.bsr<4, 8>")), "8");
  EXPECT_EQ(getGroup(choose("spmv", {}, "#sparse.ldia<16>")), "16");
}

/// What divides work among threads of a processor, or is for its caches, is not
/// for a GPU; groups of lanes are for it alone.
TEST(GroupTest, FragmentsOfProcessorsStayThere) {
  for (StringRef program : {"spmm", "spmv", "sddmm", "softmax", "spmm_t"}) {
    Strategy strategy = choose(program);
    for (StringRef fragment :
         {"sections", "shared_rows", "panels", "copied_panels", "fetches",
          "streams", "partial_sums", "shared_columns", "kept_rows",
          "fetched_sums", "where_used"})
      EXPECT_EQ(findFragment(strategy, fragment), nullptr) << fragment.str();
    EXPECT_NE(findFragment(strategy, "groups"), nullptr) << program.str();
    EXPECT_EQ(findFragment(choose(program, {}, "", "f32", Target()), "groups"),
              nullptr);
  }
}

TEST(GroupTest, UnevenRowsAreTakenByElements) {
  StrategyFacts facts = withRows(10);
  auto getElements = [&](int64_t longest, StringRef program = "sddmm") {
    facts.operands["A"].matrix->largestLength = longest;
    return getValue(choose(program, facts), "element_tiles", "elements");
  };
  EXPECT_EQ(getElements(255), "");
  EXPECT_EQ(getElements(256), "32");
  EXPECT_EQ(getElements(256, "spmm"), "");
  // More than a warp has of all elements.
  facts.operands["A"].matrix->elements = 132 * 32 * 1000;
  EXPECT_EQ(getElements(999), "");
  EXPECT_EQ(getElements(1000), "32");
  EXPECT_EQ(getValue(choose("sddmm"), "element_tiles", "elements"), "");
  EXPECT_EQ(findFragment(choose("sddmm", facts, "", "f32", Target()),
                         "element_tiles"),
            nullptr);
}

TEST(GroupTest, ReasonsTellOfWhatLanesShare) {
  auto getReason = [](const Strategy &strategy) {
    return findFragment(strategy, "groups")->knobs.front().reason;
  };
  EXPECT_EQ(getReason(choose("spmm", withColumns(128))),
            "128 columns are 32 loads of 16 bytes");
  EXPECT_EQ(getReason(choose("spmv", withRows(9.5))),
            "rows have 9.5 elements on average");
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Rows of elements that follow one another are added up by lanes, or stay in
/// registers.
TEST(GroupTest, ElementsOfAListAreAddedUpFirst) {
  Strategy sums = choose("spmv", withRows(3), "#sparse.coo");
  EXPECT_TRUE(findFragment(sums, "list_sums"));
  EXPECT_FALSE(findFragment(sums, "list_rows"));
  EXPECT_EQ(getValue(sums, "atomic_groups", "group"), "32");
  EXPECT_EQ(getValue(sums, "list_sums", "group"), "32");
  EXPECT_EQ(getValue(sums, "atomic_groups", "part"), "");
  Strategy rows = choose("spmm", withColumns(32), "#sparse.coo");
  EXPECT_TRUE(findFragment(rows, "list_rows"));
  EXPECT_FALSE(findFragment(rows, "list_sums"));
  EXPECT_EQ(getValue(rows, "atomic_groups", "group"), "8");
  EXPECT_EQ(getValue(rows, "atomic_groups", "part"), "32");
}

/// Where they do not follow one another, or vectors do not hold what is made of
/// them, a lane has an element.
TEST(GroupTest, ElementsThatLanesDoNotCombineAreAlone) {
  Strategy complex = choose("spmv", {}, "#sparse.coo", "complex<f32>");
  EXPECT_FALSE(findFragment(complex, "list_sums"));
  EXPECT_EQ(getValue(complex, "atomic_groups", "part"), "0");
  Strategy scattered = choose("spmm_t", withColumns(32), "#sparse.coo");
  EXPECT_FALSE(findFragment(scattered, "list_rows"));
  Strategy stored = choose("spmv", {}, "#sparse.dcsr");
  EXPECT_FALSE(findFragment(stored, "list_sums"));
}
