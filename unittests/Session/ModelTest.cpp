//===- ModelTest.cpp - models and their facts -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Model.h"
#include "gtest/gtest.h"

using namespace spindle;
using namespace spindle::session;

namespace {

constexpr llvm::StringLiteral product = R"(
func.func @product(%X: tensor<2x3xf32> {sparse.name = "X"},
                   %W: tensor<3x2xf32> {sparse.name = "W"}) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %size = tensor.empty() : tensor<2x2xf32>
  %start = linalg.fill ins(%zero : f32) outs(%size : tensor<2x2xf32>) -> tensor<2x2xf32>
  %Y = linalg.matmul ins(%X, %W : tensor<2x3xf32>, tensor<3x2xf32>)
      outs(%start : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %Y : tensor<2x2xf32>
}
)";

Model read(llvm::StringRef text) {
  return llvm::cantFail(Model::read("model.mlir", text, ""));
}

std::string refuse(llvm::StringRef text, llvm::StringRef entry = "") {
  auto model = Model::read("model.mlir", text, entry);
  return model ? "" : toString(model.takeError());
}

/// A mask of 3 x 2 elements without row 1.
Mask withoutRow() { return Mask::ofCells({3, 2}, {1, 1}, {1, 1, 0, 0, 1, 1}); }

TEST(ModelTest, ArgumentsAndResultsAreTold) {
  Model model = read(product);
  ASSERT_EQ(model.getArguments().size(), 2u);
  EXPECT_EQ(model.getArguments()[1].name, "W");
  EXPECT_EQ(model.getArguments()[1].shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(model.getResults()[0].type, "f32");
}

TEST(ModelTest, ValuesHaveTheNamesOfTheText) {
  std::vector<ModelValue> values = read(product).propagate();
  ASSERT_EQ(values.size(), 5u);
  EXPECT_EQ(values[2].tensor.name, "%size");
  EXPECT_EQ(values[4].tensor.name, "%Y");
  EXPECT_EQ(values[4].op, "linalg.matmul");
  EXPECT_EQ(values[4].location, "model.mlir:7:8");
  EXPECT_EQ(values[4].operands, (std::vector<size_t>{0, 1, 3}));
  EXPECT_TRUE(values[4].isReturned && values[4].isSumOfProducts);
  EXPECT_FALSE(values[3].isReturned || values[3].isSumOfProducts);
}

TEST(ModelTest, MasksTravelAndAreCounted) {
  Model model = read(product);
  ASSERT_FALSE(model.setMask("W", withoutRow()));
  EXPECT_EQ(model.getMask(1), withoutRow());
  std::vector<ModelValue> values = model.propagate();
  EXPECT_EQ(values[1].zero, ~withoutRow());
  EXPECT_EQ(values[0].dead.count(), 2);
  EXPECT_EQ(values[4].before.all, 12);
  EXPECT_EQ(values[4].before.skipped, 4);
  EXPECT_EQ(values[4].after.skipped, 4);
}

TEST(ModelTest, AllThatIsKeptIsNoMask) {
  Model model = read(product);
  ASSERT_FALSE(model.setMask("W", withoutRow()));
  ASSERT_FALSE(model.setMask("W", Mask::all({3, 2})));
  EXPECT_FALSE(model.getMask(1).has_value());
  EXPECT_EQ(model.print().find("tesa.mask"), std::string::npos);
}

TEST(ModelTest, WrongMasksAreRefused) {
  Model model = read(product);
  EXPECT_EQ(toString(model.setMask("V", withoutRow())),
            "expected a mask of an argument (X, W) but got 'V'");
  EXPECT_EQ(toString(model.setMask("X", withoutRow())),
            "X: expected a mask of shape [2, 3] but got shape [3, 2]");
}

TEST(ModelTest, ArgumentsWithoutANameHaveTheirNumber) {
  Model model = read("func.func @f(%X: tensor<2xf32> {sparse.name = \"X\"}, "
                     "%Y: tensor<2xf32>) {\n  return\n}");
  ASSERT_EQ(model.getArguments().size(), 2u);
  EXPECT_EQ(model.getArguments()[0].name, "X");
  EXPECT_EQ(model.getArguments()[1].name, "arg1");
}

TEST(ModelTest, WrongModelsAreRefused) {
  EXPECT_EQ(refuse(""), "model.mlir: expected a function but got none");
  EXPECT_EQ(refuse(product, "products"),
            "model.mlir: expected entry to name a function (product) but got "
            "'products'; did you mean 'product'?");
  std::string two = (product + "func.func @other() {\n  return\n}\n").str();
  EXPECT_EQ(refuse(two), "model.mlir: expected entry, one of the functions "
                         "product, other, but got none");
  EXPECT_EQ(refuse("func.func @f(%n: index) {\n  return\n}"),
            "model.mlir: expected argument 0 of @f to be a tensor but got "
            "index");
  EXPECT_EQ(refuse("func.func @f(%X: tensor<2xf32>, %Y: tensor<2xf32> "
                   "{sparse.name = \"arg0\"}) {\n  return\n}"),
            "model.mlir: expected arguments of @f with names of their own but "
            "got two called 'arg0'");
  EXPECT_NE(refuse("func.func @f(\n").find("model.mlir:1:14: "),
            std::string::npos);
}

} // namespace
