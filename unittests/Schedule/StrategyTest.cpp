//===- StrategyTest.cpp - which schedule suits a program ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/Strategy.h"
#include "Chosen.h"
#include "Processors.h"

#include "Spindle/Programs/Programs.h"
#include "Spindle/Schedule/Schedule.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// The program `name` of `element` in stage `stage`, its operand A in `format`
/// where that is not empty.
static OwningOpRef<ModuleOp> build(StringRef name, StringRef format = "",
                                   ProgramStage stage = ProgramStage::Tensors,
                                   StringRef element = "f32") {
  MLIRContext *context = &getTestContext();
  programs::FormatMap formats;
  if (!format.empty())
    formats["A"] = cast<sparse::FormatAttr>(parseAttribute(format, context));
  auto module = programs::buildProgram(
      context, name, parseType(element, context), formats,
      [&] { return emitError(UnknownLoc::get(context)); });
  EXPECT_TRUE(bool(module));
  EXPECT_TRUE(succeeded(lowerTo(*module, stage, {}, /*divide=*/false)));
  return module;
}

/// Whether a knob has another value than its fragment says.
static bool hasKnobs(const Strategy &strategy) {
  return llvm::any_of(strategy.nests, [](const NestStrategy &nest) {
    return llvm::any_of(nest.fragments, [](const FragmentChoice &fragment) {
      return !fragment.knobs.empty();
    });
  });
}

/// What is known of the rows of A.
static runtime::MatrixStatistics &getMatrix(StrategyFacts &facts) {
  return *facts.operands["A"].matrix;
}

TEST(StrategyTest, SchedulesByTheShapeOfTheNest) {
  std::pair<StringRef, StringRef> expected[] = {
      {"spmm", "dense_columns"},    {"mttkrp", "dense_columns"},
      {"ttm", "dense_columns"},     {"sddmm", "dense_reductions"},
      {"spmv", "fibres"},           {"row_max", "fibres"},
      {"segment_reduce", "fibres"}, {"ttv", "fibres"}};
  for (auto [program, schedule] : expected)
    for (ProgramStage stage :
         {ProgramStage::Tensors, ProgramStage::Coordinates})
      EXPECT_EQ(choose(*build(program, "", stage)).schedule, schedule)
          << program.str();
}

TEST(StrategyTest, OneScheduleForAFamilyOfFormats) {
  for (StringRef format :
       {"#sparse.csr", "#sparse.dcsr", "#sparse.coo", "#sparse.ell<4>"})
    for (ProgramStage stage :
         {ProgramStage::Tensors, ProgramStage::Coordinates}) {
      EXPECT_EQ(choose(*build("spmm", format, stage)).schedule, "dense_columns")
          << format.str();
      EXPECT_EQ(choose(*build("spmv", format, stage)).schedule, "fibres")
          << format.str();
      EXPECT_EQ(choose(*build("sddmm", format, stage)).schedule,
                "dense_reductions")
          << format.str();
    }
}

TEST(StrategyTest, BlocksHaveAScheduleOfTheirOwn) {
  StringRef format = "#sparse.bsr<2, 2>";
  for (ProgramStage stage :
       {ProgramStage::Tensors, ProgramStage::Coordinates}) {
    EXPECT_EQ(choose(*build("spmm", format, stage)).schedule, "blocks");
    EXPECT_EQ(choose(*build("spmv", format, stage)).schedule, "block_sums");
    EXPECT_EQ(choose(*build("row_max", format, stage)).schedule, "block_sums");
    EXPECT_EQ(choose(*build("sddmm", format, stage)).schedule,
              "dense_reductions");
  }
}

/// A lane for each element, as far as there are so many.
TEST(StrategyTest, RowsOfBlocksAreVectors) {
  auto getLanes = [](StringRef format, StringRef element = "f32",
                     int64_t bits = 512) {
    Target target = makeTarget(bits, 1 << 20);
    auto spmv = build("spmv", format, ProgramStage::Tensors, element);
    return getValue(choose(*spmv, {}, target), "lanes");
  };
  EXPECT_EQ(getLanes("#sparse.bsr<4, 2>"), "2");
  EXPECT_EQ(getLanes("#sparse.bsr<3, 3>"), "4");
  EXPECT_EQ(getLanes("#sparse.bsr<8, 8>"), "8");
  EXPECT_EQ(getLanes("#sparse.bsr<2, 32>"), "16");
  EXPECT_EQ(getLanes("#sparse.bsr<2, 32>", "bf16"), "16");
  EXPECT_EQ(getLanes("#sparse.bsr<8, 8>", "f64", 256), "4");
}

