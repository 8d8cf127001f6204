//===- SmallFloatsTest.cpp - f16 and bf16, all of them --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <numeric>

using namespace spindle::interpreter;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// The bits of floats of 16 bits are theirs in memory.
using Bits = uint16_t;
constexpr size_t kAllBits = 1 << 16;

/// The number of `bits`, of which the fraction has `digits`, by its definition.
double getNumber(unsigned bits, int digits) {
  int fraction = bits & ((1 << digits) - 1), bias = (1 << (14 - digits)) - 1;
  int exponent = (bits & 0x7fff) >> digits;
  double sign = bits >> 15 ? -1 : 1;
  if (exponent == 2 * bias + 1)
    return fraction ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(fraction, 1 - bias - digits);
  return sign * std::ldexp((1 << digits) + fraction, exponent - bias - digits);
}

/// What `body` makes of each `x` in `in`; TYPE in it stands for `type`.
template <typename Out, typename In>
std::vector<Out> map(std::vector<In> in, const std::string &type,
                     const std::string &from, const std::string &to,
                     const std::string &body) {
  std::string text = R"(
func.func @f(%in: memref<?xFROM>, %out: memref<?xTO>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %in, %c0 : memref<?xFROM>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %in[%i] : memref<?xFROM>
    BODY
    memref.store %y, %out[%i] : memref<?xTO>
  }
  return
})";
  text = replaceAll(replaceAll(text, "BODY", body), "FROM", from);
  Program program(replaceAll(replaceAll(text, "TO", to), "TYPE", type));
  std::vector<Out> out(in.size());
  EXPECT_EQ(program.run({program.memory(in, from), program.memory(out, to)}),
            "");
  return out;
}

struct SmallFloat {
  std::string type;
  int digits;
};
const SmallFloat kSmallFloats[] = {{"f16", 10}, {"bf16", 7}};

