//===- NumbersTest.cpp - the same numbers by several threads --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// No sum is split among threads: parallel code gives the bits of serial code,
// whatever the program, the format, the entries and the number of threads.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ShippedProgram.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Schedule/Schedule.h"
#include "TestContext/TestContext.h"
#include "TestContext/Thorough.h"

#include "gtest/gtest.h"

using namespace spindle::execution;

/// Compares what `program` makes of `pattern` serially and by 1 to 8 threads,
/// or by some of these numbers.
static void compare(const ShippedProgram &program, const DrawnPattern &pattern,
                    int64_t columns) {
  TestOperands operands = program.draw(pattern.tensor, columns);
  std::string expected = program.runSerial(operands);
  for (int threads = 1; threads <= 8; ++threads) {
    if (!spindle::isThorough() && threads % 3 != 2)
      continue;
    setThreads(threads);
    EXPECT_TRUE(program.runParallel(operands) == expected)
        << pattern.name << ", " << threads << " threads";
  }
}

static void compareAll(const std::string &name, const std::string &format,
                       int64_t rank = 2) {
  SCOPED_TRACE(name + " in " + format);
  ShippedProgram program(name, format);
  for (const DrawnPattern &pattern : drawPatterns(rank))
    compare(program, pattern, 3);
}

/// Compares with few workers, where an operand grows with the number of cells.
static void compareSmall(const std::string &name, const std::string &format,
                         int64_t rank = 2) {
  SCOPED_TRACE(name + " in " + format);
  ShippedProgram program(name, format);
  for (const DrawnPattern &pattern : drawPatterns(rank)) {
    const std::vector<int64_t> &shape = pattern.tensor.shape;
    if (shape[0] * shape[1] < 10000000)
      compare(program, pattern, 3);
  }
}

TEST(Numbers, OfSpMV) { compareAll("spmv", "csr"); }

TEST(Numbers, OfSpMVWithPositionsOf64Bits) {
  compareAll("spmv", "csr<pos = i64, crd = i64>");
}

TEST(Numbers, OfSpMVInRowsThatAreStored) { compareAll("spmv", "dcsr"); }

TEST(Numbers, OfSpMVInBlocks) { compareAll("spmv", "bsr<4, 4>"); }

TEST(Numbers, OfSpMVInPanels) { compareSmall("spmv", "panel<4, 8>"); }

TEST(Numbers, OfSpMVInRowsOfOneWidth) { compareSmall("spmv", "ell<?>"); }

TEST(Numbers, OfSpMVInColumns) { compareAll("spmv", "csc"); }

TEST(Numbers, OfSpMVOfEntries) { compareAll("spmv", "coo<2>"); }

TEST(Numbers, OfSpMM) { compareAll("spmm", "csr"); }

TEST(Numbers, OfSpMMInBlocks) { compareAll("spmm", "bsr<2, 3>"); }

TEST(Numbers, OfSpMMOfTheTranspose) { compareAll("spmm_t", "csr"); }

TEST(Numbers, OfSDDMM) { compareAll("sddmm", "csr"); }

TEST(Numbers, OfSoftmax) { compareAll("softmax", "csr"); }

TEST(Numbers, OfFusedAttention) { compareAll("fusedmm", "csr"); }

TEST(Numbers, OfTheSmallestOfEachRow) { compareAll("argmin", "csr"); }

//===----------------------------------------------------------------------===//
// Nests that share workers
//===----------------------------------------------------------------------===//

/// Nests in one loop over workers, each of whom has rows, three at a time.
static constexpr llvm::StringLiteral byRows = R"mlir(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @by_rows(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %tile = transform.param.constant TILE : i64 -> !transform.param<i64>
    transform.sparse.fuse_by_rows %positions tile(%tile) : !transform.any_op, !transform.param<i64>
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
})mlir";