/// Only what is summed along rows that lie side by side has slices.
TEST(StrategyTest, SlicesHaveAScheduleOfTheirOwn) {
  for (ProgramStage stage :
       {ProgramStage::Tensors, ProgramStage::Coordinates}) {
    StringRef format = "#sparse.sell<16, 64>";
    EXPECT_EQ(choose(*build("spmv", format, stage)).schedule, "slices");
    EXPECT_EQ(choose(*build("row_max", format, stage)).schedule, "slices");
    EXPECT_EQ(choose(*build("sddmm", format, stage)).schedule,
              "dense_reductions");
    EXPECT_EQ(choose(*build("spmv", "#sparse.rowlen<64>", stage)).schedule,
              "fibres");
  }
}

/// Rows that go step by step together share a loop: as many of them as fill
/// half of the registers with their vectors.
TEST(StrategyTest, RowsOfSlicesAreSummedTogether) {
  auto getRows = [](StringRef format, int64_t columns, int64_t bits = 512) {
    StrategyFacts facts;
    facts.sizes["K"] = columns;
    Target target = makeTarget(bits, 1 << 20);
    return getValue(choose(*build("spmm", format), facts, target), "rows");
  };
  EXPECT_EQ(getRows("#sparse.sell<16, 64>", 16), "8");
  EXPECT_EQ(getRows("#sparse.sell<16, 64>", 32), "4");
  EXPECT_EQ(getRows("#sparse.sell<16, 64>", 64), "2");
  EXPECT_EQ(getRows("#sparse.sell<16, 64>", 128), "1");
  EXPECT_EQ(getRows("#sparse.sell<16, 64>", 128, 256), "1");
  EXPECT_EQ(getRows("#sparse.ldia<16>", 32), "4");
  EXPECT_EQ(getRows("#sparse.csr", 32), "");
  EXPECT_EQ(getRows("#sparse.rowlen<64>", 32), "");
}

/// A fibre of a panel has a share of a row's elements, and reads a share of the
/// dense operand.
TEST(StrategyTest, RowsOfPanelsAreShort) {
  StrategyFacts facts;
  facts.sizes["K"] = 32;
  facts.operands["A"].matrix.emplace();
  getMatrix(facts).rows = getMatrix(facts).columns = 640;
  getMatrix(facts).meanLength = 64;
  getMatrix(facts).meanSpan = 640;
  Target target = makeTarget(512, 1 << 20);
  auto getSums = [&](StringRef format) {
    return getValue(choose(*build("spmm", format), facts, target),
                    "partial_sums");
  };
  EXPECT_EQ(getSums("#sparse.csr"), "4");
  EXPECT_EQ(getSums("#sparse.panel<256, 64>"), "");
  EXPECT_EQ(getSums("#sparse.panel<256, 640>"), "4");
  EXPECT_EQ(getSums("#sparse.sell<16, 64>"), "");
}