std::vector<Bits> getAllBits() {
  std::vector<Bits> all(kAllBits);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(SmallFloats, EveryNumberWidens) {
  for (const auto &[type, digits] : kSmallFloats) {
    std::vector<float> wide = map<float>(getAllBits(), type, type, "f32",
                                         "%y = arith.extf %x : TYPE to f32");
    for (unsigned bits = 0; bits < kAllBits; ++bits) {
      double number = getNumber(bits, digits);
      if (std::isnan(number))
        ASSERT_TRUE(std::isnan(wide[bits])) << type << " " << bits;
      else
        ASSERT_EQ(wide[bits], number) << type << " " << bits;
      ASSERT_EQ(std::signbit(wide[bits]), bits >> 15 != 0) << bits;
    }
  }
}

TEST(SmallFloats, EveryNumberComesBack) {
  for (const auto &[type, digits] : kSmallFloats)
    for (const char *wide : {"f32", "f64"}) {
      std::vector<Bits> back =
          map<Bits>(getAllBits(), type, type, type,
                    std::string("%w = arith.extf %x : TYPE to ") + wide +
                        "\n%y = arith.truncf %w : " + wide + " to TYPE");
      for (unsigned bits = 0; bits < kAllBits; ++bits)
        if (std::isnan(getNumber(bits, digits)))
          ASSERT_TRUE(std::isnan(getNumber(back[bits], digits))) << bits;
        else
          ASSERT_EQ(back[bits], bits) << type;
    }
}

/// Between two neighbours lie a tie, which goes to the even one, and numbers
/// just beside it.
TEST(SmallFloats, RoundingToNearestAndEven) {
  for (const auto &[type, digits] : kSmallFloats) {
    std::vector<double> below, ties, above;
    for (unsigned bits = 0; bits + 1 < unsigned(0x7fff); ++bits) {
      double low = getNumber(bits, digits), high = getNumber(bits + 1, digits);
      if (!std::isfinite(low))
        break;
      // Beyond the largest number comes what would have the next exponent.
      if (!std::isfinite(high))
        high = 2 * low - getNumber(bits - 1, digits);
      double tie = (low + high) / 2;
      below.push_back(std::nextafter(tie, low));
      ties.push_back(tie);
      above.push_back(std::nextafter(tie, high));
    }
    auto round = [&type = type](const std::vector<double> &numbers) {
      return map<Bits>(numbers, type, "f64", type,
                       "%y = arith.truncf %x : f64 to TYPE");
    };
    std::vector<Bits> down = round(below), even = round(ties),
                      up = round(above);
    for (unsigned bits = 0; bits < ties.size(); ++bits) {
      ASSERT_EQ(down[bits], bits) << type;
      ASSERT_EQ(even[bits], bits + (bits & 1)) << type;
      ASSERT_EQ(up[bits], bits + 1) << type;
    }
  }
}

TEST(SmallFloats, ArithmeticWithSubnormals) {
  auto add = [](const std::string &type, Bits x, const std::string &y) {
    return map<Bits>(std::vector<Bits>{x}, type, type, type,
                     "%c = arith.constant " + y +
                         " : TYPE\n%y = arith.addf %x, %c : TYPE")[0];
  };
  EXPECT_EQ(add("f16", 0x0001, "0x0001"), 0x0002);
  EXPECT_EQ(add("f16", 0x03ff, "0x0001"), 0x0400);
  EXPECT_EQ(add("f16", 0x8001, "0x0001"), 0x0000);
  EXPECT_EQ(add("bf16", 0x0001, "0x0001"), 0x0002);
  EXPECT_EQ(add("bf16", 0x007f, "0x0001"), 0x0080);
  // 256 + 1 in bf16 and 2048 + 1 in f16 are ties, as is the largest f16 + 16.
  EXPECT_EQ(add("bf16", 0x4380, "1.0"), 0x4380);
  EXPECT_EQ(add("bf16", 0x4381, "1.0"), 0x4382);
  EXPECT_EQ(add("f16", 0x6800, "1.0"), 0x6800);
  EXPECT_EQ(add("f16", 0x6801, "1.0"), 0x6802);
  EXPECT_EQ(add("f16", 0x7bff, "16.0"), 0x7c00);
  EXPECT_EQ(add("f16", 0x7bff, "15.0"), 0x7bff);
}

/// Functions of small floats are those of f32, rounded.
TEST(SmallFloats, Functions) {
  std::vector<float> numbers = {-3, -0.5f, 0, 0.25f, 1, 5};
  for (const auto &[type, digits] : kSmallFloats) {
    std::vector<Bits> small = map<Bits>(
        numbers, type, "f32", type,
        "%s = arith.truncf %x : f32 to TYPE\n%y = math.exp %s : TYPE");
    std::vector<Bits> rounded =
        map<Bits>(numbers, type, "f32", type,
                  "%e = math.exp %x : f32\n%y = arith.truncf %e : f32 to TYPE");
    EXPECT_EQ(small, rounded) << type;
  }
  EXPECT_EQ(map<float>(numbers, "f32", "f32", "f32", "%y = math.exp %x : f32"),
            (std::vector<float>{std::exp(-3.f), std::exp(-.5f), 1.f,
                                std::exp(.25f), std::exp(1.f), std::exp(5.f)}));
}

TEST(SmallFloats, FromAndToIntegers) {
  std::vector<int32_t> integers = {0, -1, 257, 2049, 2051, 65519, 65520};
  EXPECT_THAT(map<Bits>(integers, "f16", "i32", "f16",
                        "%y = arith.sitofp %x : i32 to TYPE"),
              ElementsAre(0, 0xbc00, 0x5c04, 0x6800, 0x6802, 0x7bff, 0x7c00));
  EXPECT_THAT(map<Bits>(integers, "bf16", "i32", "bf16",
                        "%y = arith.sitofp %x : i32 to TYPE"),
              ElementsAre(0, 0xbf80, 0x4380, 0x4500, 0x4500, 0x4780, 0x4780));
  EXPECT_THAT(map<int8_t>(std::vector<Bits>{0x3e00, 0xc580}, "f16", "f16", "i8",
                          "%y = arith.fptosi %x : TYPE to i8"),
              ElementsAre(1, -5));
}

TEST(Casts, OtherRoundingIsRefused) {
  Program program("func.func @f(%x: f32) {\n"
                  "  %y = arith.truncf %x upward : f32 to f16\n"
                  "  return\n}\n");
  EXPECT_THAT(program.run({1.0}),
              HasSubstr("'arith.truncf': expected to round to nearest and "
                        "even"));
}

} // namespace
