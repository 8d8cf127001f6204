//===- BuiltinTensorsTest.cpp - linalg on builtin tensors -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Runs `text` on `arguments`, and gives the elements of its one result.
template <typename T>
std::vector<T> compute(Program &program, llvm::ArrayRef<Argument> arguments) {
  std::vector<OwnedTensor> results;
  EXPECT_EQ(program.run(arguments, &results), "");
  if (results.size() != 1)
    return {};
  const Tensor &tensor = results[0].tensor;
  int64_t count = 1;
  for (int64_t size : tensor.shape)
    count *= size;
  const T *first = static_cast<const T *>(tensor.values.data);
  return std::vector<T>(first, first + count);
}

TEST(BuiltinTensors, OnlyWhatTheMapNamesIsWritten) {
  Program program(R"(
func.func @f(%x: tensor<2xf32>, %init: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 1)>], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%init : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
)");
  std::vector<float> x{10, 20}, init{1, 2, 3, 4, 5, 6};
  EXPECT_THAT(compute<float>(program, {program.memory(x, "f32"),
                                       program.memory(init, "f32", {2, 3})}),
              ElementsAre(1, 8, 3, 4, 15, 6));
  EXPECT_THAT(init, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(BuiltinTensors, WhatIsNotWrittenStays) {
  Program program(R"(
func.func @f(%init: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %n = arith.constant 0 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]} ins(%n : i32) outs(%init : tensor<3x3xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<3x3xi32>
  return %0 : tensor<3x3xi32>
}
)");
  std::vector<int32_t> init{1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_THAT(compute<int32_t>(program, {program.memory(init, "i32", {3, 3})}),
              ElementsAre(0, 2, 3, 4, 0, 6, 7, 8, 0));
}

TEST(BuiltinTensors, NamedOperationsAndCoordinates) {
  Program program(R"(
func.func @f(%x: tensor<2x3xi32>, %w: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant 100 : i32
  %empty = tensor.empty() : tensor<2x2xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x2xi32>) -> tensor<2x2xi32>
  %y = linalg.matmul ins(%x, %w : tensor<2x3xi32>, tensor<3x2xi32>) outs(%fill : tensor<2x2xi32>) -> tensor<2x2xi32>
  %t = linalg.transpose ins(%y : tensor<2x2xi32>) outs(%empty : tensor<2x2xi32>) permutation = [1, 0]
  %z = linalg.map ins(%t : tensor<2x2xi32>) outs(%empty : tensor<2x2xi32>)
    (%a: i32, %o: i32) {
      %i = linalg.index 1 : index
      %n = arith.index_cast %i : index to i32
      %s = arith.addi %a, %n : i32
      linalg.yield %s : i32
    }
  return %z : tensor<2x2xi32>
}
)");
  std::vector<int32_t> x{1, 2, 3, 4, 5, 6}, w{1, -1, 2, 0, 3, 1};
  EXPECT_THAT(compute<int32_t>(program, {program.memory(x, "i32", {2, 3}),
                                         program.memory(w, "i32", {3, 2})}),
              ElementsAre(114, 133, 102, 103));
}

TEST(BuiltinTensors, AReductionStartsFromItsInit) {
  Program program(R"(
func.func @f(%x: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce ins(%x : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
    (%a: f64, %o: f64) {
      %m = arith.maximumf %a, %o : f64
      linalg.yield %m : f64
    }
  return %y : tensor<2xf64>
}
)");
  std::vector<double> x{1, 2, 3, -4, -5, -6}, init{2.5, -1};
  EXPECT_THAT(compute<double>(program, {program.memory(x, "f64", {2, 3}),
                                        program.memory(init, "f64")}),
              ElementsAre(3, -1));
}

TEST(BuiltinTensors, QuotientsAreCoordinates) {
  Program program(R"(
func.func @f(%x: tensor<2x2xi8>) -> tensor<4xi8> {
  %empty = tensor.empty() : tensor<4xi8>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 2, i floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<2x2xi8>) outs(%empty : tensor<4xi8>) {
  ^bb0(%a: i8, %b: i8):
    linalg.yield %a : i8
  } -> tensor<4xi8>
  return %y : tensor<4xi8>
}
)");
  std::vector<int8_t> x{1, 2, 3, 4};
  EXPECT_THAT(compute<int8_t>(program, {program.memory(x, "i8", {2, 2})}),
              ElementsAre(1, 3, 2, 4));
}

