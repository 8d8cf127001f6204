//===- ConvertValuesTest.cpp - Values of a file as another type -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/IO/ConvertValues.h"
#include "Operands.h"

#include <cmath>

using namespace spindle::runtime;

/// `values` as elements of `dtype`.
template <typename T>
static Expected<Array> converted(const std::vector<T> &values, DType dtype) {
  return convertValues(array(values), dtype,
                       [](int64_t i) { return "at " + std::to_string(i); });
}

/// The error of converting `values` to `dtype`.
template <typename T>
static std::string conversionFailure(const std::vector<T> &values,
                                     DType dtype) {
  return text(converted(values, dtype));
}

TEST(ConvertValuesTest, KeepsWhatTheTypeHolds) {
  EXPECT_EQ(elements<int8_t>(*converted<double>({-128, 127, -0.0}, DType::I8)),
            std::vector<int8_t>({-128, 127, 0}));
  EXPECT_EQ(
      elements<int64_t>(*converted<double>({-0x1p63, 0x1p62}, DType::I64)),
      Indices({INT64_MIN, int64_t(1) << 62}));
  EXPECT_EQ(elements<bool>(*converted<int64_t>({0, 1}, DType::I1)),
            std::vector<bool>({false, true}));
  EXPECT_EQ(elements<int16_t>(*converted<bool>({true, false}, DType::I16)),
            std::vector<int16_t>({1, 0}));
  using Complex = std::complex<float>;
  EXPECT_EQ(elements<Complex>(*converted<int32_t>({-3}, DType::C64)),
            std::vector<Complex>({{-3, 0}}));
  EXPECT_EQ(elements<Complex>(
                *converted<std::complex<double>>({{0.1, -0.2}}, DType::C64)),
            std::vector<Complex>({{0.1f, -0.2f}}));
}

TEST(ConvertValuesTest, RoundsOnceToNearest) {
  EXPECT_EQ(elements<float>(*converted<double>({0.1, 1e-50}, DType::F32)),
            std::vector<float>({0.1f, 0}));
  EXPECT_EQ(
      elements<double>(*converted<int64_t>({9007199254740993}, DType::F64)),
      std::vector<double>({9007199254740992.0}));
  double infinity = INFINITY;
  auto halves = *converted<double>({infinity, -infinity, NAN}, DType::F16);
  EXPECT_EQ(halves.as<Half>()[0].bits(), Half::infinityBits);
  EXPECT_TRUE(std::isnan(float(halves.as<Half>()[2])));
}

TEST(ConvertValuesTest, RefusesWhatTheTypeDoesNotHold) {
  EXPECT_EQ(conversionFailure<int64_t>({1, 300}, DType::I8),
            "at 1: expected a value of type int8 but got 300");
  EXPECT_EQ(conversionFailure<double>({1.5}, DType::I32),
            "at 0: expected a value of type int32 but got 1.5");
  for (double bad : {128.0, -129.0, 1e300, double(NAN), double(INFINITY)})
    EXPECT_NE(conversionFailure<double>({bad}, DType::I8), "") << bad;
  EXPECT_EQ(conversionFailure<double>({0x1p63}, DType::I64),
            "at 0: expected a value of type int64 but got 9223372036854775808");
  EXPECT_EQ(conversionFailure<int8_t>({0, -1}, DType::I1),
            "at 1: expected a value of type bool but got -1");
  EXPECT_EQ(conversionFailure<double>({1e39}, DType::F32),
            "at 0: expected a value of type float32 but got 1e+39");
  EXPECT_EQ(conversionFailure<int32_t>({70000}, DType::F16),
            "at 0: expected a value of type float16 but got 70000");
  EXPECT_EQ(conversionFailure<std::complex<float>>({{1, 0}}, DType::F64),
            "expected real numbers for elements of type float64 but got "
            "complex64");
}
