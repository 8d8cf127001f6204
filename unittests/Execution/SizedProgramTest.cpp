//===- SizedProgramTest.cpp - programs compiled for their sizes -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A product of a sparse matrix with dense ones of several numbers of columns.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/SizedProgram.h"

#include "Spindle/Programs/Programs.h"
#include "TestContext/TestContext.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <thread>

using namespace mlir;
using namespace spindle;
using namespace spindle::execution;

/// The program that multiplies, compiled by way of `cache`.
static llvm::Expected<std::unique_ptr<SizedProgram>>
makeProduct(std::shared_ptr<KernelCache> cache, CompileOptions options) {
  auto context =
      std::make_shared<MLIRContext>(MLIRContext::Threading::DISABLED);
  prepareContext(*context);
  context->loadAllAvailableDialects();
  auto module = programs::buildProgram(
      context.get(), "spmm", Float32Type::get(context.get()), {},
      [&] { return emitError(UnknownLoc::get(context.get())); });
  options.entry = "spmm";
  return SizedProgram::create(context, std::move(module), std::move(options),
                              std::move(cache));
}

static CompileOptions forColumns() {
  CompileOptions options;
  options.dims = {"K"};
  return options;
}

namespace {
/// Operands of the product: A is 3 x 2 with 1 at (0, 0), 2 at (0, 1) and 3 at
/// (2, 1), B has `columns` columns of 1 and of 10.
struct Product {
  explicit Product(int64_t columns)
      : columns(columns), b(2 * columns, 1), c(3 * columns, -1) {
    std::fill(b.begin() + columns, b.end(), 10);
  }

  /// The operands; C is of `columnsOfC` columns.
  std::vector<OperandView> getViews(int64_t columnsOfC) {
    TensorView matrix, dense, result;
    matrix.name = "A";
    matrix.shape = {3, 2};
    matrix.positions = {{}, {positions.data(), {4}}};
    matrix.coordinates = {{}, {coordinates.data(), {3}}};
    matrix.lengths.resize(2);
    matrix.values = {values.data(), {3}};
    dense.name = "B";
    dense.shape = {2, columns};
    dense.values = {b.data(), {2, columns}};
    result.name = "C";
    result.shape = {3, columnsOfC};
    result.values = {c.data(), {3, columnsOfC}};
    return {matrix, dense, result};
  }

  /// Whether C is A B.
  bool isRight() const {
    std::vector<float> expected(3 * columns, 0);
    std::fill(expected.begin(), expected.begin() + columns, 21);
    std::fill(expected.begin() + 2 * columns, expected.end(), 30);
    return c == expected;
  }

  int64_t columns;
  std::vector<int32_t> positions = {0, 2, 2, 3}, coordinates = {0, 1, 1};
  std::vector<float> values = {1, 2, 3}, b, c;
};
} // namespace

/// Whether `program` multiplies right with a matrix of `columns` columns.
static bool multiplies(const SizedProgram &program, int64_t columns) {
  Product product(columns);
  if (llvm::Error error = program.run(product.getViews(columns))) {
    ADD_FAILURE() << llvm::toString(std::move(error));
    return false;
  }
  return product.isRight();
}

TEST(SizedProgram, IsCompiledOncePerSize) {
  auto cache = std::make_shared<KernelCache>();
  auto program = llvm::cantFail(makeProduct(cache, forColumns()));
  size_t compilations = 0;
  for (int64_t columns : {32, 5, 32, 0, 5}) {
    EXPECT_TRUE(multiplies(*program, columns)) << columns;
    compilations = std::max(compilations, cache->countCompilations());
  }
  EXPECT_EQ(compilations, 3u);
}

TEST(SizedProgram, HasOneKernelForLargeSizes) {
  auto cache = std::make_shared<KernelCache>();
  CompileOptions options = forColumns();
  options.largestSize = 4;
  auto program = llvm::cantFail(makeProduct(cache, options));
  for (int64_t columns : {5, 7, 4})
    EXPECT_TRUE(multiplies(*program, columns)) << columns;
  EXPECT_EQ(cache->countCompilations(), 2u);
}

