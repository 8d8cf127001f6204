//===- RealTextTest.cpp - Real numbers as decimal text --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberText.h"
#include "Operands.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "TempFile.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

using namespace spindle::runtime;

using Texts = std::vector<std::string>;

/// The error of reading `texts` as numbers, or "" and their values.
template <typename T>
static std::string read(const Texts &texts, std::vector<T> &values,
                        const std::string &field = "real") {
  std::string file = "%%MatrixMarket matrix array " + field + " general\n" +
                     std::to_string(texts.size()) + " 1\n";
  for (const std::string &number : texts)
    file += number + "\n";
  TempFile stored(".mtx", file);
  auto operand = readMatrixMarket(stored.path(), dtypeOf<T>);
  if (!operand)
    return operand.takeError().text;
  values = elements<T>(*std::get_if<Array>(&*operand));
  return "";
}

/// The bits of a number.
template <typename T> static uint64_t bitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

/// Checks that `texts` are read as `want` says, bit for bit.
template <typename T, typename Fn>
static void expectAll(const Texts &texts, Fn &&want) {
  std::vector<T> values;
  ASSERT_EQ(read(texts, values), "");
  for (size_t i = 0; i < texts.size(); ++i)
    ASSERT_EQ(bitsOf(values[i]), bitsOf(want(texts[i].c_str()))) << texts[i];
}

/// Random decimal numbers of every length, not too large for a float.
static Texts randomDecimals(int64_t count) {
  std::mt19937 bits(1);
  auto below = [&](int64_t bound) { return int64_t(bits() % bound); };
  auto digits = [&](int64_t length) {
    std::string text;
    while (length-- > 0)
      text += static_cast<char>('0' + below(10));
    return text;
  };
  Texts texts;
  for (int64_t i = 0; i < count; ++i) {
    std::string text = below(2) ? "-" : "";
    text += std::string(below(4) / 3 * below(20), '0') + digits(1 + below(18));
    if (below(4))
      text +=
          "." + std::string(below(4) / 3 * below(20), '0') + digits(below(24));
    if (below(2))
      text += (below(2) ? "e-" : "E-0") + std::to_string(below(60));
    else if (below(3) == 0)
      text += "e+" + std::to_string(below(20));
    texts.push_back(text);
  }
  return texts;
}

/// Random decimal numbers of 17 to 19 digits, which are more than a double has,
/// with a moderate power of ten.
static Texts longDecimals(int64_t count) {
  std::mt19937_64 bits(2);
  Texts texts;
  for (int64_t i = 0; i < count; ++i) {
    std::string digits = std::to_string(bits() / 10 + 100000000000000000);
    digits.resize(17 + bits() % 3, '7');
    texts.push_back(digits + "e" + std::to_string(int64_t(bits() % 47) - 27));
  }
  return texts;
}

/// The 16 digits that are nearest to what is in the middle between two floats.
static Texts middlesOfFloats(int64_t count) {
  std::mt19937 bits(3);
  Texts texts;
  for (int64_t i = 0; i < count; ++i) {
    float low = std::ldexp(float(bits()), int(bits() % 60) - 60);
    double high = std::nextafter(low, 2 * low);
    char text[40];
    std::snprintf(text, sizeof(text), "%.15e", (low + high) / 2);
    texts.push_back(text);
  }
  return texts;
}

TEST(RealTextTest, LikeTheLibraryOfC) {
  Texts texts = randomDecimals(200000);
  for (const std::string &text : longDecimals(100000))
    texts.push_back(text);
  for (const std::string &text : middlesOfFloats(100000))
    texts.push_back(text);
  expectAll<double>(
      texts, [](const char *text) { return std::strtod(text, nullptr); });
  expectAll<float>(texts,
                   [](const char *text) { return std::strtof(text, nullptr); });
}

TEST(RealTextTest, FloatsAreRoundedOnce) {
  // Next to the middle between two floats, nearer than a double can tell.
  expectAll<float>({"16777217", "16777217.0000000001", "16777216.9999999999",
                    "-16777219.0000000001", "-16777218.9999999999",
                    "1.6777217000000000001e7", "1.00000005960464477539062",
                    "1.000000059604644775390625",
                    "1.00000005960464477539062500001"},
                   [](const char *text) { return std::strtof(text, nullptr); });
}

TEST(RealTextTest, EveryForm) {
  std::vector<double> values;
  ASSERT_EQ(read<double>({"1", "+1", "-1", "1.", ".5", "-.5", "1e3", "1.E+3",
                          "-0", "0e999", "00012345678901234567890123",
                          "0.00000000000000000000000000001", "-inf",
                          "1e-18446744073709551617"},
                         values),
            "");
  EXPECT_EQ(values,
            std::vector<double>({1, 1, -1, 1, .5, -.5, 1000, 1000, -0.0, 0,
                                 12345678901234567890123.0, 1e-29,
                                 -std::numeric_limits<double>::infinity(), 0}));
  EXPECT_TRUE(std::signbit(values[8]));
}