static void compareByRows(const std::string &name, const std::string &format,
                          int64_t tile) {
  SCOPED_TRACE(name + " in " + format);
  std::string text = byRows.str();
  text.replace(text.find("TILE"), 4, std::to_string(tile));
  auto schedule = spindle::Schedule::parse(&spindle::getTestContext(), text,
                                           "rows.mlir", "");
  ASSERT_TRUE(bool(schedule)) << llvm::toString(schedule.takeError());
  ShippedProgram program(name, format, {}, std::move(*schedule));
  for (const DrawnPattern &pattern : drawPatterns(2)) {
    const std::vector<int64_t> &shape = pattern.tensor.shape;
    if (shape[0] * shape[1] < 10000000)
      compare(program, pattern, 3);
  }
}

TEST(Numbers, OfEntriesByRows) {
  compareByRows("spmv", "coo<2>", 0);
  compareByRows("spmm", "coo<2>", 3);
}

TEST(Numbers, OfDiagonalsByRows) {
  compareByRows("spmv", "dia", 0);
  compareByRows("spmv", "dia", 3);
}

TEST(Numbers, OfBlocksByRows) {
  compareByRows("spmv", "bsr<4, 4>", 0);
  compareByRows("spmm", "dbsr<4, 3>", 3);
}

TEST(Numbers, OfNestsThatReadOneAnother) {
  compareByRows("argmin", "csr", 0);
  compareByRows("softmax", "csr", 5);
}

//===----------------------------------------------------------------------===//
// Copies that chunks add to
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral inCopies = R"mlir(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @in_copies(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    %nest = transform.sparse.match.loops nest "NEST" outermost in %positions : (!transform.any_op) -> !transform.any_op
    %copies = transform.param.constant COPIES : i64 -> !transform.param<i64>
    transform.sparse.accumulate_in_copies %nest copies(%copies) {reassociate} : !transform.any_op, !transform.param<i64>
    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
})mlir";

static void compareInCopies(const std::string &name, const std::string &format,
                            int64_t copies, int64_t rank = 2) {
  SCOPED_TRACE(name + " in " + format);
  std::string text = inCopies.str();
  text.replace(text.find("NEST"), 4, name);
  text.replace(text.find("COPIES"), 6, std::to_string(copies));
  auto schedule = spindle::Schedule::parse(&spindle::getTestContext(), text,
                                           "copies.mlir", "");
  ASSERT_TRUE(bool(schedule)) << llvm::toString(schedule.takeError());
  ShippedProgram program(name, format, {}, std::move(*schedule),
                         /*alsoSerial=*/true);
  for (const DrawnPattern &pattern : drawPatterns(rank))
    if (pattern.tensor.shape[0] < 1000000)
      compare(program, pattern, 3);
}

TEST(Numbers, OfColumnsInCopies) {
  compareInCopies("spmv", "csc", 1);
  compareInCopies("spmv", "csc", 5);
  compareInCopies("spmm", "csc", 4);
}

TEST(Numbers, OfEntriesInCopies) {
  compareInCopies("spmv", "coo<2>", 8);
  compareInCopies("mttkrp", "coo<3>", 3, 3);
}

TEST(Numbers, OfTheTransposeInCopies) {
  compareInCopies("spmm_t", "csr", 7);
  compareInCopies("spmm_t", "bsr<2, 3>", 2);
}

TEST(Numbers, OfMinimaInCopies) {
  compareInCopies("row_max", "csc", 4);
  compareInCopies("argmin", "csc", 4);
}

TEST(Numbers, OfSegments) {
  ShippedProgram program("segment_reduce", "ragged");
  for (const DrawnPattern &pattern : drawPatterns(2))
    if (pattern.name != "much work" && pattern.name != "little work" &&
        pattern.name != "three rows")
      compare(program, pattern, 3);
}

TEST(Numbers, OfMTTKRP) { compareAll("mttkrp", "csf<3>", 3); }

TEST(Numbers, OfTensorTimesVector) { compareSmall("ttv", "csf<3>", 3); }
