//===- PrintNumberTest.cpp - Unit tests of elements as text ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/PrintNumber.h"

#include "gtest/gtest.h"

using namespace spindle;
using namespace spindle::session;
using runtime::BFloat16;
using runtime::Half;

namespace {

TEST(PrintNumberTest, AsFewDigitsAsTellItFromOthers) {
  EXPECT_EQ(printNumber(0.1F), "0.1");
  EXPECT_EQ(printNumber(0.1), "0.1");
  EXPECT_EQ(printNumber(double(0.1F)), "0.10000000149011612");
  EXPECT_EQ(printNumber(-1.5e-7F), "-1.5e-07");
  EXPECT_EQ(printNumber(Half(0.1F)), "0.1");
  EXPECT_EQ(printNumber(BFloat16(3.14F)), "3.14");
}

TEST(PrintNumberTest, WholeNumbersInFull) {
  EXPECT_EQ(printNumber(4.0F), "4");
  EXPECT_EQ(printNumber(Half(65504.0F)), "65504");
  EXPECT_EQ(printNumber(999999999999999.0), "999999999999999");
  EXPECT_EQ(printNumber(1e15), "1e+15");
}

TEST(PrintNumberTest, ZerosAndWhatIsNoNumber) {
  EXPECT_EQ(printNumber(-0.0), "-0");
  EXPECT_EQ(printNumber(Half(-INFINITY)), "-inf");
  EXPECT_EQ(printNumber(std::numeric_limits<float>::quiet_NaN()), "nan");
}

TEST(PrintNumberTest, ComplexNumbersAsTheyAreBound) {
  EXPECT_EQ(printNumber(std::complex<float>(1, -0.5F)), "1-0.5j");
  EXPECT_EQ(printNumber(std::complex<double>(0, 2)), "0+2j");
  EXPECT_EQ(printNumber(std::complex<double>(0, -0.0)), "0-0j");
}

TEST(PrintNumberTest, IntegersAreNoLetters) {
  EXPECT_EQ(printNumber(int8_t(65)), "65");
  EXPECT_EQ(printNumber(uint8_t(253)), "253");
  EXPECT_EQ(printNumber(INT64_MIN), "-9223372036854775808");
}

} // namespace
