//===- BenchTest.cpp - how fast is it -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Bench.h"
#include "Spindle/Runtime/IO/Generate.h"

#include <gtest/gtest.h>

using namespace spindle;
using namespace spindle::session;

TEST(BenchTest, OneTime) {
  BenchResult result = summarizeTimes({2});
  EXPECT_EQ(result.runs, 1);
  for (double time : {result.least, result.lowQuartile, result.median,
                      result.highQuartile, result.most})
    EXPECT_EQ(time, 2);
  EXPECT_EQ(result.getSpread(), 0);
}

TEST(BenchTest, QuantilesOfAnyOrder) {
  BenchResult result = summarizeTimes({9, 1, 5, 3, 7});
  EXPECT_EQ(result.least, 1);
  EXPECT_EQ(result.lowQuartile, 3);
  EXPECT_EQ(result.median, 5);
  EXPECT_EQ(result.highQuartile, 7);
  EXPECT_EQ(result.most, 9);
  EXPECT_DOUBLE_EQ(result.getSpread(), 0.8);
}

/// As NumPy's percentile does by default.
TEST(BenchTest, QuantilesBetweenTimes) {
  BenchResult result = summarizeTimes({1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(result.lowQuartile, 1.75);
  EXPECT_DOUBLE_EQ(result.median, 2.5);
  EXPECT_DOUBLE_EQ(result.highQuartile, 3.25);
}

namespace {

/// An operand of `count` values of f32, and of `positions` of i32.
Operand makeOperand(const OperandSpec &spec, int64_t count,
                    int64_t positions = 0) {
  Operand operand;
  operand.spec = &spec;
  operand.values = *runtime::ones(runtime::DType::F32, {count});
  operand.storage.positions.push_back(
      *runtime::ones(runtime::DType::I32, {positions}));
  return operand;
}

} // namespace

/// Two rows of a width of 3, of lengths 1 and 2.
TEST(BenchTest, CellsBeyondLengthsAreNot) {
  OperandSpec spec;
  spec.kind = OperandKind::Sparse;
  Operand operand = makeOperand(spec, 6);
  runtime::Array lengths = *runtime::ones(runtime::DType::I32, {2});
  lengths.as<int32_t>()[1] = 2;
  operand.storage.lengths.push_back(lengths);
  operand.storage.coordinates.push_back(
      *runtime::zeros(runtime::DType::I16, {2, 3}));
  std::vector<Operand> operands;
  operands.push_back(std::move(operand));
  EXPECT_EQ(countTouchedBytes(operands), 3 * 4 + 3 * 2 + 2 * 4);
}

TEST(BenchTest, EachArrayIsTouchedOnce) {
  OperandSpec sparse, shared, updated, scalar;
  sparse.kind = shared.kind = OperandKind::Sparse;
  shared.structureOf = "A";
  shared.access = sparse::Access::Write;
  updated.access = sparse::Access::Update;
  scalar.kind = OperandKind::Scalar;
  std::vector<Operand> operands;
  operands.push_back(makeOperand(sparse, 10, 5));
  EXPECT_EQ(countTouchedBytes(operands), 40 + 20);
  operands.push_back(makeOperand(shared, 10, 5));
  EXPECT_EQ(countTouchedBytes(operands), 60 + 40);
  operands.push_back(makeOperand(updated, 3));
  EXPECT_EQ(countTouchedBytes(operands), 100 + 2 * 12);
  operands.push_back(makeOperand(scalar, 1));
  EXPECT_EQ(countTouchedBytes(operands), 124);
}
