//===- DTypeTest.cpp - The element types of arrays ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Support/DType.h"

#include <gtest/gtest.h>

using namespace spindle::runtime;

namespace {

TEST(DTypeTest, EveryType) {
  struct Row {
    DType dtype;
    const char *name, *numpy;
    int64_t size;
    char kind;
  };
  const Row rows[] = {{DType::F16, "f16", "float16", 2, 'f'},
                      {DType::BF16, "bf16", "bfloat16", 2, 'f'},
                      {DType::F32, "f32", "float32", 4, 'f'},
                      {DType::F64, "f64", "float64", 8, 'f'},
                      {DType::I1, "i1", "bool", 1, 'b'},
                      {DType::I8, "i8", "int8", 1, 'i'},
                      {DType::I16, "i16", "int16", 2, 'i'},
                      {DType::I32, "i32", "int32", 4, 'i'},
                      {DType::I64, "i64", "int64", 8, 'i'},
                      {DType::C64, "complex<f32>", "complex64", 8, 'c'},
                      {DType::C128, "complex<f64>", "complex128", 16, 'c'}};
  ASSERT_EQ(std::size(rows), std::size(allDTypes));
  for (const Row &row : rows) {
    EXPECT_EQ(dtypeName(row.dtype), row.name);
    EXPECT_EQ(numpyName(row.dtype), row.numpy);
    EXPECT_EQ(dtypeSize(row.dtype), row.size);
    EXPECT_EQ(isFloat(row.dtype), row.kind == 'f') << row.name;
    EXPECT_EQ(isInteger(row.dtype), row.kind == 'i') << row.name;
    EXPECT_EQ(isComplex(row.dtype), row.kind == 'c') << row.name;
  }
}

TEST(DTypeTest, AVisitHasTheTypeThatIsHeld) {
  for (DType dtype : allDTypes)
    visitDType(dtype, [&](auto zero) {
      EXPECT_EQ(dtypeOf<decltype(zero)>, dtype);
      EXPECT_EQ(zero, decltype(zero)(0));
    });
}

TEST(DTypeTest, LargestIntegers) {
  EXPECT_EQ(maxInteger(DType::I8), 127);
  EXPECT_EQ(maxInteger(DType::I16), 32767);
  EXPECT_EQ(maxInteger(DType::I32), INT32_MAX);
  EXPECT_EQ(maxInteger(DType::I64), INT64_MAX);
}

TEST(DTypeTest, Sums) {
  EXPECT_EQ(wrappingSum<int8_t>(127, 1), -128);
  EXPECT_EQ(wrappingSum(INT64_MAX, int64_t(2)), INT64_MIN + 1);
  EXPECT_EQ(wrappingSum(true, true), true);
  EXPECT_EQ(wrappingSum(false, true), true);
  EXPECT_EQ(wrappingSum(false, false), false);
  // 2049 is no f16: a tie goes to the even 2048.
  EXPECT_EQ(wrappingSum(Half(2048), Half(1)), Half(2048));
  EXPECT_EQ(wrappingSum(BFloat16(256), BFloat16(2)), BFloat16(258));
  EXPECT_EQ(wrappingSum(std::complex<float>(1, 2), std::complex<float>(3, -5)),
            std::complex<float>(4, -3));
}

} // namespace
