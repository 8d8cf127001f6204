//===- SmallFloatTest.cpp - Floats of 16 bits -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Support/SmallFloat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace spindle::runtime;

namespace {

template <typename T> class SmallFloatTest : public testing::Test {};
using SmallFloats = testing::Types<Half, BFloat16>;
TYPED_TEST_SUITE(SmallFloatTest, SmallFloats);

constexpr double infinity = std::numeric_limits<double>::infinity();

TYPED_TEST(SmallFloatTest, EveryValueComesBack) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    auto value = static_cast<double>(TypeParam::fromBits(bits));
    if (std::isnan(value))
      continue;
    ASSERT_EQ(TypeParam(value).bits(), bits);
    ASSERT_EQ(TypeParam(static_cast<float>(value)).bits(), bits);
  }
}

TYPED_TEST(SmallFloatTest, WhatIsBetweenGoesToTheNearest) {
  for (int bits = 0; bits + 1 < TypeParam::infinityBits; ++bits) {
    auto low = static_cast<double>(TypeParam::fromBits(bits));
    auto high = static_cast<double>(TypeParam::fromBits(bits + 1));
    ASSERT_LT(low, high);
    double middle = (low + high) / 2;
    int even = bits + bits % 2;
    for (int sign : {0, 0x8000}) {
      double unit = sign ? -1 : 1;
      ASSERT_EQ(TypeParam(unit * middle).bits(), sign + even);
      ASSERT_EQ(TypeParam(unit * std::nextafter(middle, 0)).bits(),
                sign + bits);
      ASSERT_EQ(TypeParam(unit * std::nextafter(middle, infinity)).bits(),
                sign + bits + 1);
    }
  }
}

TYPED_TEST(SmallFloatTest, TooLargeIsInfiniteFromHalfAStepOn) {
  constexpr int last = TypeParam::infinityBits - 1;
  auto largest = static_cast<double>(TypeParam::fromBits(last));
  auto step = largest - static_cast<double>(TypeParam::fromBits(last - 1));
  double limit = largest + step / 2;
  EXPECT_EQ(TypeParam(std::nextafter(limit, 0)).bits(), last);
  for (double value : {limit, 2 * limit, 1e300, infinity}) {
    EXPECT_EQ(TypeParam(value).bits(), TypeParam::infinityBits);
    EXPECT_EQ(TypeParam(-value).bits(), 0x8000 | TypeParam::infinityBits);
  }
}

TYPED_TEST(SmallFloatTest, WhatIsTinyIsAZeroWithItsSign) {
  auto smallest = static_cast<double>(TypeParam::fromBits(1));
  for (double value : {smallest / 2, smallest / 1024, 0x1p-1000, 0x1p-1074}) {
    EXPECT_EQ(TypeParam(value).bits(), 0);
    EXPECT_EQ(TypeParam(-value).bits(), 0x8000);
  }
}

TYPED_TEST(SmallFloatTest, NaNsStayNaNsWithTheirSignAndBecomeQuiet) {
  constexpr int quiet =
      TypeParam::infinityBits | 1 << (TypeParam::fractionBits - 1);
  for (int bits = TypeParam::infinityBits + 1; bits < 0x8000; ++bits)
    for (int sign : {0, 0x8000}) {
      auto value = static_cast<float>(TypeParam::fromBits(sign | bits));
      ASSERT_TRUE(std::isnan(value));
      ASSERT_EQ(TypeParam(value).bits(), sign | bits | quiet);
      ASSERT_FALSE(TypeParam::fromBits(bits) == TypeParam::fromBits(bits));
    }
}

TYPED_TEST(SmallFloatTest, OperationsRoundOnce) {
  // Sums and products of such numbers are exact as doubles, but for sums whose
  // exponents are far apart; there the lesser number is nothing but sticky.
  uint32_t state = 1;
  for (int i = 0; i < 200000; ++i) {
    state = state * 1664525 + 1013904223;
    auto a = TypeParam::fromBits(state >> 16);
    state = state * 1664525 + 1013904223;
    auto b = TypeParam::fromBits(state >> 16);
    auto x = static_cast<double>(a), y = static_cast<double>(b);
    if (!std::isfinite(x) || !std::isfinite(y))
      continue;
    ASSERT_EQ((a + b).bits(), TypeParam(x + y).bits());
    ASSERT_EQ((a - b).bits(), TypeParam(x - y).bits());
    ASSERT_EQ((a * b).bits(), TypeParam(x * y).bits());
    ASSERT_EQ(a < b, x < y);
    ASSERT_EQ(static_cast<double>(-a), -x);
  }
}

TEST(SmallFloatTest, KnownBits) {
  EXPECT_EQ(Half(1).bits(), 0x3c00);
  EXPECT_EQ(Half(-2.5).bits(), 0xc100);
  EXPECT_EQ(Half(65504).bits(), 0x7bff);
  EXPECT_EQ(Half(0x1p-24).bits(), 1);
  EXPECT_EQ(BFloat16(1).bits(), 0x3f80);
  EXPECT_EQ(BFloat16(-2.5).bits(), 0xc020);
  EXPECT_EQ(BFloat16(0x1p-133).bits(), 1);
}

} // namespace