/// Sums of the rows of a block fill registers, of which there are more or
/// fewer.
TEST(StrategyTest, BlocksOfManyRowsHaveFewVectors) {
  auto choose = [](StringRef format, StringRef knob, int64_t bits = 512) {
    Target target = makeTarget(bits, 1 << 20);
    std::string values[2];
    ProgramStage stages[] = {ProgramStage::Tensors, ProgramStage::Coordinates};
    for (auto [value, stage] : llvm::zip_equal(values, stages))
      value =
          getValue(::choose(*build("spmm", format, stage), {}, target), knob);
    EXPECT_EQ(values[0], values[1]);
    return values[0];
  };
  EXPECT_EQ(choose("#sparse.bsr<2, 2>", "vectors"), "8");
  EXPECT_EQ(choose("#sparse.bsr<3, 3>", "vectors"), "4");
  EXPECT_EQ(choose("#sparse.bsr<4, 2>", "vectors"), "4");
  EXPECT_EQ(choose("#sparse.bsr<8, 8>", "vectors"), "2");
  EXPECT_EQ(choose("#sparse.bsr<16, 1>", "vectors"), "2");
  EXPECT_EQ(choose("#sparse.bsr<4, 4>", "vectors", 256), "2");
  EXPECT_EQ(choose("#sparse.bsr<8, 8>", "vectors", 256), "1");
  EXPECT_EQ(choose("#sparse.bsr<1, 4>", "vectors"), "");
  EXPECT_EQ(choose("#sparse.bsr<3, 3>", "prefetch"), "");
  EXPECT_EQ(choose("#sparse.bsr<4, 4>", "prefetch"), "4");
  EXPECT_EQ(choose("#sparse.bsr<8, 3>", "prefetch"), "4");
  EXPECT_EQ(choose("#sparse.bsr<16, 32>", "prefetch"), "1");
}

/// Columns that are taken in groups are elements of a block.
TEST(StrategyTest, GroupsOfColumnsAreFetchedAhead) {
  Target target = makeTarget(512, 1 << 20);
  Strategy strategy =
      choose(*build("spmm", "#sparse.sr_bcrs<8, 4>"), {}, target);
  EXPECT_EQ(strategy.schedule, "blocks");
  EXPECT_EQ(getValue(strategy, "vectors"), "2");
  EXPECT_EQ(getValue(strategy, "prefetch"), "4");
}

/// Rows of the result come in any order where those of the stored matrix are
/// summed up: of the transposed product, and of columns stored as rows.
TEST(StrategyTest, SumsInAnyOrder) {
  StringRef reason = "inside of sums that are made in any order";
  for (ProgramStage stage :
       {ProgramStage::Tensors, ProgramStage::Coordinates}) {
    EXPECT_TRUE(StringRef(choose(*build("spmm_t", "", stage)).reason)
                    .ends_with(reason));
    EXPECT_TRUE(StringRef(choose(*build("spmm", "#sparse.csc", stage)).reason)
                    .ends_with(reason));
    EXPECT_EQ(choose(*build("spmm_t", "#sparse.csc", stage)).schedule,
              "dense_columns");
  }
}

TEST(StrategyTest, ReasonsNameNestAndDimension) {
  EXPECT_EQ(choose(*build("spmm")).reason,
            "the innermost dimension K of nest 'spmm' is dense, inside of a "
            "sum");
  EXPECT_EQ(choose(*build("sddmm")).reason,
            "the innermost dimension K of nest 'sddmm' is dense, and is summed "
            "over");
  EXPECT_EQ(choose(*build("spmv")).reason,
            "the innermost dimension J of nest 'spmv' is the stored elements "
            "of a row, and is summed over");
}

/// A nest by hand, on axes unpacked from tensors.
TEST(StrategyTest, NestsOnUnpackedTensors) {
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @scale(%A: !sparse.tensor<?x8xf32, #sparse.dense> {sparse.dims = ["I", "K"]}) {
      %I, %K, %v = sparse.unpack %A : !sparse.tensor<?x8xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 8>, !sparse.buffer<?x8xf32>
      iter.nest "scale" ("i": %i at %r, "k": %k at %s) over (%I, %K : !axis.axis<dense_fixed>, !axis.axis<dense_fixed, width = 8>) kinds [spatial, spatial] {
        %x = sparse.load %v at [%r, %s] : !sparse.buffer<?x8xf32>
        %y = arith.addf %x, %x : f32
        sparse.store %y, %v at [%r, %s] : !sparse.buffer<?x8xf32>
      }
      return
    })",
                                            &getTestContext());
  StrategyFacts facts;
  facts.sizes["I"] = 100;
  Strategy strategy = choose(*module, facts);
  EXPECT_EQ(strategy.schedule, "cpu");
  EXPECT_EQ(
      strategy.reason,
      "the innermost dimension K of nest 'scale' is dense, and nothing is "
      "summed up in it");
  EXPECT_EQ(strategy.flops, 800);
}