TEST(RealTextTest, WhatIsNoNumber) {
  for (const char *text : {".", "-", "+", "e5", "1e", "1e+", "--1", "+-1",
                           "++1", "1.2.3", "1d3", "0x10", "1,5"}) {
    std::vector<float> values;
    EXPECT_EQ(read({text}, values),
              "entry 1: expected a value of type float32 but got '" +
                  std::string(text) + "'");
  }
}

/// A number that is a little below the exact decimal `text`, and one that is a
/// little above.
static std::string below(std::string text) {
  size_t last = text.find_last_not_of("0.");
  --text[last];
  std::replace(text.begin() + last + 1, text.end(), '0', '9');
  return text + "99999999999999999999";
}
static std::string above(const std::string &text) {
  return text + "00000000000000000001";
}

/// `text`, which has a point, cut after 19 digits; zeros in front do not count.
static std::string cut(const std::string &text) {
  size_t first = text.find_first_of("123456789");
  return text.substr(0, first + 19 + (first < text.find('.')));
}

/// `value` as a decimal with a point, exactly.
static std::string exact(double value) {
  char text[400];
  std::snprintf(text, sizeof(text), "%.200f", value);
  std::string digits = text;
  return digits.erase(digits.find_last_not_of('0') + 1);
}

template <typename T> class SmallRealTextTest : public testing::Test {};
using SmallFloats = testing::Types<Half, BFloat16>;
TYPED_TEST_SUITE(SmallRealTextTest, SmallFloats);

TYPED_TEST(SmallRealTextTest, AreRoundedOnce) {
  Texts texts;
  std::vector<int> want;
  for (int bits = 0; bits + 1 < TypeParam::infinityBits; bits += 1 + bits % 7) {
    auto low = double(TypeParam::fromBits(bits));
    auto high = double(TypeParam::fromBits(bits + 1));
    std::string middle = exact((low + high) / 2);
    for (const char *sign : {"", "-"})
      for (const std::string &text : {middle, below(middle), above(middle)})
        texts.push_back(sign + text);
    for (int sign : {0, 0x8000})
      for (int expected : {bits + bits % 2, bits, bits + 1})
        want.push_back(sign + expected);
  }
  std::vector<TypeParam> values;
  ASSERT_EQ(read(texts, values), "");
  for (size_t i = 0; i < texts.size(); ++i)
    ASSERT_EQ(values[i].bits(), want[i]) << texts[i];
}

TYPED_TEST(SmallRealTextTest, AreRoundedOnceFromFewDigits) {
  Texts texts;
  std::vector<int> want;
  for (int bits = 0; bits + 1 < TypeParam::infinityBits; ++bits) {
    auto low = double(TypeParam::fromBits(bits));
    auto high = double(TypeParam::fromBits(bits + 1));
    std::string middle = exact((low + high) / 2);
    std::string under = cut(below(middle));
    // A digit more than the middle has, so that there is something to cut.
    if (middle.size() >= under.size())
      continue;
    texts.push_back(under);
    want.push_back(bits);
    std::string over = under;
    std::fill(over.begin() + middle.size(), over.end() - 1, '0');
    over.replace(0, middle.size(), middle).back() = '1';
    texts.push_back(over);
    want.push_back(bits + 1);
  }
  ASSERT_GT(texts.size(), 1000u);
  std::vector<TypeParam> values;
  ASSERT_EQ(read(texts, values), "");
  for (size_t i = 0; i < texts.size(); ++i)
    ASSERT_EQ(values[i].bits(), want[i]) << texts[i];
}

TYPED_TEST(SmallRealTextTest, EveryValueComesBackFromFewDigits) {
  std::vector<TypeParam> every;
  for (int bits = 0; bits < 0x10000; ++bits)
    if (!std::isnan(double(TypeParam::fromBits(bits))))
      every.push_back(TypeParam::fromBits(bits));
  TempFile file(".mtx");
  auto rows = static_cast<int64_t>(every.size());
  ASSERT_EQ(text(writeMatrixMarket(file.path(),
                                   *Array::fromValues(every, {rows, 1}))),
            "");
  auto operand = readMatrixMarket(file.path(), dtypeOf<TypeParam>);
  ASSERT_EQ(text(operand), "");
  auto values = elements<TypeParam>(*std::get_if<Array>(&*operand));
  for (int64_t i = 0; i < rows; ++i)
    ASSERT_EQ(values[i].bits(), every[i].bits());
  // Signs, points and exponents too: fewer than a float would take.
  EXPECT_LT(file.bytes().size(), size_t(10 * rows));
}

