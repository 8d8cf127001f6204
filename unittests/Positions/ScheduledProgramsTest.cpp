//===- ScheduledProgramsTest.cpp - the numbers of scheduled programs ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each primitive of position space is applied to all loops of programs that
// ship, in many formats, wherever it is legal, alone and after others; the
// results have the bits of the code without a schedule, by one thread and by
// three.
//
//===----------------------------------------------------------------------===//

#include "../Parallel/Patterns.h"
#include "../Parallel/ShippedProgram.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Schedule/Schedule.h"
#include "TestContext/TestContext.h"
#include "TestContext/Thorough.h"

#include "gtest/gtest.h"

using namespace spindle;
using spindle::execution::drawPatterns;
using spindle::execution::ShippedProgram;
using spindle::execution::TestOperands;

namespace {
/// A program in a format.
struct Subject {
  std::string name, format;
  int64_t rank = 2;
  /// Whether its operands grow with the number of cells.
  bool grows = false;
};

const Subject kSubjects[] = {
    {"spmm", "csr"},
    {"spmm", "bsr<4, 4>"},
    {"spmm", "bsr<2, 3>"},
    {"spmm", "ell<?>", 2, true},
    {"spmm", "dcsr"},
    {"spmm", "csc"},
    {"spmm", "coo<2>"},
    {"spmm", "panel<4, 8>", 2, true},
    {"spmv", "csr<pos = i64, crd = i64>"},
    {"spmv", "bsr<4, 4>"},
    {"spmv", "dcsr"},
    {"sddmm", "csr"},
    {"sddmm", "bsr<4, 4>"},
    {"sddmm", "ell<?>", 2, true},
    {"sddmm", "dcsr"},
    {"softmax", "csr"},
    {"fusedmm", "csr"},
    {"mttkrp", "csf<3>", 3},
};
} // namespace

/// The schedule whose primitives of position space are `body`, of `%root` and
/// of all loops in it, `%loops`.
static std::shared_ptr<Schedule> makeSchedule(const std::string &body,
                                              bool reorders) {
  std::string reorder = reorders
                            ? "transform.sparse.reorder %nests reductions_last "
                              "{where_legal} : !transform.any_op\n"
                            : "";
  std::string text = R"mlir(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @test(%program: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %program : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    )mlir" + reorder +
                     R"mlir(
    %root = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    )mlir" + body + R"mlir(
    transform.yield
  }
}
)mlir";
  return llvm::cantFail(
      Schedule::parse(&getTestContext(), text, "the test", "test"));
}

static void check(const Subject &subject, const std::string &body,
                  bool reorders) {
  SCOPED_TRACE(subject.name + " in " + subject.format +
               (reorders ? ", reordered" : ""));
  ShippedProgram program(subject.name, subject.format, {},
                         makeSchedule(body, reorders));
  for (const execution::DrawnPattern &pattern : drawPatterns(subject.rank)) {
    const std::vector<int64_t> &shape = pattern.tensor.shape;
    if (subject.grows && shape[0] * shape[1] > 1000000)
      continue;
    TestOperands operands = program.draw(pattern.tensor, 7);
    std::string expected = program.runSerial(operands);
    for (int threads : {1, 3}) {
      execution::setThreads(threads);
      EXPECT_TRUE(program.runParallel(operands) == expected)
          << pattern.name << ", " << threads << " threads";
    }
  }
}

/// Checks the program in each format, with reductions innermost in every other
/// one.
static void checkAll(const std::string &body) {
  bool reorders = false;
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kSubjects)))
    check(subject, body, reorders = !reorders);
}

static const std::string kFuse =
    "transform.sparse.fuse_fills %root {where_legal} : !transform.any_op\n";
static const std::string kLoops =
    "%loops = transform.sparse.match.loops in %root : (!transform.any_op) -> "
    "!transform.any_op\n";

TEST(ScheduledPrograms, FusedFills) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kSubjects)))
    for (bool reorders : {false, true})
      check(subject, kFuse, reorders);
}

TEST(ScheduledPrograms, SplitLoops) {
  checkAll(kFuse + kLoops +
           "%tiles, %points = transform.sparse.split %loops factor (%three) "
           "{where_legal} : (!transform.any_op, !transform.param<i64>) -> "
           "(!transform.any_op, !transform.any_op)\n");
}