TEST(StrategyTest, NoNestNoSchedule) {
  auto module = parseSourceString<ModuleOp>("func.func @nothing() { return }",
                                            &getTestContext());
  EXPECT_EQ(choose(*module).schedule, "");
  EXPECT_EQ(choose(*module).reason, "there is no nest");
}

/// Facts of a matrix of 1000 rows of `length` elements each.
static StrategyFacts makeFacts(double length, int64_t columns = 0) {
  StrategyFacts facts;
  facts.operands["A"].matrix.emplace();
  getMatrix(facts).rows = getMatrix(facts).columns = 1000;
  getMatrix(facts).elements = int64_t(1000 * length);
  getMatrix(facts).meanLength = length;
  getMatrix(facts).meanSpan = 900;
  if (columns)
    facts.sizes["K"] = columns;
  return facts;
}

TEST(StrategyTest, WithoutFactsKnobsStay) {
  for (StringRef program : {"sddmm", "spmv"})
    EXPECT_FALSE(hasKnobs(choose(*build(program)))) << program.str();
  EXPECT_EQ(choose(*build("spmm")).flops, 0);
}

TEST(StrategyTest, WorkIsElementsTimesColumnsTimesTheBody) {
  EXPECT_EQ(choose(*build("spmm"), makeFacts(5, 32)).flops, 5000. * 32 * 2);
  EXPECT_EQ(choose(*build("spmv"), makeFacts(5)).flops, 5000. * 2);
  EXPECT_EQ(choose(*build("sddmm"), makeFacts(5, 64)).flops,
            5000. * (64 * 2 + 1));
}

TEST(StrategyTest, VectorsAreNoMoreThanColumnsFill) {
  Target wide = makeTarget(512, 1 << 20);
  auto choose = [&](int64_t columns, StringRef element = "f32") {
    auto module = build("spmm", "", ProgramStage::Tensors, element);
    return getValue(::choose(*module, makeFacts(5, columns), wide), "vectors");
  };
  EXPECT_EQ(choose(1), "1");
  EXPECT_EQ(choose(16), "1");
  EXPECT_EQ(choose(17), "2");
  EXPECT_EQ(choose(33), "4");
  EXPECT_EQ(choose(64), "4");
  EXPECT_EQ(choose(65), "");
  EXPECT_EQ(choose(16, "f64"), "2");
}

TEST(StrategyTest, FarRowsOfWideOperandsArePrefetched) {
  Target target = makeTarget(512, 1000);
  auto module = build("spmm");
  auto choose = [&](const StrategyFacts &facts) {
    return getValue(::choose(*module, facts, target), "prefetch");
  };
  StrategyFacts facts = makeFacts(5, 128);
  facts.operands["B"].readBytes = 1001;
  EXPECT_EQ(choose(facts), "12");
  facts.operands["B"].readBytes = 1000;
  EXPECT_EQ(choose(facts), "");
  facts.operands["B"].readBytes = 1001;
  facts.sizes["K"] = 32;
  EXPECT_EQ(choose(facts), "");
  facts.sizes["K"] = 128;
  getMatrix(facts).meanSpan = 100;
  EXPECT_EQ(choose(facts), "");
  // The processor itself fetches what follows in runs of neighbours.
  getMatrix(facts).meanSpan = 900;
  getMatrix(facts).meanRun = 2.9;
  EXPECT_EQ(choose(facts), "12");
  getMatrix(facts).meanRun = 3;
  EXPECT_EQ(choose(facts), "");
}

/// Facts of a dense operand of 1000 rows of `columns` floats, each of which
/// elements take `uses` times.
static StrategyFacts makeUses(double uses, int64_t columns) {
  StrategyFacts facts = makeFacts(uses, columns);
  getMatrix(facts).meanSpan = 1000;
  facts.operands["B"].readBytes = 1000 * 4 * columns;
  return facts;
}

