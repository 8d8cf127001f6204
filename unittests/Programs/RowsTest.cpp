//===- RowsTest.cpp - what is found in the rows of a matrix ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "mlir/IR/BuiltinTypes.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace spindle::programs;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Infinity, or the greatest integer; an i64 too is rounded to it.
double getGreatest(const std::string &element) {
  mlir::Type type = parseTestType(element);
  return mlir::isa<mlir::FloatType>(type)
             ? kInfinity
             : std::ldexp(1, type.getIntOrFloatBitWidth() - 1) - 1;
}

/// Minus infinity, or the least integer.
double getLeast(const std::string &element) {
  mlir::Type type = parseTestType(element);
  return mlir::isa<mlir::FloatType>(type)
             ? -kInfinity
             : -std::ldexp(1, type.getIntOrFloatBitWidth() - 1);
}

//===----------------------------------------------------------------------===//
// The greatest and the smallest
//===----------------------------------------------------------------------===//

TEST(Rows, Maximum) {
  for (const std::string &element : getMeantTypes("row_max")) {
    if (element == "i1")
      continue;
    Trial trial("row_max", element);
    trial.sparse("A", "csr", {3, 4},
                 {{{}, {{0, 2, 2, 4}}}, {{}, {{1, 3, 0, 2}}}}, {-3, -1, -2, 0});
    trial.run();
    trial.expect("y", {-1, getLeast(element), 0});
  }
}

TEST(Rows, MaximumOfTruths) {
  Trial trial("row_max", "i1");
  trial.sparse("A", "csr", {3, 4}, {{{}, {{0, 2, 2, 4}}}, {{}, {{1, 3, 0, 2}}}},
               {0, 1, 0, 0});
  trial.run();
  trial.expect("y", {1, 0, 0});
}

TEST(Rows, ArgminIsTheFirstOfEquals) {
  for (const std::string &element : getMeantTypes("argmin")) {
    Trial trial("argmin", element);
    trial.sparse("A", "csr", {3, 4},
                 {{{}, {{0, 3, 3, 5}}}, {{}, {{0, 2, 3, 1, 3}}}},
                 {2, 1, 1, 0, -4});
    trial.run();
    trial.expect("y", {1, getGreatest(element), -4});
    trial.expect("n", {2, -1, 3});
  }
}

TEST(Rows, ArgminFindsTheGreatestWhereThereIsNoOther) {
  for (const std::string &element : getMeantTypes("argmin")) {
    double greatest = getGreatest(element);
    Trial trial("argmin", element);
    trial.sparse("A", "csr", {2, 3}, {{{}, {{0, 2, 2}}}, {{}, {{1, 2}}}},
                 {greatest, greatest});
    trial.run();
    trial.expect("y", {greatest, greatest});
    trial.expect("n", {1, -1});
  }
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// What rounding ln 2 to the type of the elements, and the results, may change.
double getTolerance(const std::string &element) {
  return element == "bf16"  ? 4e-2
         : element == "f16" ? 4e-3
         : element == "f32" ? 1e-6
                            : 1e-14;
}

TEST(Rows, Softmax) {
  for (const std::string &element : getMeantTypes("softmax")) {
    double tolerance = getTolerance(element);
    Trial trial("softmax", element);
    trial.sparse("A", "csr", {4, 4},
                 {{{}, {{0, 2, 2, 4, 5}}}, {{}, {{1, 3, 0, 2, 3}}}},
                 {0, std::log(2), 800, 800, -5});
    trial.run();
    trial.expect("m", {std::log(2), -kInfinity, 800, -5}, tolerance);
    trial.expect("s", {1.5, 0, 2, 1}, tolerance);
    trial.expect("P", {1. / 3, 2. / 3, 0.5, 0.5, 1}, tolerance);
  }
}

TEST(Rows, FusedMM) {
  for (const std::string &element : getMeantTypes("fusedmm")) {
    double tolerance = getTolerance(element);
    Trial trial("fusedmm", element);
    trial.sparse("A", "csr", {2, 3}, {{{}, {{0, 2, 2}}}, {{}, {{0, 2}}}},
                 {1, 2});
    trial.dense("Q", {2, 2}, {1, 0.5, 7, 7});
    trial.dense("K", {3, 2}, {0, 0, 5, 5, std::log(2) / 4, std::log(2) / 2});
    trial.dense("V", {3, 2}, {3, 0, 9, 9, 0, 6}).run();
    trial.expect("m", {std::log(2), -kInfinity}, tolerance);
    trial.expect("s", {1.5, 0}, tolerance);
    trial.expect("O", {1, 4, 0, 0}, tolerance);
  }
}

TEST(Rows, FusedMMScalesFinishedScores) {
  Trial trial("fusedmm", "f32");
  trial.sparse("A", "csr", {1, 1}, {{{}, {{0, 1}}}, {{}, {{0}}}}, {1e-10});
  trial.dense("Q", {1, 2}, {2e19, 2e19}).dense("K", {1, 2}, {1e19, 1e19});
  trial.dense("V", {1, 1}, {1}).run();
  trial.expect("m", {kInfinity});
}

} // namespace
