//===- TreeLoadTest.cpp - Trees are loaded as walked ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreeLoad.h"

#include "MuchWork.h"
#include "RandomFormats.h"
#include "TestContext/Thorough.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Runtime/Convert/Store.h"

#include <limits>

using namespace spindle::runtime;

namespace {

/// A tree, and the order of its levels' dimensions.
struct Tree {
  const char *text;
  Indices dims;
};

const std::vector<Tree> trees = {
    {"(i) -> (i : compressed)", {0}},
    {"(i, j) -> (j : compressed, i : compressed)", {1, 0}},
    {"(i, j, k) -> (i : compressed, j : compressed, k : compressed)",
     {0, 1, 2}},
    {"(i, j, k) -> (k : dense, i : compressed(pos = i64), j : "
     "compressed(crd = i8))",
     {2, 0, 1}},
    {"(i, j, k) -> (j : compressed(nonunique), k : singleton(crd = i64), i : "
     "singleton)",
     {1, 2, 0}},
    {"(i, j, k, l) -> (l : dense, k : compressed, i : compressed(nonunique), j "
     ": singleton)",
     {3, 2, 0, 1}},
};

/// `count` entries anywhere, or at one coordinate of dimension 0.
CooTensor draw(size_t rank, int64_t count, bool isNarrow) {
  std::mt19937_64 random(count + rank);
  CooTensor tensor = *allocateEntries({60, 50, 40, 30}, DType::I32, count);
  tensor.shape.resize(rank);
  tensor.coordinates.resize(rank);
  for (size_t dim = 0; dim < rank; ++dim)
    for (int64_t e = 0; e < count; ++e)
      tensor.coordinates[dim].as<int64_t>()[e] =
          isNarrow && dim == 0 ? 7 : random() % tensor.shape[dim];
  for (int64_t e = 0; e < count; ++e)
    tensor.values.as<int32_t>()[e] = random() % 100;
  return tensor;
}

/// `tensor` with its dimensions in the order `dims`.
CooTensor permute(const CooTensor &tensor, const Indices &dims) {
  CooTensor permuted{{}, {}, tensor.values};
  for (int64_t dim : dims) {
    permuted.shape.push_back(tensor.shape[dim]);
    permuted.coordinates.push_back(tensor.coordinates[dim]);
  }
  return permuted;
}

/// What `threads` threads load; nothing where that is declined.
std::optional<CooTensor> loadTree(const Storage &storage, const Format &format,
                                  int64_t threads) {
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  EXPECT_EQ(text(plan), "");
  Workers workers(threads, muchWork);
  auto loaded = spindle::runtime::loadTree(*plan, storage, workers);
  EXPECT_EQ(text(loaded), "");
  return std::move(*loaded);
}

/// Puts another number in one slot of one of the arrays of a storage.
void spoil(Storage &storage, RandomFormats &random) {
  auto &list = random.once(2) ? storage.positions : storage.coordinates;
  Array &array = list[random.below(list.size())];
  if (array.size() == 0)
    return;
  int64_t place = random.below(array.size());
  visitIndexType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    array.as<T>()[place] = static_cast<T>(
        random.once(2) ? random.below(12) - 1
                       : array.as<T>()[random.below(array.size())]);
  });
}
} // namespace

TEST(TreeLoadTest, ElementsInTheOrderOfLevels) {
  for (const Tree &tree : trees)
    for (int64_t count : {0, 1, 30, 3000})
      for (bool isNarrow : {false, true})
        for (int64_t threads : {1, 2, 3, 7}) {
          SCOPED_TRACE(std::string(tree.text) + " of " + std::to_string(count));
          CooTensor tensor = draw(tree.dims.size(), count, isNarrow);
          Storage storage = *store(tensor, format(tree.text));
          auto loaded = loadTree(storage, format(tree.text), threads);
          ASSERT_TRUE(loaded);
          EXPECT_TRUE(
              haveSameEntries(permute(*loaded, tree.dims),
                              *sortEntries(permute(tensor, tree.dims))));
        }
}

TEST(TreeLoadTest, OtherFormatsAreDeclined) {
  CooTensor tensor = draw(2, 20, false);
  for (const char *name :
       {formats::dense, formats::ell, formats::bsr, formats::bitmap,
        "(i, j) -> (i : dense, j : compressed(unordered))",
        "(i, j) -> (j - i : compressed, i : dense)"})
    EXPECT_FALSE(loadTree(*store(tensor, format(name)), format(name), 2))
        << name;
}

// What is loaded is valid; what is valid is loaded.
TEST(TreeLoadTest, WhatBreaksALawIsDeclined) {
  RandomFormats random(3);
  int64_t broken = 0, runs = spindle::countTried(6000);
  for (int64_t run = 0; run < runs && !::testing::Test::HasFailure(); ++run) {
    const Tree &tree = trees[run % trees.size()];
    CooTensor tensor = random.tensor(tree.dims.size(), DType::I32);
    Storage storage = *store(tensor, format(tree.text));
    spoil(storage, random);
    std::string fault = text(validate(storage, format(tree.text)));
    SCOPED_TRACE(std::string(tree.text) + ": " + fault);
    EXPECT_EQ(loadTree(storage, format(tree.text), 1 + run % 2).has_value(),
              fault.empty());
    EXPECT_EQ(text(load(storage, format(tree.text))), fault);
    broken += !fault.empty();
  }
  EXPECT_GT(broken, runs / 6);
}