TEST(StrategyTest, PanelsAreOfRowsThatAreTakenAgainAndAgain) {
  auto module = build("spmm");
  auto choose = [&](double uses, int64_t columns, int64_t cacheBytes,
                    int64_t workers = 1, StringRef knob = "panel") {
    Target target = makeTarget(512, cacheBytes);
    target.workers = workers;
    return getValue(::choose(*module, makeUses(uses, columns), target), knob);
  };
  EXPECT_EQ(choose(16, 512, 256000), "64");
  EXPECT_EQ(choose(15, 512, 256000), "");
  EXPECT_EQ(choose(32, 512, 256000, /*workers=*/2), "64");
  EXPECT_EQ(choose(31, 512, 256000, /*workers=*/2), "");
  // One panel is no panel; and one that no cache holds is none.
  EXPECT_EQ(choose(16, 127, 256000), "");
  EXPECT_EQ(choose(16, 128, 256000), "64");
  EXPECT_EQ(choose(16, 512, 255999), "");
  // Half of a cache holds the operand as it is.
  EXPECT_EQ(choose(16, 512, 2 * 2048000), "");
  EXPECT_EQ(choose(16, 512, 2 * 2048000 - 1), "64");
  EXPECT_EQ(choose(16, 512, 256000, 1, "prefetch"), "");
  EXPECT_EQ(choose(15, 512, 256000, 1, "prefetch"), "12");
  EXPECT_EQ(getValue(::choose(*module), "panel"), "");
}

/// Wherever lanes are very few or many, it is an option of the knob.
TEST(StrategyTest, PanelsAreOptions) {
  auto choose = [](int64_t vectorBits, StringRef element) {
    auto module = build("spmm", "", ProgramStage::Tensors, element);
    Target target = makeTarget(vectorBits, 1 << 20);
    return getValue(::choose(*module, makeUses(99, 512), target), "panel");
  };
  EXPECT_EQ(choose(512, "f64"), "32");
  EXPECT_EQ(choose(128, "f64"), "16");
  EXPECT_EQ(choose(512, "bf16"), "128");
}

TEST(StrategyTest, RowsThatAreCutHaveNoPanels) {
  StrategyFacts facts = makeUses(100, 512);
  Target target = makeTarget(512, 256000);
  auto module = build("spmm");
  EXPECT_EQ(getValue(::choose(*module, facts, target), "panel"), "64");
  getMatrix(facts).largestLength = 65536;
  EXPECT_EQ(getValue(::choose(*module, facts, target), "panel"), "");
  EXPECT_EQ(getValue(::choose(*module, facts, target), "sections"), "32768");
}

/// And then rows are fetched ahead, wherever they are.
TEST(StrategyTest, LargeResultsAreStoredPastTheCaches) {
  Target target = makeTarget(512, 1000);
  auto module = build("spmm");
  auto choose = [&](StringRef knob, int64_t rows, int64_t readBytes) {
    StrategyFacts facts = makeFacts(5, 128);
    getMatrix(facts).rows = rows;
    getMatrix(facts).meanSpan = 1;
    facts.operands["B"].readBytes = readBytes;
    return getValue(::choose(*module, facts, target), knob);
  };
  EXPECT_EQ(choose("stream", 131072, 1), "67108864");
  EXPECT_EQ(choose("stream", 131071, 1), "");
  EXPECT_EQ(getValue(::choose(*module, {}, target), "stream"), "");
  EXPECT_EQ(getValue(::choose(*build("spmv"), {}, target), "stream"), "");
  EXPECT_EQ(choose("prefetch", 131072, 1001), "12");
  EXPECT_EQ(choose("prefetch", 131071, 1001), "");
  EXPECT_EQ(choose("prefetch", 131072, 1000), "");
}

TEST(StrategyTest, FewVectorsHavePartialSums) {
  auto module = build("spmm");
  auto choose = [&](double length, int64_t columns, int64_t readBytes = 0) {
    Target target = makeTarget(512, 3000);
    StrategyFacts facts = makeFacts(length, columns);
    getMatrix(facts).columns = 100;
    getMatrix(facts).meanSpan = 50;
    facts.operands["B"].readBytes = readBytes;
    return getValue(::choose(*module, facts, target), "partial_sums");
  };
  EXPECT_EQ(choose(12, 32), "4");
  EXPECT_EQ(choose(11, 32), "");
  EXPECT_EQ(choose(100, 33), "2");
  EXPECT_EQ(choose(100, 64), "2");
  EXPECT_EQ(choose(100, 65), "");
  // A row reaches half of the dense operand.
  EXPECT_EQ(choose(100, 64, 2001), "2");
  EXPECT_EQ(choose(100, 64, 2002), "");
}

