//===- SessionSizesTest.cpp - kernels for one size ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of a sparse matrix with dense ones of several numbers of columns,
// each in a session of its own. They share a cache.
//
//===----------------------------------------------------------------------===//

#include "Spmv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace spindle;
using namespace spindle::session;

namespace {

class SessionSizesTest : public testing::Test {
protected:
  SessionSizesTest() : options(ofProgram("spmm")) {
    options.cache = std::make_shared<execution::KernelCache>();
  }

  /// Whether a matrix of `columns` columns, which are 1, 10 and 100, is
  /// multiplied right.
  bool multiplies(int64_t columns) {
    UserMatrix<int32_t> matrix;
    std::vector<float> b(3 * columns, 1), right(3 * columns, 0);
    std::fill(b.begin() + columns, b.begin() + 2 * columns, 10);
    std::fill(b.begin() + 2 * columns, b.end(), 100);
    std::fill(right.begin(), right.begin() + columns, 21);
    std::fill(right.begin() + 2 * columns, right.end(), 430);
    MemoryView dense = lendVector(b);
    dense.shape = {3, columns};
    Session session(options);
    llvm::cantFail(session.open());
    llvm::cantFail(session.lend("A", matrix.lend()));
    llvm::cantFail(session.lend("B", dense));
    llvm::cantFail(session.bind());
    llvm::cantFail(session.choose());
    llvm::cantFail(session.compile());
    llvm::cantFail(session.run());
    return getValues(llvm::cantFail(session.takeResult("C"))) == right;
  }

  Options options;
};

} // namespace

TEST_F(SessionSizesTest, OneKernelPerSize) {
  for (int64_t columns : {32, 5, 32, 0, 5})
    EXPECT_TRUE(multiplies(columns)) << columns;
  EXPECT_EQ(options.cache->countCompilations(), 3u);
}

TEST_F(SessionSizesTest, OneKernelForLargeSizes) {
  for (int64_t columns : {1025, 1030, 1024})
    EXPECT_TRUE(multiplies(columns)) << columns;
  EXPECT_EQ(options.cache->countCompilations(), 2u);
}

TEST_F(SessionSizesTest, KernelsOfSchedulesAndKnobs) {
  EXPECT_TRUE(multiplies(8));
  options.schedule = "dense_columns";
  EXPECT_TRUE(multiplies(8));
  EXPECT_TRUE(multiplies(8));
  options.knobs = {{"vectors", "1"}};
  EXPECT_TRUE(multiplies(8));
  EXPECT_TRUE(multiplies(8));
  EXPECT_EQ(options.cache->countCompilations(), 3u);
}

TEST_F(SessionSizesTest, KernelsRefuseOtherSizes) {
  Session session(options);
  llvm::cantFail(session.open());
  UserMatrix<int32_t> matrix;
  std::vector<float> b(3 * 8, 1), c(3 * 8);
  auto view = [](std::vector<float> &values, int64_t columns) {
    return MemoryView{values.data(), {3, columns}, runtime::DType::F32};
  };
  llvm::cantFail(session.lend("A", matrix.lend()));
  llvm::cantFail(session.lend("B", view(b, 8)));
  llvm::cantFail(session.bind());
  llvm::cantFail(session.choose());
  llvm::cantFail(session.compile());
  auto call = [&](int64_t columns) {
    std::vector<execution::OperandView> views = {matrix.lend()};
    std::get<TensorView>(views[0]).name = "A";
    for (auto [name, values] : {std::pair("B", &b), std::pair("C", &c)}) {
      TensorView tensor;
      tensor.name = name;
      tensor.shape = {3, columns};
      tensor.values = view(*values, columns);
      views.push_back(std::move(tensor));
    }
    return session.getKernel()->prepare(views);
  };
  llvm::cantFail(call(8));
  EXPECT_EQ(toString(call(7).takeError()),
            "B: expected size 8 of dimension K, which the kernel is compiled "
            "for, but got 7");
}

TEST_F(SessionSizesTest, MemoryShorterThanItsAxes) {
  options.program = "clear.mlir";
  options.text = R"(
func.func @clear(%x: memref<?xf32> {sparse.name = "x"},
                 %n: index {sparse.name = "n"}) {
  %zero = arith.constant 0.0 : f32
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %X = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>)
    -> !sparse.buffer<?xf32>
  sparse.fill %X, %zero : !sparse.buffer<?xf32>
  return
})";
  Session session(options);
  std::vector<float> x = {1, 2, 3};
  llvm::cantFail(session.open());
  llvm::cantFail(session.lend("x", lendVector(x)));
  llvm::cantFail(session.setNumber("n", "4"));
  llvm::cantFail(session.bind());
  llvm::cantFail(session.compile());
  EXPECT_EQ(takeFailure(session.run()).getText(),
            "expected x to have at least 4 entries, n, but got 3");
  EXPECT_EQ(x.front(), 1);
  llvm::cantFail(session.setNumber("n", "3"));
  llvm::cantFail(session.bind());
  llvm::cantFail(session.run());
  EXPECT_EQ(x.back(), 0);
}
