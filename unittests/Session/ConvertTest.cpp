//===- ConvertTest.cpp - Unit tests of lists and arrays -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Convert.h"

#include "gtest/gtest.h"

using namespace spindle;
using runtime::Array;
using runtime::DType;

namespace {

/// A copy of `elements`, in rows of three.
template <typename T> Array makeArray(const std::vector<T> &elements) {
  auto array =
      Array::allocate(runtime::dtypeOf<T>, {int64_t(elements.size()) / 3, 3});
  EXPECT_TRUE(bool(array));
  std::copy(elements.begin(), elements.end(), array->template as<T>());
  return *array;
}

/// The elements of `array`.
template <typename T> std::vector<T> list(const Array &array) {
  return {array.as<T>(), array.as<T>() + array.size()};
}

/// The true cells of two rows of three.
Array makeChosen() {
  return makeArray<bool>({true, false, false, false, true, true});
}

TEST(ConvertTest, GatherTakesWhatIsChosenInTheOrderOfMemory) {
  auto chosen =
      session::gather(makeArray<double>({1, 2, 3, 4, 5, 6}), makeChosen());
  ASSERT_TRUE(bool(chosen));
  EXPECT_EQ(chosen->shape(), std::vector<int64_t>({3}));
  EXPECT_EQ(list<double>(*chosen), std::vector<double>({1, 5, 6}));
}

TEST(ConvertTest, ScatterPutsItBack) {
  auto chosen =
      session::gather(makeArray<int8_t>({1, 2, 3, 4, 5, 6}), makeChosen());
  ASSERT_TRUE(bool(chosen));
  auto back = session::scatter(*chosen, makeChosen());
  ASSERT_TRUE(bool(back));
  EXPECT_EQ(back->shape(), std::vector<int64_t>({2, 3}));
  EXPECT_EQ(list<int8_t>(*back), std::vector<int8_t>({1, 0, 0, 0, 5, 6}));
}

TEST(ConvertTest, NothingIsChosen) {
  Array none = makeArray<bool>({false, false, false});
  auto chosen = session::gather(makeArray<double>({1, 2, 3}), none);
  ASSERT_TRUE(bool(chosen));
  EXPECT_EQ(chosen->size(), 0);
  auto back = session::scatter(*chosen, none);
  ASSERT_TRUE(bool(back));
  EXPECT_EQ(list<double>(*back), std::vector<double>({0, 0, 0}));
}

} // namespace
