//===- FunctionsTest.cpp - functions are right, and the same in vectors ---===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Functions of `math` by compiled code, at arguments where they are hard:
// subnormal ones and results, near 0, near 1, near where they overflow, and
// what is no finite number. What is right is computed in a wider type.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "SmallFloatTable.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

using namespace spindle::execution;

namespace {

/// A function, and how many units its results may be off in f32 and in f64.
struct Tested {
  const char *name;
  long double (*right)(long double);
  double units, unitsOfF64;
};

const Tested kFunctions[] = {
    {"exp", std::exp, 1, 1},        {"expm1", std::expm1, 1.5, 1.5},
    {"log", std::log, 1, 1},        {"log1p", std::log1p, 1.5, 1.5},
    {"log2", std::log2, 1.5, 1.5},  {"tanh", std::tanh, 3, 2.5},
    {"erf", std::erf, 6, 1.5},      {"erfc", std::erfc, 3, 6},
    {"exp2", std::exp2, 1, 1.5},    {"log10", std::log10, 2, 2},
    {"sin", std::sin, 1, 1},        {"cos", std::cos, 1, 1},
    {"atan", std::atan, 1, 1.5},    {"cbrt", std::cbrt, 1, 4},
    {"sqrt", std::sqrt, 0.5, 0.51},
};

/// The bits of floats of type `T`.
template <typename T> struct Bits;
template <> struct Bits<float> {
  using Type = uint32_t;
};
template <> struct Bits<double> {
  using Type = uint64_t;
};

template <typename T> T fromBits(typename Bits<T>::Type bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// Numbers with a few fractions for each exponent, and what functions have
/// borders at, with the numbers next to each.
template <typename T> std::vector<T> getHardArguments() {
  using B = typename Bits<T>::Type;
  constexpr int kFraction = std::numeric_limits<T>::digits - 1;
  std::vector<T> numbers;
  for (B exponent = 0; exponent <= B(std::numeric_limits<T>::max_exponent * 2);
       ++exponent)
    for (B part = 0; part < 16; ++part)
      numbers.push_back(fromBits<T>((exponent << kFraction) +
                                    part * (B(0x9e3779b97f4a7c15) >> 12) %
                                        (B(1) << kFraction)));
  for (double border :
       {0.0,        1.0,   2.0,   0.5,   0.707106781, 1.41421356, 0.34657359,
        0.69314718, 3.8,   8.66,  9.01,  9.19,        10.05,      17.3,
        19.06,      25.0,  26.5,  37.5,  87.33,       88.722839,  89.0,
        103.97,     104.0, 128.0, 149.0, 708.396,     709.782712, 745.133,
        1e-3,       4e-4,  1e300})
    for (T value = T(border), next = 0; next < 5; ++next) {
      numbers.push_back(value);
      value = std::nextafter(value, std::numeric_limits<T>::infinity());
    }
  numbers.push_back(std::numeric_limits<T>::infinity());
  numbers.push_back(std::numeric_limits<T>::quiet_NaN());
  for (size_t i = 0, end = numbers.size(); i < end; ++i)
    numbers.push_back(-numbers[i]);
  // Whole vectors.
  numbers.resize((numbers.size() + 7) / 8 * 8, T(1));
  return numbers;
}

/// The error of `result` in units in the last place of `expected`, which are no
/// less than the least subnormal number; 0 where both are not finite alike.
template <typename T> double findError(T result, long double expected) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(expected) || std::isnan(result))
    return std::isnan(expected) && std::isnan(result) ? 0 : INFINITY;
  if (expected == 0 && result == 0)
    return std::signbit(expected) == std::signbit(result) ? 0 : INFINITY;
  int exponent;
  std::frexp(std::isinf(expected) ? Limits::max() : expected, &exponent);
  exponent =
      std::min(std::max(exponent, Limits::min_exponent), Limits::max_exponent);
  long double unit = std::ldexp(1.0L, exponent - Limits::digits);
  // What is infinite is one unit beyond the largest number.
  auto limit = [&](long double value) {
    long double end = std::ldexp(1.0L, Limits::max_exponent);
    return std::max(-end, std::min(end, value));
  };
  return double(std::abs(limit(result) - limit(expected)) / unit);
}

/// The processor that has least, without fused products, and this one.
std::vector<std::string> getBothProcessors() {
  std::vector<std::string> all = getProcessors();
  return {all.front(), all.back()};
}

template <typename T>
std::vector<T> compute(const std::string &type, const char *name,
                       const std::string &cpu, const std::vector<T> &numbers) {
  Elementwise function({type}, type,
                       "%r = math." + std::string(name) + " %a : " + type);
  return function.compute<T>(cpu, numbers);
}

/// Whether `one` and `other` are the same number, or both none.
template <typename T> bool areSame(T one, T other) {
  return (std::isnan(one) && std::isnan(other)) ||
         std::memcmp(&one, &other, sizeof(T)) == 0;
}

template <typename T> void checkFunction(const Tested &tested, double units) {
  std::string type = sizeof(T) == 4 ? "f32" : "f64";
  std::vector<T> numbers = getHardArguments<T>();
  for (const std::string &cpu : getBothProcessors()) {
    auto results = compute(type, tested.name, cpu, numbers);
    auto lanes = compute("vector<8x" + type + ">", tested.name, cpu, numbers);
    for (size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_LE(findError(results[i], tested.right(numbers[i])), units)
          << tested.name << " of " << numbers[i] << " in " << type << " on "
          << cpu << " is " << results[i] << " for "
          << double(tested.right(numbers[i]));
      ASSERT_TRUE(areSame(results[i], lanes[i]))
          << tested.name << " of " << numbers[i] << " in " << type << " on "
          << cpu << " is " << results[i] << ", and " << lanes[i]
          << " in a vector";
    }
  }
}

} // namespace

TEST(Functions, AreRightInF32AndTheSameInVectors) {
  for (const Tested &tested : kFunctions)
    checkFunction<float>(tested, tested.units);
}

TEST(Functions, AreRightInF64AndTheSameInVectors) {
  for (const Tested &tested : kFunctions)
    checkFunction<double>(tested, tested.unitsOfF64);
}

TEST(Functions, OfSmallFloatsAreThoseOfF32Rounded) {
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = uint16_t(i);
  for (const char *type : {"f16", "bf16"}) {
    SmallFloatTable table(type);
    std::vector<float> wide;
    for (uint16_t bits : all)
      wide.push_back(float(table.getValue(bits)));
    for (const char *name : {"exp", "expm1", "log1p", "log", "tanh", "erf"}) {
      std::string vector = "vector<8x" + std::string(type) + ">";
      for (const std::string &cpu : getBothProcessors()) {
        auto expected = compute<float>("f32", name, cpu, wide);
        auto results = compute<uint16_t>(type, name, cpu, all);
        auto lanes = compute<uint16_t>(vector, name, cpu, all);
        for (uint16_t bits : all) {
          ASSERT_TRUE(table.areSame(results[bits], table.round(expected[bits])))
              << name << " of " << wide[bits] << " in " << type << " on "
              << cpu;
          ASSERT_TRUE(table.areSame(results[bits], lanes[bits]))
              << name << " of " << wide[bits] << " in " << type << " on "
              << cpu;
        }
      }
    }
  }
}
