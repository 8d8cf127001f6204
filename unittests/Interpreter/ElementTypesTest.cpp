//===- ElementTypesTest.cpp - numbers of every type in buffers ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <complex>

using namespace spindle::interpreter;
using testing::HasSubstr;

namespace {

/// The bits of floats of 16 bits are theirs in memory.
using Bits = uint16_t;

/// A vector of 4 whose elements 1 and 2 are stored, `a` and `b`: what is read
/// of all of it from a buffer whose missing elements are `fill`, and the
/// elements after `addend` was accumulated to each by `kind`.
template <typename T> struct Vector {
  void run(const std::string &type, const std::string &kind, T addend,
           const std::string &fill) {
    std::string text = R"(
!J = !axis.axis<sparse_variable, sorted, unique>
!B = !sparse.buffer<?xTYPE, fill = FILL>
!V = !sparse.tensor<?xTYPE, #sparse.dense>
func.func @f(%A: !sparse.tensor<?xTYPE, #sparse.csf>, %crd: memref<?xi32>, %own: memref<?xTYPE>, %R: !V, %s: memref<?xTYPE>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %J = axis.sparse_variable %c4 count %c2 coordinates %crd : memref<?xi32> -> !J
  %Bv = sparse.bind %own on (%J) : memref<?xTYPE> on (!J) -> !B
  %I, %Rv = sparse.unpack %R : !V -> !axis.axis<dense_fixed>, !sparse.buffer<?xTYPE>
  iter.nest "read" ("i": %i at %p) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    %x = sparse.load %Bv[%i] : !B
    sparse.store %x, %Rv at [%p] : !sparse.buffer<?xTYPE>
  }
  %x = memref.load %s[%c0] : memref<?xTYPE>
  iter.nest "add" ("j": %j at %p) over (%J : !J) kinds [spatial] {
    sparse.accumulate KIND %x into %Bv at [%p] : !B
  }
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?xTYPE, #sparse.csf>) outs(%R : !V) maps [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>] kinds [spatial] combine [KIND] {
  ^bb0(%a: TYPE):
    sparse.yield %a : TYPE
  }
  return
})";
    text = replaceAll(replaceAll(text, "FILL", fill), "KIND", kind);
    Program program(replaceAll(text, "TYPE", type));
    std::vector<int32_t> coordinates = {1, 2};
    std::vector<T> added = {addend, addend};
    read.assign(4, T());
    Tensor a{{4},
             {},
             {program.memory(coordinates, "i32")},
             program.memory(added, type)};
    Tensor r{{4}, {}, {}, program.memory(read, type)};
    EXPECT_EQ(program.run({a, program.memory(coordinates, "i32"),
                           program.memory(stored, type), r,
                           program.memory(added, type)}),
              "");
  }

  std::vector<T> stored, read;
};

/// Checks that `a` and `b` are read as they are and become `x` and `y`, both
/// in the buffer and in a dense tensor, whose other elements are `fill`.
template <typename T>
void expectSums(const std::string &type, const std::string &kind, T a, T b,
                T addend, T x, T y, const std::string &fill, T filled) {
  Vector<T> vector{{a, b}, {}};
  vector.run(type, kind, addend, fill);
  EXPECT_EQ(vector.stored, (std::vector<T>{x, y})) << type;
  EXPECT_EQ(vector.read, (std::vector<T>{filled, x, y, filled})) << type;
}

TEST(ElementTypes, Integers) {
  expectSums<int8_t>("i1", "or", 0, 1, 0, 0, 1, "true", 1);
  expectSums<int8_t>("i1", "and", 0, 1, 1, 0, 1, "false", 0);
  expectSums<int8_t>("i8", "add", 100, -100, 100, -56, 0, "-3", -3);
  expectSums<int16_t>("i16", "add", 32767, -2, 1, -32768, -1, "-3", -3);
  expectSums<int32_t>("i32", "mul", 1 << 20, 3, 1 << 12, 0, 3 << 12, "7", 7);
  expectSums<int64_t>("i64", "max", INT64_MIN, 3, 2, 2, 3, "-1", -1);
  expectSums<int64_t>("index", "min", -5, 3, 2, -5, 2, "9", 9);
}

TEST(ElementTypes, Floats) {
  expectSums<float>("f32", "add", 16777216, -1, 1, 16777216, 0, "0.5", .5f);
  expectSums<double>("f64", "mul", 3, .5, 1. / 3, 1, .5 / 3, "-0.5", -.5);
  // 256 + 1 and 257, which is 256, + 1; 2048 + 1 and 2050 + 1; 1.5 is filled.
  expectSums<Bits>("bf16", "add", 0x4380, 0x4382, 0x3f80, 0x4380, 0x4382, "1.5",
                   0x3fc0);
  expectSums<Bits>("f16", "add", 0x6800, 0x6801, 0x3c00, 0x6800, 0x6802, "1.5",
                   0x3e00);
  // Of the smallest number and what is next.
  expectSums<Bits>("f16", "max", 0x0001, 0x8002, 0x8001, 0x0001, 0x8001,
                   "0x0003", 0x0003);
  expectSums<Bits>("bf16", "min", 0x0001, 0x8002, 0x8001, 0x8001, 0x8002,
                   "0x0003", 0x0003);
}

/// A NaN has a fraction behind the largest exponent.
TEST(ElementTypes, NaN) {
  Vector<Bits> vector{{0x7e00, 0x3c00}, {}};
  vector.run("f16", "max", 0x4000, "0x7e00");
  EXPECT_GT(vector.stored[0], 0x7c00);
  EXPECT_EQ(vector.stored[1], 0x4000);
  EXPECT_GT(vector.read[0], 0x7c00);
  vector.stored = {0x7fc0, 0x3f80};
  vector.run("bf16", "add", 0x3f80, "0.0");
  EXPECT_GT(vector.stored[0], 0x7f80);
  EXPECT_EQ(vector.stored[1], 0x4000);
}

TEST(ElementTypes, ComplexNumbers) {
  using C32 = std::complex<float>;
  using C64 = std::complex<double>;
  expectSums<C32>("complex<f32>", "add", {1, 2}, {16777216, 0}, {1, -1}, {2, 1},
                  {16777216, -1}, "0.5", {.5f, 0});
  expectSums<C64>("complex<f64>", "mul", {1, 2}, {0, 1}, {3, 4}, {-5, 10},
                  {-4, 3}, "-1.0", {-1, 0});
}

TEST(ElementTypes, ComplexArguments) {
  Program program("func.func @f(%x: complex<f32>, %y: memref<1xcomplex<f32>>) "
                  "{\n  %c0 = arith.constant 0 : index\n"
                  "  memref.store %x, %y[%c0] : memref<1xcomplex<f32>>\n"
                  "  return\n}\n");
  std::vector<std::complex<float>> y(1);
  Memory memory = program.memory(y, "complex<f32>");
  EXPECT_EQ(program.run({std::complex<double>(1, -2), memory}), "");
  EXPECT_EQ(y[0], std::complex<float>(1, -2));
  EXPECT_THAT(program.run({1.0, memory}),
              HasSubstr("argument 0: expected a complex number for "
                        "complex<f32>"));
}

} // namespace