TEST(RealTextTest, FewestDigitsOfSmallFloats) {
  TempFile file(".mtx");
  Array matrix =
      array<Half>({Half(0.1), Half(65504), Half(1.0 / 3), Half(-0.0), Half(3)});
  ASSERT_EQ(text(writeMatrixMarket(file.path(),
                                   coo<Half>(1, 1, Indices(5, 0), Indices(5, 0),
                                             elements<Half>(matrix)))),
            "");
  EXPECT_EQ(file.bytes(),
            "%%MatrixMarket matrix coordinate real general\n"
            "% dtype float16\n1 1 5\n1 1 0.1\n1 1 65500\n1 1 0.3333\n1 1 -0\n"
            "1 1 3\n");
}

TEST(RealTextTest, TooLargeForSmallFloats) {
  std::vector<Half> values;
  ASSERT_EQ(
      read<Half>({"65519.99999999999999999999", "1e-400", "-1e-30"}, values),
      "");
  EXPECT_EQ(values[0].bits(), Half(65504).bits());
  EXPECT_EQ(values[1].bits(), 0);
  EXPECT_EQ(values[2].bits(), 0x8000);
  for (const char *text : {"65520", "1e5", "1e400", "-65520.0000"})
    EXPECT_EQ(read({text}, values),
              "entry 1: expected a value of type float16 but got '" +
                  std::string(text) + "', which is too large");
}

TEST(RealTextTest, WholeNumbersAreRoundedOnce) {
  // Between two bf16 near 2^62, 2^54 apart; a double cannot tell the second
  // from the middle.
  constexpr int64_t middle = (int64_t(1) << 62) + (int64_t(1) << 54);
  std::vector<BFloat16> values;
  ASSERT_EQ(read({std::to_string(middle), std::to_string(middle + 1),
                  std::to_string(middle - 1), std::to_string(-middle - 1)},
                 values, "integer"),
            "");
  BFloat16 low(0x1p62), high(0x1p62 + 0x1p55);
  EXPECT_EQ(values[0].bits(), low.bits());
  EXPECT_EQ(values[1].bits(), high.bits());
  EXPECT_EQ(values[2].bits(), low.bits());
  EXPECT_EQ(values[3].bits(), (-high).bits());
  std::vector<Half> halves;
  EXPECT_EQ(
      read({"70000"}, halves, "integer"),
      "entry 1: expected a value of type float16 but got '70000', which is "
      "too large");
}

TEST(RealTextTest, Bits) {
  TempFile file(".mtx", "%%MatrixMarket matrix coordinate integer general\n"
                        "1 3 3\n1 1 0\n1 2 1\n1 3 +1\n");
  auto operand = readMatrixMarket(file.path(), DType::I1);
  ASSERT_EQ(text(operand), "");
  const CooMatrix &matrix = *std::get_if<CooMatrix>(&*operand);
  EXPECT_EQ(elements<bool>(matrix.values),
            std::vector<bool>({false, true, true}));
  ASSERT_EQ(text(writeMatrixMarket(file.path(), matrix)), "");
  EXPECT_EQ(file.bytes(), "%%MatrixMarket matrix coordinate integer general\n"
                          "% dtype bool\n1 3 3\n1 1 0\n1 2 1\n1 3 1\n");
}

TEST(RealTextTest, WholeNumbersInAnyNotation) {
  for (auto [real, whole] : {std::pair("2", "2"),
                             {"-12.50e1", "-125"},
                             {"+2.0", "2"},
                             {"2.", "2"},
                             {"000.000", "0"},
                             {"0e999", "0"},
                             {"100e-2", "1"},
                             {".5e1", "5"},
                             {"9007199254740993.000", "9007199254740993"},
                             {"9007199254740993000e-3", "9007199254740993"},
                             {"1E+18", "1000000000000000000"}})
    EXPECT_EQ(expandWhole(real), whole);
  for (const char *none : {"", "-", ".", "e5", "1.5", "15e-1", "1e-1", "inf",
                           "nan", "1x", "1e", "1e5x", "1e99999999999999999999"})
    EXPECT_EQ(expandWhole(none), "") << none;
  EXPECT_EQ(expandWhole("1e9223372036854775807").size(), 41u);
}

TEST(RealTextTest, IntegersFromRealNumbers) {
  std::string head = "%%MatrixMarket matrix coordinate real general\n1 1 1\n";
  auto readOne = [&](const std::string &number, DType dtype) {
    TempFile file(".mtx", head + "1 1 " + number + "\n");
    auto read = readMatrixMarket(file.path(), dtype);
    if (!read)
      return read.error().text;
    Array values = std::get<CooMatrix>(*read).values;
    return std::to_string(indices(values).front());
  };
  EXPECT_EQ(readOne("9007199254740993.0", DType::I64), "9007199254740993");
  EXPECT_EQ(readOne("-1.28e2", DType::I8), "-128");
  EXPECT_EQ(readOne("1.28e2", DType::I8),
            "entry 1: expected a value of type int8 but got '1.28e2', which is "
            "too large");
  EXPECT_EQ(readOne("1e100", DType::I64),
            "entry 1: expected a value of type int64 but got '1e100', which is "
            "too large");
  EXPECT_EQ(readOne("0.5", DType::I64),
            "entry 1: expected a value of type int64 but got '0.5'");
}
