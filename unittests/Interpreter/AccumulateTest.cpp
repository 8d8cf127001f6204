//===- AccumulateTest.cpp - accumulation of every kind --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gtest/gtest.h"

#include <cmath>
#include <complex>
#include <limits>

using namespace spindle::interpreter;

namespace {

/// Combines `x` with `value` in elements of type `type`, kept as T.
template <typename T>
T accumulate(const std::string &kind, const std::string &type, T x, T value) {
  std::string buffer = "!sparse.buffer<?x" + type + ">";
  Program program("func.func @f(%x: memref<?x" + type + ">, %v: memref<1x" +
                  type + R"(>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %c1 : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%I) : memref<?x)" +
                  type + "> on (!axis.axis<dense_fixed>) -> " + buffer +
                  "\n  %value = memref.load %v[%c0] : memref<1x" + type +
                  ">\n  sparse.accumulate " + kind +
                  " %value into %X[%c0] : " + buffer + "\n  return\n}\n");
  std::vector<T> left = {x}, right = {value};
  EXPECT_EQ(
      program.run({program.memory(left, type), program.memory(right, type)}),
      "");
  return left[0];
}

TEST(Accumulate, Floats) {
  EXPECT_EQ(accumulate<float>("add", "f32", 1.5f, 2.f), 3.5f);
  EXPECT_EQ(accumulate<float>("mul", "f32", 1.5f, 2.f), 3.f);
  EXPECT_EQ(accumulate<double>("min", "f64", 1.5, -2), -2);
  EXPECT_EQ(accumulate<double>("max", "f64", 1.5, -2), 1.5);
}

TEST(Accumulate, FloatsRoundToTheirType) {
  EXPECT_EQ(accumulate<float>("add", "f32", 16777216.f, 1.f), 16777216.f);
  EXPECT_EQ(accumulate<double>("add", "f64", 16777216., 1.), 16777217.);
  // 2048 + 1 in f16, 256 + 1 in bf16: halfway, to even.
  EXPECT_EQ(accumulate<uint16_t>("add", "f16", 0x6800, 0x3c00), 0x6800);
  EXPECT_EQ(accumulate<uint16_t>("add", "bf16", 0x4380, 0x3f80), 0x4380);
  EXPECT_EQ(accumulate<uint16_t>("mul", "f16", 0x7bff, 0x4000), 0x7c00);
}

TEST(Accumulate, NaNIsTheMinimumAndTheMaximum) {
  for (const char *kind : {"min", "max"}) {
    EXPECT_TRUE(std::isnan(accumulate<double>(kind, "f64", kNaN, 1)));
    EXPECT_TRUE(std::isnan(accumulate<double>(kind, "f64", 1, kNaN)));
  }
  EXPECT_TRUE(std::signbit(accumulate<double>("min", "f64", 0., -0.)));
  EXPECT_FALSE(std::signbit(accumulate<double>("max", "f64", -0., 0.)));
}

TEST(Accumulate, IntegersWrapAndAreSigned) {
  EXPECT_EQ(accumulate<int8_t>("add", "i8", 127, 1), -128);
  EXPECT_EQ(accumulate<int16_t>("mul", "i16", 256, 128), -32768);
  EXPECT_EQ(accumulate<int32_t>("min", "i32", -1, 1), -1);
  EXPECT_EQ(accumulate<int64_t>("max", "i64", -1, 1), 1);
  EXPECT_EQ(accumulate<int32_t>("and", "i32", 6, 3), 2);
  EXPECT_EQ(accumulate<int64_t>("or", "index", 6, 3), 7);
}

TEST(Accumulate, Bools) {
  EXPECT_EQ(accumulate<int8_t>("and", "i1", 1, 1), 1);
  EXPECT_EQ(accumulate<int8_t>("and", "i1", 1, 0), 0);
  EXPECT_EQ(accumulate<int8_t>("or", "i1", 1, 0), 1);
  EXPECT_EQ(accumulate<int8_t>("or", "i1", 0, 0), 0);
}

TEST(Accumulate, ComplexNumbers) {
  using C = std::complex<float>;
  EXPECT_EQ(accumulate<C>("add", "complex<f32>", C(1, 2), C(3, 4)), C(4, 6));
  EXPECT_EQ(accumulate<C>("mul", "complex<f32>", C(1, 2), C(3, 4)), C(-5, 10));
  using D = std::complex<double>;
  EXPECT_EQ(accumulate<D>("mul", "complex<f64>", D(0, 1), D(0, 1)), D(-1, 0));
}

//===----------------------------------------------------------------------===//
// argmin and argmax
//===----------------------------------------------------------------------===//

/// A value and its number.
template <typename T> using Pair = std::pair<T, int64_t>;

template <typename T>
Pair<T> accumulateArg(const std::string &kind, const std::string &type,
                      Pair<T> x, Pair<T> value) {
  std::string values = "!sparse.buffer<?x" + type + ">";
  std::string types = values + ", !sparse.buffer<?xi64>";
  Program program(
      "func.func @f(%x: memref<?x" + type +
      ">, %n: memref<?xi64>, %v: memref<1x" + type + R"(>, %w: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %I = axis.dense_fixed %c1 : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%I) : memref<?x)" +
      type + "> on (!axis.axis<dense_fixed>) -> " + values + R"(
  %N = sparse.bind %n on (%I) : memref<?xi64> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xi64>
  %value = memref.load %v[%c0] : memref<1x)" +
      type + ">\n  sparse.accumulate " + kind +
      " %value, %w into %X, %N[%c0] : " + types + "\n  return\n}\n");
  std::vector<T> left = {x.first}, right = {value.first};
  std::vector<int64_t> number = {x.second};
  EXPECT_EQ(
      program.run({program.memory(left, type), program.memory(number, "i64"),
                   program.memory(right, type), value.second}),
      "");
  return {left[0], number[0]};
}

