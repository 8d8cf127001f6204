//===- ChunksTest.cpp - where chunks of equal weight begin ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The search that is emitted is compiled and run on arrays of positions, and
// compared with the definition of a chunk and with the laws of Chunks.h.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/Chunks.h"
#include "Compiled.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <limits>
#include <random>

using namespace mlir;
using namespace spindle::execution;
using spindle::iter::Chunks;
using spindle::iter::LoopWeight;

namespace {
using Positions = std::vector<int64_t>;

/// Rows over fibres of J, and these over fibres of K; the positions of an axis
/// that is not counted are not read.
const char kAxes[] = R"mlir(
!root = !axis.axis<dense_fixed>
!ragged = !axis.axis<dense_variable, pos = i64>
func.func @f(%n: index, %p: index, %j: memref<?xi64>, %k: memref<?xi64>, %begins: memref<?xi64>) {
  %I = axis.dense_fixed %n : !root
  %J = axis.dense_variable %n of %I positions %j : !root, memref<?xi64> -> !ragged
  %K = axis.dense_variable %n of %J positions %k : !ragged, memref<?xi64> -> !ragged
  return
}
)mlir";

/// The function that stores where each chunk begins, and the end, for weights
/// that count on the first `depth` of J and K.
Compiled compileBegins(size_t depth) {
  OwningOpRef<ModuleOp> module = parseTest(kAxes);
  module->getContext()
      ->loadDialect<arith::ArithDialect, memref::MemRefDialect,
                    scf::SCFDialect>();
  auto function = *module->getOps<func::FuncOp>().begin();
  LoopWeight weight;
  function.walk([&](spindle::axis::DenseVariableOp axis) {
    if (weight.axes.size() < depth)
      weight.axes.push_back(axis.getResult());
  });
  Operation *end = function.getBody().front().getTerminator();
  ImplicitLocOpBuilder builder(function.getLoc(), end);
  Value length = function.getArgument(0), count = function.getArgument(1);
  Value total = buildWeightBefore(builder, weight, length);
  Chunks chunks = buildChunks(builder, weight, length, total, count);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  auto loop =
      scf::ForOp::create(builder, arith::ConstantIndexOp::create(builder, 0),
                         arith::AddIOp::create(builder, count, one), one);
  builder.setInsertionPointToStart(loop.getBody());
  Value chunk = loop.getInductionVar();
  Value begin = arith::IndexCastOp::create(
      builder, builder.getI64Type(), buildChunkBegin(builder, chunks, chunk));
  memref::StoreOp::create(builder, begin, function.getArgument(4), chunk);
  return compileTest(*module, "f", /*parallel=*/false, 5);
}

ScalarView makeScalar(int64_t number) {
  ScalarView scalar;
  std::memcpy(scalar.bytes, &number, sizeof(number));
  return scalar;
}

MemoryView makeView(Positions &data) {
  return {data.data(), {int64_t(data.size())}};
}

/// Runs `begins` for `count` chunks of rows with fibres of these positions.
Positions findBegins(const Compiled &begins, int64_t rows, int64_t count,
                     Positions &j, Positions &k) {
  Positions found(count + 1, -1);
  begins.run({makeScalar(rows), makeScalar(count), makeView(j), makeView(k),
              makeView(found)});
  return found;
}

/// Checks what was found against the definition and the laws, for the weights
/// `before` of the rows before each, and of all.
void checkBegins(const Positions &found, const Positions &before) {
  int64_t rows = int64_t(before.size()) - 1;
  int64_t count = int64_t(found.size()) - 1;
  int64_t heaviest = 0;
  for (int64_t row = 0; row < rows; ++row)
    heaviest = std::max(heaviest, before[row + 1] - before[row]);
  int64_t even = before[rows] / count, more = before[rows] % count;
  EXPECT_EQ(found.front(), 0);
  EXPECT_EQ(found.back(), rows);
  for (int64_t chunk = 0; chunk < count; ++chunk) {
    int64_t target = chunk * even + std::min(chunk, more);
    EXPECT_EQ(found[chunk],
              std::lower_bound(before.begin(), before.end(), target) -
                  before.begin())
        << "chunk " << chunk << " of " << count;
    int64_t share = even + (chunk < more ? 1 : 0);
    int64_t got = before[found[chunk + 1]] - before[found[chunk]];
    EXPECT_LE(std::abs(got - share), std::max<int64_t>(heaviest - 1, 0))
        << "chunk " << chunk << " of " << count;
  }
}

/// Positions of fibres of these lengths.
Positions addUp(const Positions &lengths) {
  Positions positions = {0};
  for (int64_t length : lengths)
    positions.push_back(positions.back() + length);
  return positions;
}

/// The weights before each row, and of all, counted on the last of `axes`.
Positions weigh(int64_t rows, const std::vector<const Positions *> &axes) {
  Positions before;
  for (int64_t row = 0; row <= rows; ++row) {
    int64_t place = row;
    for (const Positions *axis : axes)
      place = (*axis)[place];
    before.push_back(axes.empty() ? row : place + row);
  }
  return before;
}

/// Lengths of fibres: of no rows, of one, of none but one, and random ones.
std::vector<Positions> getLengths() {
  std::vector<Positions> all = {
      {}, {0}, {7}, Positions(50, 0), Positions(50, 3)};
  for (size_t full : {0, 25, 49}) {
    all.emplace_back(50, 0);
    all.back()[full] = 1000;
  }
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    Positions &lengths = all.emplace_back(random() % 200);
    for (int64_t &length : lengths)
      length = random() % 4 ? random() % 6 : random() % 300;
  }
  return all;
}
} // namespace

TEST(Chunks, OfRowsOfOneWeight) {
  Compiled begins = compileBegins(0);
  Positions none = {0};
  for (int64_t rows : {0, 1, 2, 7, 64, 1000})
    for (int64_t count = 1; count <= 12; ++count)
      checkBegins(findBegins(begins, rows, count, none, none), weigh(rows, {}));
}

TEST(Chunks, CountElements) {
  Compiled begins = compileBegins(1);
  Positions none = {0};
  for (const Positions &lengths : getLengths()) {
    Positions j = addUp(lengths);
    int64_t rows = lengths.size();
    for (int64_t count : {1, 2, 3, 4, 7, 8, 64, 300})
      checkBegins(findBegins(begins, rows, count, j, none), weigh(rows, {&j}));
  }
}

TEST(Chunks, CountElementsOfFibresOfFibres) {
  Compiled begins = compileBegins(2);
  std::mt19937 random(11);
  for (const Positions &lengths : getLengths()) {
    Positions j = addUp(lengths), inner(j.back());
    for (int64_t &length : inner)
      length = random() % 9;
    Positions k = addUp(inner);
    int64_t rows = lengths.size();
    for (int64_t count : {1, 2, 3, 8, 50})
      checkBegins(findBegins(begins, rows, count, j, k), weigh(rows, {&j, &k}));
  }
}

TEST(Chunks, WrapAroundNowhere) {
  Compiled begins = compileBegins(1);
  Positions none = {0};
  Positions j = {0, int64_t(1) << 61, (int64_t(1) << 62) + 5,
                 (int64_t(1) << 62) + 9,
                 std::numeric_limits<int64_t>::max() - 999};
  for (int64_t count = 1; count <= 64; ++count)
    checkBegins(findBegins(begins, 4, count, j, none), weigh(4, {&j}));
}
