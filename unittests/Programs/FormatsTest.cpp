//===- FormatsTest.cpp - programs in several formats ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestContext/Thorough.h"
#include "Trial.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace spindle::programs;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The matrix [. 1 . 2; . . . .; 3 . 0 .] in one format.
struct Stored {
  const char *format;
  Levels levels;
  /// For each cell of the storage the number of its element, row by row; -1 for
  /// padding.
  std::vector<int> cells;
  std::vector<int64_t> shape = {};

  /// The values in storage, from those of the elements.
  std::vector<Number> store(std::vector<Number> elements,
                            Number padding) const {
    std::vector<Number> values;
    for (int cell : cells)
      values.push_back(cell < 0 ? padding : elements[cell]);
    return values;
  }
  /// What a program that writes `elements` leaves.
  std::vector<Number> result(std::vector<Number> elements) const {
    return store(elements, Trial::kBefore);
  }
};

std::vector<Stored> makeStored() {
  std::vector<int> blocks = {-1, 0,  -1, -1, -1, 1,  -1, -1,
                             2,  -1, -1, -1, 3,  -1, -1, -1};
  std::vector<char> bits;
  for (int cell : blocks)
    bits.push_back(cell >= 0);
  Integers positions{{0, 2, 4}}, columns{{0, 1, 0, 1}};
  return {
      {"csr", {{{}, {{0, 2, 2, 4}}}, {{}, {{1, 3, 0, 2}}}}, {0, 1, 2, 3}},
      {"csc", {{{}, {{0, 1, 2, 3, 4}}}, {{}, {{2, 0, 2, 0}}}}, {2, 0, 3, 1}},
      {"coo", {{{}, {}}, {{{0, 0, 2, 2}}, {{1, 3, 0, 2}}}}, {0, 1, 2, 3}},
      {"dcsr", {{{}, {{0, 2, 4}}}, {{{0, 2}}, {{1, 3, 0, 2}}}}, {0, 1, 2, 3}},
      {"bsr<2, 2>",
       {{{}, positions, {}, {}}, {{}, columns, {}, {}}, {}, bits},
       blocks,
       {4, 2, 2}},
      {"dbsr<2, 2>",
       {{{}, positions, {}, {}}, {{{0, 1}}, columns, {}, {}}, {}, bits},
       blocks,
       {4, 2, 2}},
      {"ell<2>",
       {{{}, {}}, {{}, {{1, 3, 0, 0, 0, 2}, {3, 2}}}, {{}, {{2, 0, 2}}}},
       {0, 1, -1, -1, 2, 3},
       {3, 2}}};
}

/// The program on A, whose elements are `elements`, in the order of its rows.
Trial makeTrial(const std::string &program, const std::string &element,
                const Stored &stored, std::vector<Number> elements) {
  Trial trial(program, element);
  trial.sparse("A", stored.format, {3, 4}, stored.levels,
               stored.store(elements, 0), stored.shape);
  return trial;
}

void checkSpMV(const Stored &stored, const std::string &element) {
  Trial spmv = makeTrial("spmv", element, stored, {1, 2, 3, 0});
  spmv.dense("x", {4}, {0, 2, 3, 4}).run();
  spmv.expect("y", {10, 0, 0});
}

void checkSpMMOfTheTranspose(const Stored &stored, const std::string &element) {
  Trial spmmT = makeTrial("spmm_t", element, stored, {1, 2, 3, 0});
  spmmT.dense("B", {3, 2}, {1, 0, 5, 6, 0, 2}).run();
  spmmT.expect("C", {0, 6, 1, 0, 0, 0, 2, 0});
}

void checkSDDMM(const Stored &stored, const std::string &element) {
  Trial sddmm = makeTrial("sddmm", element, stored, {1, 2, 3, 0});
  sddmm.dense("X", {3, 2}, {1, 2, 3, 4, 0, 5});
  sddmm.dense("Y", {4, 2}, {1, 1, 2, 0, 1, 3, 0, 4}).run();
  sddmm.expect("C", stored.result({2, 16, 15, 0}));
}

// Each product of every type, each format with three of the types.
TEST(Formats, Products) {
  const std::string elements[] = {"f32", "bf16", "i8", "complex<f64>"};
  size_t turn = 0;
  for (const Stored &stored : makeStored()) {
    checkSpMV(stored, elements[turn++ % 4]);
    checkSpMMOfTheTranspose(stored, elements[turn++ % 4]);
    checkSDDMM(stored, elements[turn++ % 4]);
  }
}

