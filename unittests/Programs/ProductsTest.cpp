//===- ProductsTest.cpp - sums of products --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "gtest/gtest.h"

#include <limits>

using namespace spindle::programs;

namespace {

/// [0 1 0 2; 0 0 0 0; 3 0 0 0] with an explicit zero at (2, 2).
Trial makeTrial(const std::string &program, const std::string &element,
                Number factor = 1) {
  Trial trial(program, element);
  trial.sparse("A", "csr", {3, 4}, {{{}, {{0, 2, 2, 4}}}, {{}, {{1, 3, 0, 2}}}},
               {1. * factor, 2. * factor, 3. * factor, 0});
  return trial;
}

TEST(Products, SpMV) {
  for (const std::string &element : getMeantTypes("spmv")) {
    Trial trial = makeTrial("spmv", element);
    trial.dense("x", {4}, {0, 2, 3, 4}).run();
    trial.expect("y", {10, 0, 0});
  }
}

TEST(Products, SpMM) {
  for (const std::string &element : getMeantTypes("spmm")) {
    Trial trial = makeTrial("spmm", element);
    trial.dense("B", {4, 2}, {0, 1, 2, 0, 3, 1, 4, 5}).run();
    trial.expect("C", {10, 10, 0, 0, 0, 3});
  }
}

TEST(Products, SpMMOfTheTranspose) {
  for (const std::string &element : getMeantTypes("spmm_t")) {
    Trial trial = makeTrial("spmm_t", element);
    trial.dense("B", {3, 2}, {1, 0, 5, 6, 0, 2}).run();
    trial.expect("C", {0, 6, 1, 0, 0, 0, 2, 0});
  }
}

TEST(Products, SDDMM) {
  for (const std::string &element : getMeantTypes("sddmm")) {
    Trial trial = makeTrial("sddmm", element);
    trial.dense("X", {3, 2}, {1, 2, 3, 4, 0, 5});
    trial.dense("Y", {4, 2}, {1, 1, 2, 0, 1, 3, 0, 4}).run();
    trial.expect("C", {2, 16, 15, 0});
  }
}

TEST(Products, SDDMMScalesTheFinishedSum) {
  const double infinity = std::numeric_limits<double>::infinity();
  Trial trial("sddmm", "f32");
  trial.sparse("A", "csr", {1, 1}, {{{}, {{0, 1}}}, {{}, {{0}}}}, {1e-10});
  trial.dense("X", {1, 2}, {2e19, 2e19}).dense("Y", {1, 2}, {1e19, 1e19});
  trial.run();
  trial.expect("C", {infinity});
}

TEST(Products, SegmentReduce) {
  for (const std::string &element : getMeantTypes("segment_reduce")) {
    Trial trial = makeTrial("segment_reduce", element);
    trial.run();
    trial.expect("y", {3, 0, 3});
  }
}

TEST(Products, ComplexNumbersAreMultipliedAsSuch) {
  for (std::string element : {"complex<f32>", "complex<f64>"}) {
    Trial trial = makeTrial("spmv", element, Number(1, 2));
    trial.dense("x", {4}, {0, Number(2, -1), 3, 4}).run();
    trial.expect("y", {Number(12, 19), 0, 0});
  }
}

//===----------------------------------------------------------------------===//
// Order 3
//===----------------------------------------------------------------------===//

/// [1 0; 2 0] and [0 3; 0 4].
Trial makeTrialOfOrder3(const std::string &program,
                        const std::string &element) {
  Trial trial(program, element);
  trial.sparse("A", "csf<3>", {2, 2, 2},
               {{{}, {{0, 2, 4}}, {{0, 1, 2, 3, 4}}},
                {{{0, 1}}, {{0, 1, 0, 1}}, {{0, 0, 1, 1}}}},
               {1, 2, 3, 4});
  return trial;
}

TEST(Products, MTTKRP) {
  for (const std::string &element : getMeantTypes("mttkrp")) {
    Trial trial = makeTrialOfOrder3("mttkrp", element);
    trial.dense("B", {2, 2}, {1, 2, 3, 0});
    trial.dense("C", {2, 2}, {1, 1, 2, 3}).run();
    trial.expect("M", {7, 2, 30, 18});
  }
}

TEST(Products, TTV) {
  for (const std::string &element : getMeantTypes("ttv")) {
    Trial trial = makeTrialOfOrder3("ttv", element);
    trial.dense("v", {2}, {1, 2}).run();
    trial.expect("Y", {1, 2, 6, 8});
  }
}

TEST(Products, TTM) {
  for (const std::string &element : getMeantTypes("ttm")) {
    Trial trial = makeTrialOfOrder3("ttm", element);
    trial.dense("U", {2, 3}, {1, 0, 2, 0, 3, 1}).run();
    trial.expect("Y", {1, 0, 2, 2, 0, 4, 0, 9, 3, 0, 12, 4});
  }
}

//===----------------------------------------------------------------------===//
// Wide sums
//===----------------------------------------------------------------------===//

/// The sum of one row of three elements.
void expectSum(const std::string &element, std::vector<Number> row,
               Number expected) {
  Trial trial("segment_reduce", element);
  trial.sparse("A", "csr", {1, 3}, {{{}, {{0, 3}}}, {{}, {{0, 1, 2}}}}, row)
      .run();
  trial.expect("y", {expected});
}

TEST(Products, NarrowNumbersAreSummedWide) {
  expectSum("f16", {2048, 1, 1}, 2050);
  expectSum("bf16", {256, 1, 1}, 258);
  expectSum("i8", {100, 100, -1}, 199);
  expectSum("i16", {30000, 30000, -1}, 59999);
}

TEST(Products, NarrowNumbersAreMultipliedWide) {
  Trial trial = makeTrial("sddmm", "i8", 40);
  trial.dense("X", {3, 1}, {100, 1, 100}).dense("Y", {4, 1}, {2, 100, 3, 1});
  trial.run();
  trial.expect("C", {400000, 8000, 24000, 0});
}

TEST(Products, WideIntegersWrap) {
  expectSum("i32", {2147483647, 1, 0}, -2147483648.);
}

} // namespace