TEST(BuiltinTensors, SlicesPaddingAndShapes) {
  Program program(R"(
func.func @f(%x: tensor<2x3xi32>) -> tensor<3x5xi32> {
  %seven = arith.constant 7 : i32
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %odd = tensor.extract_slice %flat[1] [3] [2] : tensor<6xi32> to tensor<3xi32>
  %row = tensor.expand_shape %odd [[0, 1]] output_shape [1, 3] : tensor<3xi32> into tensor<1x3xi32>
  %all = tensor.concat dim(0) %row, %x : (tensor<1x3xi32>, tensor<2x3xi32>) -> tensor<3x3xi32>
  %padded = tensor.pad %all low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : i32
  } : tensor<3x3xi32> to tensor<3x5xi32>
  %zeros = arith.constant dense<0> : tensor<2xi32>
  %y = tensor.insert_slice %zeros into %padded[1, 3] [2, 1] [1, 1] : tensor<2xi32> into tensor<3x5xi32>
  return %y : tensor<3x5xi32>
}
)");
  std::vector<int32_t> x{1, 2, 3, 4, 5, 6};
  EXPECT_THAT(compute<int32_t>(program, {program.memory(x, "i32", {2, 3})}),
              ElementsAre(7, 2, 4, 6, 7, 7, 1, 2, 0, 7, 7, 4, 5, 0, 7));
}

TEST(BuiltinTensors, ArithmeticOnTensorsAndMarks) {
  Program program(R"(
func.func @f(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %own = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %s = arith.mulf %x, %two : tensor<4xf32>
  %t = arith.addf %s, %own : tensor<4xf32>
  %m = tesa.mark %t keeps <[4] by [2] keeps "02"> : tensor<4xf32>
  %r = tesa.replace %m keeps <[4] by [1] keeps "0b"> with dense<9.0> : tensor<1xf32> : tensor<4xf32>
  %y = arith.select %c, %r, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
)");
  std::vector<float> x{10, 20, 30, 40};
  EXPECT_THAT(compute<float>(program, {program.memory(x, "f32"), int64_t(1)}),
              ElementsAre(0, 0, 9, 84));
}

TEST(BuiltinTensors, HalvesOfBytesAreTwoInAByte) {
  Program program(R"(
func.func @f(%x: tensor<3xi4>) -> tensor<3xi4> {
  %empty = tensor.empty() : tensor<3xi4>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (2 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<3xi4>) outs(%empty : tensor<3xi4>) {
  ^bb0(%a: i4, %b: i4):
    linalg.yield %a : i4
  } -> tensor<3xi4>
  return %y : tensor<3xi4>
}
)");
  std::vector<uint8_t> x{0xF1, 0x05};
  std::vector<OwnedTensor> results;
  EXPECT_EQ(program.run({program.memory(x, "i4", {3})}, &results), "");
  ASSERT_EQ(results.size(), 1u);
  const auto *bytes =
      static_cast<const uint8_t *>(results[0].tensor.values.data);
  EXPECT_EQ(bytes[0], 0xF5);
  EXPECT_EQ(bytes[1] & 0xF, 1);
}

TEST(BuiltinTensors, ASplatTakesNoMemory) {
  Program program(R"(
func.func @f() -> tensor<i64> {
  %c = arith.constant dense<3> : tensor<1099511627776xi64>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [1048576, 1048576] : tensor<1099511627776xi64> into tensor<1048576x1048576xi64>
  %n = arith.constant 1000000 : index
  %x = tensor.extract %e[%n, %n] : tensor<1048576x1048576xi64>
  %y = tensor.splat %x : tensor<i64>
  return %y : tensor<i64>
}
)");
  EXPECT_THAT(compute<int64_t>(program, {}), ElementsAre(3));
}

TEST(BuiltinTensors, RunsOfBodiesAreCounted) {
  Program program(R"(
func.func @f(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = arith.negf %x : tensor<3x4xf32>
  %z = linalg.exp ins(%y : tensor<3x4xf32>) outs(%x : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}
)");
  std::vector<float> x(12);
  EXPECT_EQ(program.count({program.memory(x, "f32", {3, 4})}), "24");
}

TEST(BuiltinTensors, UnknownSizesAreRefused) {
  Program program(R"(
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %z = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}
)");
  std::vector<float> x(2);
  EXPECT_THAT(program.run({program.memory(x, "f32")}),
              HasSubstr("'linalg.exp': expected tensors of static shape"));
}

} // namespace
