//===- BlockCoverTest.cpp - What a plan counts, and a format stores -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/BlockCover.h"
#include "Spindle/Runtime/Convert/Composite.h"
#include "TensorOperands.h"

#include <random>
#include <set>

using namespace spindle;
using namespace spindle::runtime;

namespace {
/// Draws the pattern of a weight, with `share` percent of its elements.
plans::WeightPattern drawPattern(std::mt19937 &random, int64_t share) {
  plans::WeightPattern pattern;
  pattern.outputs = 1 + random() % 30;
  pattern.inputs = 1 + random() % 30;
  for (int64_t cell = 0; cell < pattern.outputs * pattern.inputs; ++cell)
    pattern.bits.push_back(int64_t(random() % 100) < share);
  return pattern;
}

/// The format with a part for the blocks of each of `sizes`.
Composite coverBy(llvm::ArrayRef<plans::BlockSize> sizes) {
  Criterion cover{CriterionKind::Cover, {Expr::dim(0), Expr::dim(1)}};
  Composite composite{2};
  for (int64_t s = 0; s < int64_t(sizes.size()); ++s) {
    for (int64_t number :
         {sizes[s].outputs, sizes[s].inputs, int64_t(sizes[s].cost)})
      cover.numbers.push_back(number);
    composite.parts.push_back(
        {{{Expr::symbol(0), s, s}}, false, runtime::format(formats::csr)});
  }
  composite.criteria = {cover};
  return composite;
}
} // namespace

// What the choice of a plan counts is what the format that it chooses stores.
TEST(BlockCoverTest, CountsWhatTheFormatStores) {
  std::mt19937 random(5);
  std::set<size_t> taken;
  for (int trial = 0; trial < 300; ++trial) {
    plans::WeightPattern pattern = drawPattern(random, random() % 101);
    std::vector<plans::BlockSize> sizes = {{8, 4, double(20 + random() % 60)},
                                           {4, 2, double(3 + random() % 12)},
                                           {1, 1, double(1 + random() % 3)}};
    plans::CoverCounts counts = plans::coverBlocks(pattern, sizes);
    Indices is, js;
    for (int64_t i = 0; i < pattern.outputs; ++i)
      for (int64_t j = 0; j < pattern.inputs; ++j)
        if (pattern.has(i, j)) {
          is.push_back(i);
          js.push_back(j);
        }
    Composite composite = coverBy(sizes);
    auto parts =
        storeParts(tensor<float>({pattern.outputs, pattern.inputs}, {is, js},
                                 std::vector<float>(is.size(), 1)),
                   composite, StoreOptions());
    ASSERT_EQ(text(parts), "");
    double cost = 0;
    for (size_t s = 0; s < sizes.size(); ++s) {
      std::set<std::pair<int64_t, int64_t>> blocks;
      int64_t elements = 0;
      for (const auto &[place, value] :
           collect<float>(*load((*parts)[s], composite.parts[s].format))) {
        blocks.insert(
            {place[0] / sizes[s].outputs, place[1] / sizes[s].inputs});
        ++elements;
      }
      ASSERT_EQ(counts.blocks[s], int64_t(blocks.size())) << trial;
      ASSERT_EQ(counts.elements[s], elements) << trial;
      cost += sizes[s].cost * double(blocks.size());
      if (elements)
        taken.insert(s);
    }
    ASSERT_EQ(counts.cost, cost) << trial;
  }
  EXPECT_EQ(taken.size(), 3u);
}
