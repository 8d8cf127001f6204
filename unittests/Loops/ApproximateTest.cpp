//===- ApproximateTest.cpp - functions of vectors -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// How far polynomials are from functions, in units of the last place of the
// largest result around: next to a zero of the function, where the argument is
// not, that is far from its last place.
//
//===----------------------------------------------------------------------===//

#include "VectorTrial.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace spindle::loops;

static const char kText[] = R"mlir(
func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %xy#0[%i] : memref<?xf32>
    %r = math.$F %v : f32
    memref.store %r, %xy#1[%i] : memref<?xf32>
  } {vectorized}
  return
}
)mlir";

/// What the vector form of `function` makes of `arguments`.
static std::vector<float> compute(llvm::StringRef function,
                                  llvm::ArrayRef<float> numbers) {
  VectorizeOptions options;
  options.lanes = 8;
  options.approximate = true;
  CompiledLoops loops(fill(kText, {{"F", function}}), &options);
  LoopArguments arguments;
  auto get = [&](int64_t index) { return numbers[index]; };
  arguments.add("f32", {int64_t(numbers.size())}, get);
  arguments.add("f32", {int64_t(numbers.size())}, get);
  std::string bytes = arguments.run(loops);
  std::vector<float> results(numbers.size());
  std::memcpy(results.data(), bytes.data() + bytes.size() / 2,
              bytes.size() / 2);
  return results;
}

/// The largest error in `from` to `to`, in units of the last place of what is
/// right or, where that is less than `least`, of `least`.
static double findError(llvm::StringRef function, double (*right)(double),
                        float from, float to, double least) {
  std::vector<float> arguments;
  for (int64_t step = 0; step <= 100000; ++step)
    arguments.push_back(from + (to - from) * step / 100000);
  std::vector<float> results = compute(function, arguments);
  double worst = 0;
  for (auto [argument, result] : llvm::zip_equal(arguments, results)) {
    double expected = right(argument);
    float scale = std::max(std::fabs(expected), least);
    double unit = std::nextafter(scale, INFINITY) - scale;
    worst = std::max(worst, std::fabs(result - expected) / unit);
  }
  return worst;
}

TEST(Approximate, WithinAFewUnits) {
  double tiny = std::numeric_limits<float>::min();
  EXPECT_LE(findError("exp", std::exp, -87, 88, tiny), 1);
  EXPECT_LE(findError("expm1", std::expm1, -10, 10, 0), 1.5);
  EXPECT_LE(findError("log", std::log, 1e-3, 1e3, 0), 1);
  EXPECT_LE(findError("log1p", std::log1p, -0.9, 1e3, 0), 1.5);
  EXPECT_LE(findError("log2", std::log2, 1e-3, 1e3, 0), 1.5);
  EXPECT_LE(findError("tanh", std::tanh, -10, 10, 0), 3);
  EXPECT_LE(findError("erf", std::erf, -5, 5, 0), 6);
  EXPECT_LE(findError("erfc", std::erfc, -5, 5, 0), 3);
}

TEST(Approximate, SpecialArguments) {
  float inf = INFINITY, nan = NAN;
  std::vector<float> exp = compute("exp", {-inf, inf, nan, 0, 100, -200, 1e9});
  EXPECT_EQ(exp[0], 0);
  EXPECT_EQ(exp[1], inf);
  EXPECT_TRUE(std::isnan(exp[2]));
  EXPECT_EQ(exp[3], 1);
  EXPECT_EQ(exp[4], inf);
  EXPECT_EQ(exp[5], 0);
  EXPECT_EQ(exp[6], inf);
  std::vector<float> erf =
      compute("erf", {-inf, inf, nan, -0.0f, 1e-40f, 4, -9});
  EXPECT_EQ(erf[0], -1);
  EXPECT_EQ(erf[1], 1);
  EXPECT_TRUE(std::isnan(erf[2]));
  EXPECT_TRUE(erf[3] == 0 && std::signbit(erf[3]));
  EXPECT_NEAR(erf[4], 1.128379e-40f, 2e-45f);
  EXPECT_NEAR(erf[5], 1, 2e-7);
  EXPECT_NEAR(erf[6], -1, 2e-7);
  std::vector<float> log = compute("log", {0, 1, inf, nan, -1});
  EXPECT_EQ(log[0], -inf);
  EXPECT_EQ(log[1], 0);
  EXPECT_EQ(log[2], inf);
  EXPECT_TRUE(std::isnan(log[3]) && std::isnan(log[4]));
}