TEST(Accumulate, ArgTakesTheBetterValue) {
  auto run = [](const char *kind, Pair<float> x, Pair<float> value) {
    return accumulateArg<float>(kind, "f32", x, value);
  };
  EXPECT_EQ(run("argmin", {2, 5}, {1, 9}), Pair<float>(1, 9));
  EXPECT_EQ(run("argmin", {1, 5}, {2, 3}), Pair<float>(1, 5));
  EXPECT_EQ(run("argmax", {2, 5}, {1, 3}), Pair<float>(2, 5));
  EXPECT_EQ(run("argmax", {1, 5}, {2, 9}), Pair<float>(2, 9));
  EXPECT_EQ(accumulateArg<int32_t>("argmin", "i32", {0, 4}, {-1, 7}),
            Pair<int32_t>(-1, 7));
}

TEST(Accumulate, ArgTiesGoToTheSmallerNumber) {
  for (const char *kind : {"argmin", "argmax"}) {
    EXPECT_EQ(accumulateArg<int32_t>(kind, "i32", {1, 5}, {1, 3}),
              Pair<int32_t>(1, 3));
    EXPECT_EQ(accumulateArg<int32_t>(kind, "i32", {1, 3}, {1, 5}),
              Pair<int32_t>(1, 3));
  }
}

TEST(Accumulate, ArgNaNComesBeforeAllNumbers) {
  for (const char *kind : {"argmin", "argmax"}) {
    EXPECT_EQ(accumulateArg<double>(kind, "f64", {1, 1}, {kNaN, 8}).second, 8);
    EXPECT_EQ(accumulateArg<double>(kind, "f64", {kNaN, 8}, {1, 1}).second, 8);
    EXPECT_EQ(accumulateArg<double>(kind, "f64", {kNaN, 8}, {kNaN, 9}).second,
              8);
    EXPECT_EQ(accumulateArg<double>(kind, "f64", {kNaN, 8}, {kNaN, 7}).second,
              7);
  }
}

TEST(Accumulate, AtPositionsAndSites) {
  Program program(R"(
!I = !axis.axis<dense_fixed>
!X = !sparse.buffer<?xi32>
func.func @f(%x: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %I = axis.dense_fixed %n : !I
  %X = sparse.bind %x on (%I) : memref<?xi32> on (!I) -> !X
  %five = arith.constant 5 : i32
  sparse.accumulate add %five into %X at positions [%c1] : !X
  iter.nest "n" ("i": %i at %s) over (%I : !I) kinds [spatial] {
    sparse.accumulate mul %five into %X at [%s] : !X
  }
  return
})");
  std::vector<int32_t> x = {1, 2, 3};
  EXPECT_EQ(program.run({program.memory(x, "i32")}), "");
  EXPECT_EQ(x, std::vector<int32_t>({5, 35, 15}));
}

} // namespace