TEST(SizedProgram, SharesKernelsWithItsEqualsAlone) {
  auto cache = std::make_shared<KernelCache>();
  CompileOptions none = forColumns(), knobs = forColumns();
  none.schedule = "";
  knobs.knobs = {{"vectors", "1"}};
  for (const CompileOptions &options :
       {forColumns(), forColumns(), none, none, knobs}) {
    auto program = llvm::cantFail(makeProduct(cache, options));
    EXPECT_TRUE(multiplies(*program, 8));
  }
  EXPECT_EQ(cache->countCompilations(), 3u);
}

TEST(SizedProgram, IsCalledBySeveralThreads) {
  auto cache = std::make_shared<KernelCache>();
  auto program = llvm::cantFail(makeProduct(cache, forColumns()));
  std::vector<char> right(4, false);
  std::vector<std::thread> callers;
  for (size_t caller = 0; caller < right.size(); ++caller)
    callers.emplace_back([&, caller] {
      right[caller] = multiplies(*program, 16) && multiplies(*program, 17);
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(right, std::vector<char>(4, true));
  EXPECT_EQ(cache->countCompilations(), 2u);
}

TEST(SizedProgram, RefusesSizesThatContradictOneAnother) {
  auto cache = std::make_shared<KernelCache>();
  auto program = llvm::cantFail(makeProduct(cache, forColumns()));
  Product product(8);
  auto views = product.getViews(7);
  EXPECT_EQ(llvm::toString(program->run(views)),
            "expected dimension 1 of C to have size 8 but got 7");
  views.pop_back();
  EXPECT_EQ(llvm::toString(program->run(views)),
            "expected 3 operands but got 2");
  views.push_back(MemoryView());
  EXPECT_EQ(llvm::toString(program->run(views)),
            "expected tensor C of 2 dimensions but got another operand");
  EXPECT_EQ(cache->countCompilations(), 0u);
}

TEST(SizedProgram, RefusesMemoryShorterThanItsAxes) {
  auto context =
      std::make_shared<MLIRContext>(MLIRContext::Threading::DISABLED);
  prepareContext(*context);
  context->loadAllAvailableDialects();
  auto module = parseSourceString<ModuleOp>(R"mlir(
    func.func @clear(%x: memref<?xf32> {sparse.name = "x"}, %n: index {sparse.name = "n"}) {
      %zero = arith.constant 0.0 : f32
      %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
      %X = sparse.bind %x on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %X, %zero : !sparse.buffer<?xf32>
      return
    })mlir",
                                            context.get());
  CompileOptions options;
  options.entry = "clear";
  auto program = llvm::cantFail(
      SizedProgram::create(context, std::move(module), std::move(options),
                           std::make_shared<KernelCache>()));
  float memory[] = {1, 2, 3};
  ScalarView size;
  *reinterpret_cast<int64_t *>(size.bytes) = 3;
  EXPECT_EQ(llvm::toString(program->run({MemoryView{memory, {2}}, size})),
            "expected x to have at least 3 entries, n, but got 2");
  EXPECT_EQ(memory[0], 1);
  EXPECT_EQ(llvm::toString(program->run({MemoryView{memory, {3}}, size})), "");
  EXPECT_EQ(memory[2], 0);
}

TEST(SizedProgram, RefusesWhatItCannotBe) {
  auto getError = [](CompileOptions options) {
    auto cache = std::make_shared<KernelCache>();
    return llvm::toString(makeProduct(cache, options).takeError());
  };
  CompileOptions options = forColumns();
  options.dims = {"k"};
  EXPECT_EQ(getError(options), "expected the name of a dimension of @spmm but "
                               "got 'k'; did you mean 'K'?");
  options = forColumns();
  options.schedule = "dense_columns";
  options.knobs = {{"vectors", "3"}};
  std::string error = getError(options);
  EXPECT_EQ(error.find("fragments/loops.mlir:"), 0u) << error;
  EXPECT_NE(error.find(": expected knob 'vectors' to be one of"),
            std::string::npos)
      << error;
}
