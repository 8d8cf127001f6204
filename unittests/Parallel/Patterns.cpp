//===- Patterns.cpp - entries that are hard to share ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Spindle/Runtime/IO/Generate.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace spindle;
using namespace spindle::execution;
using runtime::Array;
using runtime::CooTensor;
using runtime::DType;

/// Entries at `places`, in a tensor of `shape`, with random values.
static CooTensor makeTensor(std::vector<int64_t> shape,
                            const std::vector<std::vector<int64_t>> &places) {
  auto tensor = runtime::allocateEntries(shape, DType::F32, places.size());
  EXPECT_TRUE(bool(tensor));
  for (auto [entry, place] : llvm::enumerate(places))
    for (auto [dim, coordinate] : llvm::enumerate(place))
      tensor->coordinates[dim].as<int64_t>()[entry] = coordinate;
  auto values =
      runtime::random(DType::F32, {int64_t(places.size())}, places.size());
  EXPECT_TRUE(bool(values));
  tensor->values = *values;
  return std::move(*tensor);
}

/// A tensor with entries in each cell of row `row`, and in no other.
static CooTensor makeFullRow(std::vector<int64_t> shape, int64_t row) {
  std::vector<std::vector<int64_t>> places;
  for (int64_t column = 0; column < shape[1]; ++column)
    places.push_back({row, column});
  if (shape.size() == 3)
    for (auto &place : places)
      place.push_back(place[1] % shape[2]);
  return makeTensor(std::move(shape), places);
}

static CooTensor drawTensor(const std::vector<int64_t> &shape, int64_t perRow) {
  auto tensor = runtime::randomTensor(shape, perRow, DType::F32, shape[0]);
  EXPECT_TRUE(bool(tensor));
  return std::move(*tensor);
}

std::vector<DrawnPattern> execution::drawPatterns(int64_t rank) {
  auto extend = [&](std::vector<int64_t> shape) {
    shape.resize(rank, 5);
    return shape;
  };
  return {
      {"no rows", makeTensor(extend({0, 9}), {})},
      {"no rows and no columns", makeTensor(extend({0, 0}), {})},
      {"no columns", makeTensor(extend({9, 0}), {})},
      {"nothing stored", makeTensor(extend({20000, 30}), {})},
      {"one row", makeFullRow(extend({1, 30000}), 0)},
      {"a full first row", makeFullRow(extend({12000, 20000}), 0)},
      {"all in the last row", makeFullRow(extend({12000, 20000}), 11999)},
      {"three rows", drawTensor(extend({3, 20000}), 9000)},
      {"little work", drawTensor(extend({50, 40}), 5)},
      {"much work", drawTensor(extend({8000, 700}), 8)},
  };
}