TEST(Formats, Rows) {
  for (const Stored &stored : makeStored()) {
    Trial max = makeTrial("row_max", "f32", stored, {-3, -1, -2, 0});
    max.run();
    max.expect("y", {-1, -infinity, 0});
    Trial argmin = makeTrial("argmin", "f32", stored, {5, 4, 7, 7});
    argmin.run();
    argmin.expect("y", {4, infinity, 7});
    argmin.expect("n", {3, -1, 0});
  }
}

TEST(Formats, Softmax) {
  for (const Stored &stored : spindle::chooseTried(makeStored()))
    for (auto [element, tolerance] : {std::pair("f32", 1e-6), {"bf16", 4e-2}}) {
      Trial softmax =
          makeTrial("softmax", element, stored, {0, std::log(2), -8, -8});
      softmax.run();
      softmax.expect("m", {std::log(2), -infinity, -8}, tolerance);
      softmax.expect("s", {1.5, 0, 2}, tolerance);
      softmax.expect("P", stored.result({1. / 3, 2. / 3, 0.5, 0.5}), tolerance);
    }
}

TEST(Formats, FusedMM) {
  double half = std::log(2) / 2;
  for (const Stored &stored : spindle::chooseTried(makeStored()))
    for (auto [element, tolerance] : {std::pair("f32", 1e-6), {"bf16", 4e-2}}) {
      Trial fusedmm = makeTrial("fusedmm", element, stored, {1, 2, 1, 1});
      fusedmm.dense("Q", {3, 1}, {1, 7, 0});
      fusedmm.dense("K", {4, 1}, {3, 0, 5, half});
      fusedmm.dense("V", {4, 2}, {2, 4, 3, 0, 4, 8, 0, 6}).run();
      fusedmm.expect("m", {std::log(2), -infinity, 0}, tolerance);
      fusedmm.expect("s", {1.5, 0, 2}, tolerance);
      fusedmm.expect("O", {1, 4, 0, 0, 3, 6}, tolerance);
    }
}

TEST(Formats, SegmentsOfARaggedArray) {
  for (const std::string &element : getMeantTypes("segment_reduce")) {
    Trial trial("segment_reduce", element);
    trial.sparse("A", "ragged", {3, 3}, {{{}, {{0, 3, 3, 4}}}, {{}, {}}},
                 {1, 2, 0, 4});
    trial.run();
    trial.expect("y", {3, 0, 4});
  }
}

TEST(Formats, EmptyTensors) {
  for (const ProgramInfo &program : spindle::chooseTried(getPrograms()))
    for (std::string element : {"f32", "bf16"}) {
      Trial trial(program.name, element);
      Levels csr = {{{}, {{0}}}, {{}, {}}};
      Levels csf = {{{}, {{0}}, {{0}}}, {{}, {}, {}}};
      for (const ProgramArgument &argument : program.arguments) {
        std::vector<int64_t> shape(argument.getRank(), 0);
        bool isMatrix = argument.getRank() == 2;
        if (argument.role == ArgumentRole::Sparse)
          trial.sparse(argument.name.str(), isMatrix ? "csr" : "csf<3>", shape,
                       isMatrix ? csr : csf, {});
        else if (argument.access == spindle::sparse::Access::Read)
          trial.dense(argument.name.str(), shape, {});
      }
      trial.run();
      trial.expect(program.arguments.back().name.str(), {});
    }
}

/// [1 0; 2 0] and [0 3; 0 4].
TEST(Formats, OrdersOfModes) {
  std::vector<Number> all = {1, 0, 2, 0, 0, 3, 0, 4}, expected = {1, 2, 6, 8};
  Trial dense("ttv", "f32");
  dense.sparse("A", "dense", {2, 2, 2}, {}, all, {2, 2, 2});
  dense.dense("v", {2}, {1, 2}).run();
  dense.expect("Y", expected);
  Trial csf("ttv", "f32");
  csf.sparse(
      "A", "csf<2, 0, 1>", {2, 2, 2},
      {{{}, {{0, 1, 2}}, {{0, 2, 4}}}, {{{0, 1}}, {{0, 1}}, {{0, 1, 0, 1}}}},
      {1, 2, 3, 4});
  csf.dense("v", {2}, {1, 2}).run();
  csf.expect("Y", expected);
}

} // namespace