TEST(StrategyTest, TinyRowsAreDotProductsOneAtATime) {
  auto sddmm = build("sddmm");
  EXPECT_EQ(getValue(choose(*sddmm, makeFacts(1.5)), "together"), "1");
  EXPECT_EQ(getValue(choose(*sddmm, makeFacts(2)), "together"), "");
}

/// Rows of eight vectors, and of what half of the registers hold.
TEST(StrategyTest, FactorsAreFetchedAndKept) {
  auto module = build("sddmm");
  auto choose = [&](StringRef knob, int64_t columns, int64_t readBytes) {
    StrategyFacts facts = makeFacts(5, columns);
    getMatrix(facts).columns = 100;
    getMatrix(facts).meanSpan = 50;
    facts.operands["Y"].readBytes = readBytes;
    return getValue(::choose(*module, facts, makeTarget(256, 1000)), knob);
  };
  EXPECT_EQ(choose("prefetch", 64, 1001), "6");
  EXPECT_EQ(choose("prefetch", 65, 1001), "4");
  EXPECT_EQ(choose("prefetch", 64, 1000), "");
  EXPECT_EQ(choose("prefetch", 56, 1001), "");
  EXPECT_EQ(choose("kept", 64, 0), "");
  EXPECT_EQ(choose("kept", 65, 0), "0");
}

/// Half of the processor's vectors, for elements that have gathers.
TEST(StrategyTest, GathersWhereTheyAreFast) {
  Target target = makeTarget(512, 1 << 20, true);
  auto choose = [&](StringRef element, const StrategyFacts &facts,
                    StringRef knob) {
    auto spmv = build("spmv", "", ProgramStage::Tensors, element);
    return getValue(::choose(*spmv, facts, target), knob);
  };
  EXPECT_EQ(choose("f32", {}, "gathered_lanes"), "8");
  EXPECT_EQ(choose("f64", {}, "gathered_lanes"), "4");
  EXPECT_EQ(choose("bf16", {}, "gathered_lanes"), "");
  EXPECT_EQ(choose("f32", makeFacts(4), "gathered_lanes"), "8");
  EXPECT_EQ(choose("f32", makeFacts(4), "lanes"), "");
  EXPECT_EQ(choose("f32", makeFacts(3), "gathered_lanes"), "");
  EXPECT_EQ(choose("f32", makeFacts(3), "lanes"), "0");
}

/// What rules can choose ships, and takes those values.
TEST(StrategyTest, SchedulesTakeWhatIsChosen) {
  StrategyFacts facts = makeFacts(1, 33);
  for (StringRef program : {"spmm", "sddmm", "spmv", "softmax"}) {
    Strategy strategy =
        choose(*build(program), facts, makeTarget(512, 1 << 20, true));
    auto schedule = openStrategy(&getTestContext(), strategy);
    ASSERT_TRUE(bool(schedule)) << toString(schedule.takeError());
    EXPECT_EQ((*schedule)->getName(), strategy.schedule);
    EXPECT_TRUE(hasKnobs(strategy)) << program.str();
    // Its text is a schedule, too.
    auto again =
        Schedule::parse(&getTestContext(), (*schedule)->str(), "s", "");
    ASSERT_TRUE(bool(again)) << toString(again.takeError());
    EXPECT_EQ((*again)->getKnobs(), (*schedule)->getKnobs());
  }
}

/// Rows are cut where one may be more than a worker's share, however many there
/// are.
TEST(StrategyTest, LongRowsAreCut) {
  auto choose = [](StringRef program, int64_t largest, int64_t elements) {
    StrategyFacts facts = makeFacts(double(elements) / 1000);
    getMatrix(facts).largestLength = largest;
    return getValue(::choose(*build(program), facts), "sections");
  };
  for (StringRef program : {"spmv", "spmm", "softmax"}) {
    EXPECT_EQ(choose(program, 65536, 100000), "32768") << program.str();
    EXPECT_EQ(choose(program, 65535, 100000), "") << program.str();
    EXPECT_EQ(choose(program, 65536, 65 * 65536), "") << program.str();
  }
  EXPECT_EQ(getValue(::choose(*build("spmv")), "sections"), "");
}
