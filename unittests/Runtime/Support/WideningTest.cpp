//===- WideningTest.cpp - Types that hold each other's numbers ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Support/Widening.h"
#include "Operands.h"

#include <limits>
#include <map>

using namespace spindle::runtime;

namespace {

TEST(WideningTest, WhichTypesHoldWhich) {
  const std::map<DType, std::vector<DType>> holders = {
      {DType::F16, {DType::F32, DType::F64, DType::C64, DType::C128}},
      {DType::BF16, {DType::F32, DType::F64, DType::C64, DType::C128}},
      {DType::F32, {DType::F64, DType::C64, DType::C128}},
      {DType::F64, {DType::C128}},
      {DType::I8,
       {DType::F16, DType::BF16, DType::F32, DType::F64, DType::I16, DType::I32,
        DType::I64, DType::C64, DType::C128}},
      {DType::I16,
       {DType::F32, DType::F64, DType::I32, DType::I64, DType::C64,
        DType::C128}},
      {DType::I32, {DType::F64, DType::I64, DType::C128}},
      {DType::I64, {}},
      {DType::C64, {DType::C128}},
      {DType::C128, {}}};
  for (const auto &[narrow, types] : holders)
    for (DType wide : allDTypes) {
      bool isListed =
          std::find(types.begin(), types.end(), wide) != types.end();
      EXPECT_EQ(holdsAll(wide, narrow), isListed || wide == narrow)
          << dtypeName(wide) << " of " << dtypeName(narrow);
    }
  for (DType wide : allDTypes)
    EXPECT_TRUE(holdsAll(wide, DType::I1)) << dtypeName(wide);
}

/// The ends of `Narrow` and what is between them, as every type that holds it.
template <typename Narrow> void expectSame(std::vector<Narrow> numbers) {
  Array array = *Array::fromValues(numbers);
  for (DType wide : allDTypes) {
    if (!holdsAll(wide, array.dtype()))
      continue;
    Expected<Array> widened = widen(array, wide);
    ASSERT_EQ(text(widened), "");
    EXPECT_EQ(widened->dtype(), wide);
    EXPECT_EQ(widened->shape(), array.shape());
    visitDType(wide, [&](auto zero) {
      using Wide = decltype(zero);
      for (size_t i = 0; i < numbers.size(); ++i) {
        if constexpr (isComplexType<Wide>)
          EXPECT_EQ(std::complex<double>(widened->as<Wide>()[i]),
                    std::complex<double>(double(numbers[i])));
        else
          EXPECT_EQ(static_cast<Narrow>(widened->as<Wide>()[i]), numbers[i]);
      }
    });
  }
}

TEST(WideningTest, NumbersStayThemselves) {
  expectSame<float>({0.1f, -1e-45f, 3.4e38f});
  expectSame<double>({0.1, -5e-324, 1e308});
  expectSame<int8_t>({-128, 0, 127});
  expectSame<int16_t>({-32768, -1, 32767});
  expectSame<int32_t>({std::numeric_limits<int32_t>::min(), 7,
                       std::numeric_limits<int32_t>::max()});
  expectSame<int64_t>({std::numeric_limits<int64_t>::min(),
                       std::numeric_limits<int64_t>::max()});
}

TEST(WideningTest, ComplexAndSmallNumbers) {
  using Narrow = std::complex<float>;
  Array pair = *Array::fromValues(std::vector<Narrow>{{0.1f, -2}});
  EXPECT_EQ(elements<std::complex<double>>(*widen(pair, DType::C128))[0],
            std::complex<double>(0.1f, -2));
  Array half = *Array::fromValues(std::vector<Half>{Half(0.1)});
  EXPECT_EQ(elements<float>(*widen(half, DType::F32))[0],
            float(double(Half(0.1))));
}

TEST(WideningTest, ShapesStay) {
  Array table =
      *Array::fromValues(std::vector<float>{1, 2, 3, 4, 5, 6}, {2, 3});
  Expected<Array> wide = widen(table, DType::F64);
  EXPECT_EQ(wide->shape(), Indices({2, 3}));
  EXPECT_EQ(elements<double>(*wide), std::vector<double>({1, 2, 3, 4, 5, 6}));
}

} // namespace
