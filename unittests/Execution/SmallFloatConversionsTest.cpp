//===- SmallFloatConversionsTest.cpp - f16 and bf16 are converted ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "SmallFloatTable.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace spindle::execution;

namespace {

/// One of the two types.
class SmallFloatConversions : public ::testing::TestWithParam<const char *> {
protected:
  const SmallFloatTable table{GetParam()};

  /// All numbers of the type.
  static std::vector<uint16_t> getAll() {
    std::vector<uint16_t> bits(65536);
    for (size_t i = 0; i < bits.size(); ++i)
      bits[i] = uint16_t(i);
    return bits;
  }
  template <typename T> void expectWidened(const std::string &type);
  template <typename T>
  void expectNarrowed(const std::string &type, const std::vector<T> &values);
  template <typename T> std::vector<T> makeBoundaries();
};

std::string getTypeName(const ::testing::TestParamInfo<const char *> &info) {
  return info.param;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Types, SmallFloatConversions,
                         ::testing::Values("f16", "bf16"), getTypeName);

/// The bits of `value`.
template <typename Bits, typename T> static Bits toBits(T value) {
  static_assert(sizeof(Bits) == sizeof(T));
  Bits bits;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// The number with the bits `bits`.
template <typename T, typename Bits> static T fromBits(Bits bits) {
  return toBits<T>(bits);
}

//===----------------------------------------------------------------------===//
// Widening
//===----------------------------------------------------------------------===//

template <typename T>
void SmallFloatConversions::expectWidened(const std::string &type) {
  Elementwise extension({table.name}, type,
                        "%r = arith.extf %a : " + table.name + " to " + type);
  for (const std::string &cpu : getProcessors()) {
    auto wide = extension.compute<T>(cpu, getAll());
    for (uint32_t bits = 0; bits < wide.size(); ++bits) {
      double expected = table.getValue(uint16_t(bits));
      if (std::isnan(expected))
        ASSERT_TRUE(std::isnan(wide[bits])) << cpu << " " << bits;
      else
        ASSERT_TRUE(wide[bits] == expected &&
                    std::signbit(wide[bits]) == std::signbit(expected))
            << cpu << " " << bits << " " << wide[bits];
    }
  }
}

TEST_P(SmallFloatConversions, BecomeF32) { expectWidened<float>("f32"); }

TEST_P(SmallFloatConversions, BecomeF64) { expectWidened<double>("f64"); }

//===----------------------------------------------------------------------===//
// Narrowing
//===----------------------------------------------------------------------===//

/// Every number of the type, what lies halfway to the next one, and the
/// neighbours of both; with both signs.
template <typename T> std::vector<T> SmallFloatConversions::makeBoundaries() {
  const std::vector<double> &numbers = table.getMagnitudes();
  const T infinity = std::numeric_limits<T>::infinity();
  std::vector<T> values;
  for (size_t i = 0; i + 1 < numbers.size(); ++i) {
    double half = (numbers[std::max<size_t>(i, 1)] -
                   numbers[std::max<size_t>(i, 1) - 1]) /
                  2;
    // Above a power of two the distance is twice that below.
    double next = numbers[i + 1];
    double middle = std::isinf(next) ? numbers[i] + half
                                     : numbers[i] + (next - numbers[i]) / 2;
    for (double exact : {numbers[i], middle})
      for (T value : {T(exact), std::nextafter(T(exact), infinity),
                      std::nextafter(T(exact), -infinity)}) {
        values.push_back(value);
        values.push_back(-value);
      }
  }
  return values;
}

template <typename T>
void SmallFloatConversions::expectNarrowed(const std::string &type,
                                           const std::vector<T> &values) {
  Elementwise truncation({type}, table.name,
                         "%r = arith.truncf %a : " + type + " to " +
                             table.name);
  std::vector<uint16_t> expected;
  for (T value : values)
    expected.push_back(table.round(value));
  for (const std::string &cpu : getProcessors()) {
    auto narrow = truncation.compute<uint16_t>(cpu, values);
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_TRUE(table.areSame(narrow[i], expected[i]) &&
                  table.isQuiet(narrow[i]) == table.isQuiet(expected[i]))
          << cpu << ": expected " << expected[i] << " of " << values[i]
          << " but got " << narrow[i];
  }
}

TEST_P(SmallFloatConversions, AreRoundedFromF32) {
  std::vector<float> values = makeBoundaries<float>();
  const float infinity = std::numeric_limits<float>::infinity();
  const float greatest = std::numeric_limits<float>::max();
  // NaN with the first and the last bit of their payload, quiet and signalling.
  for (uint32_t bits : {0x7fc00000u, 0xffc00001u, 0x7f800001u, 0xffbfffffu})
    values.push_back(fromBits<float>(bits));
  for (float value : {infinity, -infinity, greatest, -greatest, 65519.99f,
                      65520.0f, 65536.0f, 1e-45f, 1e-40f, -1e-40f})
    values.push_back(value);
  std::mt19937 random(1);
  for (int i = 0; i < 500000; ++i)
    values.push_back(fromBits<float>(uint32_t(random())));
  expectNarrowed("f32", values);
}

TEST_P(SmallFloatConversions, AreRoundedOnceFromF64) {
  std::vector<double> values = makeBoundaries<double>();
  // What an f32 takes for halfway, and is not.
  for (double value : makeBoundaries<float>())
    for (double factor : {1 - 0x1p-40, 1 + 0x1p-40})
      values.push_back(value * factor);
  const double infinity = std::numeric_limits<double>::infinity();
  for (uint64_t bits : {0x7ff8000000000000u, 0xfff0000000000001u})
    values.push_back(fromBits<double>(uint64_t(bits)));
  for (double value : {infinity, -infinity, 1e308, -1e308, 3.5e38, 5e-324,
                       -5e-324, 1e-310, 0x1p-134, 0x1p-150})
    values.push_back(value);
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    // Of exponents that the types have, and any.
    values.push_back(fromBits<double>(uint64_t(random())));
    values.push_back(std::ldexp(double(random()), -int(random() % 200)));
  }
  expectNarrowed("f64", values);
}

TEST_P(SmallFloatConversions, KeepTheUpperPayloadOfNaN) {
  Elementwise truncation({"f32"}, table.name,
                         "%r = arith.truncf %a : f32 to " + table.name);
  std::vector<uint32_t> values = {0x7fe00000, 0xffe00000};
  std::vector<uint16_t> expected = table.name == "f16"
                                       ? std::vector<uint16_t>{0x7f00, 0xff00}
                                       : std::vector<uint16_t>{0x7fe0, 0xffe0};
  for (const std::string &cpu : getProcessors())
    EXPECT_EQ(truncation.compute<uint16_t>(cpu, values), expected) << cpu;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Numbers around each power of two, and sums of two powers and one: those
/// that an f32 or an f64 takes for halfway.
static std::vector<int64_t> makeIntegers() {
  std::vector<int64_t> values = {0, 65519, 65520, -65520, 65504};
  for (int high = 0; high < 64; ++high)
    for (int low = 0; low <= high; ++low)
      for (int64_t end : {-1, 0, 1}) {
        uint64_t value = (uint64_t(1) << high) + (uint64_t(1) << low) + end;
        values.push_back(int64_t(value));
        values.push_back(int64_t(-value));
      }
  return values;
}

/// An integer, rounded once: from 2^53 on, an f64 between the same two
/// multiples of 4096 stands for it.
static uint16_t roundInteger(const SmallFloatTable &table, uint64_t magnitude,
                             bool isNegative) {
  constexpr uint64_t exact = uint64_t(1) << 53;
  double sticky = magnitude < exact || magnitude % 4096 == 0
                      ? double(magnitude)
                      : double(magnitude / 4096) * 4096 + 2048;
  return table.round(isNegative ? -sticky : sticky);
}

TEST_P(SmallFloatConversions, AreRoundedOnceFromIntegers) {
  std::vector<int64_t> values = makeIntegers();
  for (bool isSigned : {true, false}) {
    Elementwise conversion({"i64"}, table.name,
                           std::string("%r = arith.") +
                               (isSigned ? "sitofp" : "uitofp") +
                               " %a : i64 to " + table.name);
    for (const std::string &cpu : getProcessors()) {
      auto narrow = conversion.compute<uint16_t>(cpu, values);
      for (size_t i = 0; i < values.size(); ++i) {
        bool isNegative = isSigned && values[i] < 0;
        uint64_t magnitude = values[i];
        uint16_t expected = roundInteger(
            table, isNegative ? -magnitude : magnitude, isNegative);
        ASSERT_EQ(narrow[i], expected) << cpu << " " << values[i];
      }
    }
  }
}

TEST_P(SmallFloatConversions, BecomeIntegers) {
  std::vector<uint16_t> values;
  for (uint16_t bits : getAll())
    if (std::abs(table.getValue(bits)) < 0x1p63)
      values.push_back(bits);
  Elementwise conversion({table.name}, "i64",
                         "%r = arith.fptosi %a : " + table.name + " to i64");
  for (const std::string &cpu : getProcessors()) {
    auto integers = conversion.compute<int64_t>(cpu, values);
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(integers[i], int64_t(table.getValue(values[i])))
          << cpu << " " << values[i];
  }
}
