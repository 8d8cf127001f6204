//===- WorkersTest.cpp - which threads run which rows ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop that was proved parallel, whose body tells a function of this program
// which row it runs: each row is run once, by as many threads as the work is
// worth.
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"
#include "Spindle/Execution/ThreadPool.h"
#include "Spindle/Execution/Threads.h"

#include "gtest/gtest.h"

#include <map>
#include <mutex>
#include <set>

using namespace spindle::execution;

namespace {
/// Which members of a team ran rows, and which rows they ran. A thread may be
/// several members, one after the other.
struct Notes {
  std::mutex mutex;
  std::map<int, std::vector<int64_t>> rows;
};
Notes *notes = nullptr;

const char kRows[] = R"mlir(
!root = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable>
func.func private @spindle_test_note(index)
func.func @f(%n: index, %pos: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %n : !root
  %J = axis.dense_variable %n of %I positions %pos : !root, memref<?xi32> -> !ragged
  scf.forall (%i) in (%n) {
    func.call @spindle_test_note(%i) : (index) -> ()
    %length = axis.length %J under %i : !ragged
    %begin = axis.position %J[%c0] under %i : !ragged
    %end = arith.addi %begin, %length : index
    scf.for %p = %begin to %end step %c1 {
      func.call @spindle_test_note(%c0) : (index) -> ()
      scf.yield
    } {iter.loop = #iter.loop<nest = "rows", dims = ["j"], axis = dense_variable, kind = reduction, role = level>}
  } {iter.loop = #iter.loop<nest = "rows", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}
)mlir";
} // namespace

/// What compiled code calls for each row.
extern "C" __attribute__((visibility("default"))) void
_mlir_ciface_spindle_test_note(int64_t row) {
  std::lock_guard<std::mutex> lock(notes->mutex);
  notes->rows[getTeamMember()].push_back(row);
}

namespace {
/// The rows that each member ran, of `lengths.size()` rows, by at most
/// `threads` threads; elements are row 0.
std::vector<std::vector<int64_t>> runRows(const std::vector<int32_t> &lengths,
                                          int threads) {
  static const Compiled compiled =
      compileTest(*parseTest(kRows), "f", /*parallel=*/true, 2);
  std::vector<int32_t> positions = {0};
  for (int32_t length : lengths)
    positions.push_back(positions.back() + length);
  ScalarView count;
  int64_t rows = lengths.size();
  std::memcpy(count.bytes, &rows, sizeof(rows));
  Notes here;
  notes = &here;
  setThreads(threads);
  compiled.run({count, MemoryView{positions.data(), {rows + 1}}});
  std::vector<std::vector<int64_t>> parts;
  for (auto &[member, part] : here.rows)
    parts.push_back(std::move(part));
  return parts;
}

/// Checks that each of `rows` was run once, and `elements` elements besides; a
/// member runs neighbours, in order.
void checkRows(const std::vector<std::vector<int64_t>> &parts, int64_t rows,
               int64_t elements) {
  std::vector<int64_t> all;
  for (const std::vector<int64_t> &part : parts) {
    int64_t last = 0;
    for (int64_t row : part) {
      all.push_back(row);
      if (row == 0)
        continue;
      EXPECT_TRUE(last == 0 || row == last + 1) << last << ", " << row;
      last = row;
    }
  }
  std::sort(all.begin(), all.end());
  std::vector<int64_t> expected(elements, 0);
  for (int64_t row = 0; row < rows; ++row)
    expected.push_back(row);
  EXPECT_EQ(all, expected);
}
} // namespace

TEST(Workers, AreAsManyAsThreadsWhereThereIsWork) {
  for (int threads : {1, 2, 3, 4, 8}) {
    auto parts = runRows(std::vector<int32_t>(100000, 0), threads);
    EXPECT_EQ(parts.size(), size_t(threads));
    checkRows(parts, 100000, 0);
  }
}

TEST(Workers, AreFewerWhereThereIsLittleWork) {
  // A worker for each 8192 rows and elements, and one.
  EXPECT_EQ(runRows(std::vector<int32_t>(8191, 0), 8).size(), 1u);
  EXPECT_EQ(runRows(std::vector<int32_t>(8192, 0), 8).size(), 2u);
  EXPECT_EQ(runRows(std::vector<int32_t>(4096, 1), 8).size(), 2u);
  EXPECT_EQ(runRows(std::vector<int32_t>(4 * 8192, 0), 8).size(), 5u);
  EXPECT_EQ(runRows({}, 8).size(), 0u);
}

TEST(Workers, ShareElementsNotRows) {
  std::vector<int32_t> lengths(1000, 0);
  std::fill(lengths.begin(), lengths.begin() + 10, 4000);
  auto parts = runRows(lengths, 4);
  checkRows(parts, 1000, 40000);
  ASSERT_EQ(parts.size(), 4u);
  // The heaviest row weighs 4001, and a share is 10250.
  for (const auto &part : parts)
    EXPECT_NEAR(double(part.size()), 10250, 4001);
}

TEST(Workers, HaveNothingToDoBesideOneFullRow) {
  std::vector<int32_t> lengths(5, 0);
  lengths[4] = 50000;
  auto parts = runRows(lengths, 8);
  checkRows(parts, 5, 50000);
  EXPECT_LE(parts.size(), 5u);
}
