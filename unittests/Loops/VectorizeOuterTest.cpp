//===- VectorizeOuterTest.cpp - vectors across an inner loop --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The columns of a product of a sparse and a dense matrix. Sums keep their
// order: results are the bits of the scalar loop, for all numbers of columns
// from 0 on, and nothing behind the matrices is touched.
//
//===----------------------------------------------------------------------===//

#include "TestContext/Thorough.h"
#include "VectorTrial.h"

#include "gtest/gtest.h"

using namespace spindle::loops;

static const char kProduct[] = R"mlir(
func.func @f(%ptr: memref<?xi32>, %crd: memref<?xi32>, %val: memref<?x$T>,
             %b: memref<?x$Kx$T>, %c: memref<?x$Kx$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant $0 : $T
  %bc:2 = memref.distinct_objects %b, %c : memref<?x$Kx$T>, memref<?x$Kx$T>
  %vc:2 = memref.distinct_objects %val, %bc#1 : memref<?x$T>, memref<?x$Kx$T>
  %dc:2 = memref.distinct_objects %crd, %vc#1 : memref<?xi32>, memref<?x$Kx$T>
  %rows = memref.dim %dc#1, %c0 : memref<?x$Kx$T>
  %columns = memref.dim %dc#1, %c1 : memref<?x$Kx$T>
  scf.for %i = %c0 to %rows step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %first = memref.load %ptr[%i] : memref<?xi32>
    %lo = arith.index_cast %first : i32 to index
    %last = memref.load %ptr[%i1] : memref<?xi32>
    %hi = arith.index_cast %last : i32 to index
    scf.for %k = %c0 to %columns step %c1 {
      %sum = scf.for %p = %lo to %hi step %c1 iter_args(%acc = %zero) -> ($T) {
        %j = memref.load %dc#0[%p] : memref<?xi32>
        %row = arith.index_cast %j : i32 to index
        %x = memref.load %vc#0[%p] : memref<?x$T>
        %y = memref.load %bc#0[%row, %k] : memref<?x$Kx$T>
        %xy = arith.mul$C %x, %y : $T
        %new = arith.add$C %acc, %xy : $T
        scf.yield %new : $T
      }
      memref.store %sum, %dc#1[%i, %k] : memref<?x$Kx$T>
    } {vectorized}
  }
  return
}
)mlir";

/// The product for elements of `type`; `columns` is `?` or their number.
static std::string getProduct(llvm::StringRef type, llvm::StringRef columns) {
  bool isFloat = type.contains('f');
  return fill(kProduct, {{"T", type},
                         {"K", columns},
                         {"C", isFloat ? "f" : "i"},
                         {"0", isFloat ? "0.0" : "0"}});
}

static std::string run(const CompiledLoops &loops, llvm::StringRef type,
                       int64_t columns) {
  LoopArguments arguments;
  addMatrix(arguments);
  auto draw = type.contains('f') ? drawReal : drawInteger;
  arguments.add(type, {kElements}, draw);
  arguments.add(type, {kColumns, columns}, draw);
  arguments.add(type, {kRows, columns}, draw);
  return arguments.run(loops);
}

static void compare(llvm::StringRef type, int64_t lanes, int64_t interleave,
                    Remainder remainder = Remainder::Masked) {
  std::string text = getProduct(type, "?");
  VectorizeOptions options;
  options.lanes = lanes;
  options.interleave = interleave;
  options.remainder = remainder;
  CompiledLoops scalar(text, nullptr), vectorized(text, &options);
  for (int64_t columns = 0; columns <= 70; ++columns)
    EXPECT_TRUE(run(vectorized, type, columns) == run(scalar, type, columns))
        << type.str() << ", " << lanes << " lanes, " << interleave
        << " vectors, " << columns << " columns";
}

TEST(VectorizeOuter, OneVector) {
  for (int64_t lanes :
       spindle::chooseTried(std::vector<int64_t>{1, 2, 4, 8, 16}))
    compare("f32", lanes, 1);
}

TEST(VectorizeOuter, TwoVectors) {
  for (int64_t lanes : spindle::chooseTried(std::vector<int64_t>{4, 8, 16}))
    compare("f32", lanes, 2);
}

TEST(VectorizeOuter, FourVectors) {
  for (int64_t lanes : spindle::chooseTried(std::vector<int64_t>{4, 8, 16}))
    compare("f32", lanes, 4);
}

TEST(VectorizeOuter, EightVectors) {
  for (int64_t lanes : spindle::chooseTried(std::vector<int64_t>{4, 8, 16}))
    compare("f32", lanes, 8);
}

TEST(VectorizeOuter, NoPowerOfTwoOfVectors) { compare("f32", 8, 3); }

TEST(VectorizeOuter, ScalarRemainder) {
  compare("f32", 8, 2, Remainder::Scalar);
}

TEST(VectorizeOuter, DoubleFloats) {
  compare("f64", 4, 2);
  compare("f64", 8, 4);
}

TEST(VectorizeOuter, HalfFloats) {
  compare("f16", 8, 2);
  compare("bf16", 16, 2);
}

TEST(VectorizeOuter, Integers) {
  compare("i32", 8, 4);
  compare("i64", 4, 2);
  compare("i8", 16, 2);
}

TEST(VectorizeOuter, KnownNumbersOfColumns) {
  for (int64_t columns : {0, 1, 5, 8, 16, 17, 32, 33, 63, 64, 65, 70}) {
    std::string text = getProduct("f32", std::to_string(columns));
    VectorizeOptions options;
    options.lanes = 8;
    options.interleave = 4;
    CompiledLoops scalar(text, nullptr), vectorized(text, &options);
    EXPECT_TRUE(run(vectorized, "f32", columns) == run(scalar, "f32", columns))
        << columns << " columns";
  }
}