TEST(ScheduledPrograms, SplitLoopsWithTails) {
  checkAll(
      kLoops +
      "%tiles, %points, %tails = transform.sparse.split %loops factor (%two) "
      "peel_remainder {where_legal} : (!transform.any_op, "
      "!transform.param<i64>) -> (!transform.any_op, !transform.any_op, "
      "!transform.any_op)\n" +
      kFuse);
}

TEST(ScheduledPrograms, LoopsInParts) {
  checkAll(kFuse + kLoops +
           "%tiles, %points = transform.sparse.split %loops parts (%two) "
           "{where_legal} : (!transform.any_op, !transform.param<i64>) -> "
           "(!transform.any_op, !transform.any_op)\n");
}

TEST(ScheduledPrograms, InterchangedLoops) {
  checkAll(kLoops +
           "%outer, %inner = transform.sparse.interchange %loops "
           "{where_legal} : (!transform.any_op) -> (!transform.any_op, "
           "!transform.any_op)\n" +
           kFuse);
}

TEST(ScheduledPrograms, TiledLoops) {
  checkAll(kLoops +
           "%a, %b, %c, %d = transform.sparse.tile %loops sizes (%three, "
           "%two) {where_legal} : (!transform.any_op, !transform.param<i64>, "
           "!transform.param<i64>) -> (!transform.any_op, !transform.any_op, "
           "!transform.any_op, !transform.any_op)\n");
}

TEST(ScheduledPrograms, TilesMovedOut) {
  checkAll(
      kLoops +
      "%tiles, %points, %tails = transform.sparse.split %loops factor (%two) "
      "peel_remainder {where_legal} : (!transform.any_op, "
      "!transform.param<i64>) -> (!transform.any_op, !transform.any_op, "
      "!transform.any_op)\n"
      "%pieces = transform.sparse.match.loops in %root : "
      "(!transform.any_op) -> !transform.any_op\n"
      "%outer, %inner = transform.sparse.interchange %pieces "
      "{where_legal} : (!transform.any_op) -> (!transform.any_op, "
      "!transform.any_op)\n"
      "%all = transform.sparse.match.loops in %root : "
      "(!transform.any_op) -> !transform.any_op\n"
      "%parallel = transform.sparse.bind %all to workers {where_legal} "
      ": (!transform.any_op) -> !transform.any_op\n");
}

TEST(ScheduledPrograms, CoalescedLoops) {
  checkAll(kLoops + "%pairs = transform.sparse.coalesce %loops {where_legal} : "
                    "(!transform.any_op) -> !transform.any_op\n");
}

TEST(ScheduledPrograms, BoundLoops) {
  checkAll(kFuse + kLoops +
           "%parallel = transform.sparse.bind %loops to workers {where_legal} "
           ": (!transform.any_op) -> !transform.any_op\n");
}

TEST(ScheduledPrograms, LoopsForWorkers) {
  checkAll(kFuse + kLoops +
           "%workers, %parts = transform.sparse.split_into_chunks %loops "
           "{where_legal} : (!transform.any_op) -> (!transform.any_op, "
           "!transform.any_op)\n");
}

TEST(ScheduledPrograms, ElementsComputedWhereTheyAreUsed) {
  checkAll("transform.sparse.compute_once %root {where_legal} : "
           "!transform.any_op\n"
           "transform.sparse.compute_inline %root {where_legal} : "
           "!transform.any_op\n" +
           kFuse);
}

TEST(ScheduledPrograms, TilesOfElements) {
  checkAll("transform.sparse.fuse_elementwise %root {where_legal} : "
           "!transform.any_op\n" +
           kFuse + kLoops +
           "%tiles, %elements = transform.sparse.split_elements %loops "
           "factor(%three) {where_legal} : (!transform.any_op, "
           "!transform.param<i64>) -> (!transform.any_op, "
           "!transform.any_op)\n"
           "%all = transform.sparse.match.loops in %root : "
           "(!transform.any_op) -> !transform.any_op\n"
           "%searches = transform.sparse.materialize %all {where_legal} : "
           "(!transform.any_op) -> !transform.any_op\n");
}
