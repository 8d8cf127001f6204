//===- MaskTest.cpp - the laws of masks -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Mask/Mask.h"

#include "gtest/gtest.h"
#include <random>

using namespace spindle;

/// A mask of `shape` with random cells on a grid of random blocks.
static Mask makeMask(std::mt19937 &random, const MaskSizes &shape) {
  MaskSizes block(shape.size()), grid(shape.size());
  int64_t cells = 1;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    block[dim] = 1 + random() % (shape[dim] + 1);
    grid[dim] = getNumBlocks(shape[dim], block[dim]);
    cells *= grid[dim];
  }
  std::vector<uint8_t> values(cells);
  for (uint8_t &value : values)
    value = random() % 3 == 0;
  return Mask::ofCells(shape, block, values);
}

/// Calls `check` for 300 pairs of masks of one shape, one of them without
/// elements now and then.
template <typename Check> static void forPairs(Check check) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    MaskSizes shape(random() % 4);
    for (int64_t &size : shape)
      size = random() % 20 == 0 ? 0 : 1 + random() % 9;
    SCOPED_TRACE(round);
    check(makeMask(random, shape), makeMask(random, shape));
  }
}

template <typename Check>
static void forElements(const MaskSizes &shape, Check check) {
  MaskSizes element(shape.size(), 0);
  for (int64_t size : shape)
    if (size == 0)
      return;
  do
    check(element);
  while (nextIndex(element, shape));
}

TEST(Mask, CombinesElementByElement) {
  forPairs([](const Mask &a, const Mask &b) {
    Mask both = a & b, either = a | b, others = ~a;
    forElements(a.getShape(), [&](const MaskSizes &element) {
      EXPECT_EQ(both.has(element), a.has(element) && b.has(element));
      EXPECT_EQ(either.has(element), a.has(element) || b.has(element));
      EXPECT_NE(others.has(element), a.has(element));
    });
  });
}

TEST(Mask, IsOneForEachSetOfElements) {
  forPairs([](const Mask &a, const Mask &b) {
    // By single elements.
    MaskSizes ones(a.getShape().size(), 1);
    EXPECT_EQ(Mask::ofCells(a.getShape(), ones, a.getCellsOver(ones)), a);
    EXPECT_EQ(~~a, a);
    EXPECT_EQ(~(a & b), ~a | ~b);
    EXPECT_EQ((a | b) & a, a);
    EXPECT_EQ(a | ~a, Mask::all(a.getShape()));
    EXPECT_EQ(a & ~a, Mask::none(a.getShape()));
    EXPECT_TRUE((a | b).contains(a));
    EXPECT_EQ(a.contains(b), (a & b) == b);
  });
}

TEST(Mask, CountsElements) {
  forPairs([](const Mask &a, const Mask &) {
    int64_t count = 0;
    forElements(a.getShape(),
                [&](const MaskSizes &element) { count += a.has(element); });
    EXPECT_EQ(a.count(), count);
    EXPECT_EQ(a.isNone(), count == 0);
    if (a.getNumElements() > 0)
      EXPECT_EQ(a.isAll(), count == a.getNumElements());
  });
}

TEST(Mask, HasTheLargestBlocks) {
  forPairs([](const Mask &a, const Mask &) {
    for (size_t dim = 0; dim < a.getShape().size(); ++dim) {
      MaskSizes larger = a.getBlock();
      if (!a.variesIn(dim) || a.getNumElements() == 0)
        continue;
      // Any other block of which this one is a part has elements that differ.
      for (int64_t block = larger[dim] + 1; block <= a.getShape()[dim];
           ++block) {
        bool same = true;
        forElements(a.getShape(), [&](MaskSizes element) {
          bool value = a.has(element);
          element[dim] = element[dim] / block * block;
          same &= a.has(element) == value;
        });
        EXPECT_FALSE(same && block % larger[dim] == 0) << block;
      }
    }
  });
}

TEST(Mask, SpreadsOverADimension) {
  forPairs([](const Mask &a, const Mask &) {
    for (size_t dim = 0; dim < a.getShape().size(); ++dim) {
      Mask spread = a.spreadOver(dim);
      EXPECT_FALSE(spread.variesIn(dim));
      EXPECT_TRUE(spread.contains(a));
      forElements(a.getShape(), [&](MaskSizes element) {
        bool any = false, value = spread.has(element);
        for (element[dim] = 0; element[dim] < a.getShape()[dim]; ++element[dim])
          any |= a.has(element);
        EXPECT_EQ(value, any);
      });
    }
  });
}

TEST(Mask, StoresAChannelVectorByItself) {
  Mask mask = Mask::ofCells({8, 4}, {8, 1}, {1, 0, 0, 1});
  EXPECT_EQ(mask.getCells().size(), 4u);
  EXPECT_EQ(mask.count(), 16);
  Mask blocks = Mask::ofCells({96, 64}, {32, 32}, {1, 0, 0, 1, 1, 1});
  EXPECT_EQ(blocks.getBlock(), (MaskSizes{32, 32}));
  EXPECT_EQ(blocks.getCells().size(), 6u);
}

TEST(Mask, GathersElements) {
  std::mt19937 random(3);
  forPairs([&](const Mask &a, const Mask &) {
    std::vector<MaskSizes> from(a.getShape().size());
    MaskSizes shape(from.size());
    bool outside = random() % 2;
    for (size_t dim = 0; dim < from.size(); ++dim) {
      from[dim].resize(shape[dim] = random() % 8);
      for (int64_t &source : from[dim])
        source = int64_t(random() % (a.getShape()[dim] + 1)) - 1;
    }
    Mask gathered = a.gather(from, outside);
    forElements(shape, [&](const MaskSizes &element) {
      MaskSizes source(element.size());
      bool inside = true;
      for (size_t dim = 0; dim < source.size(); ++dim)
        inside &= (source[dim] = from[dim][element[dim]]) >= 0;
      EXPECT_EQ(gathered.has(element), inside ? a.has(source) : outside);
    });
  });
}

TEST(Mask, GathersWholeBlocks) {
  Mask none = Mask::none({4});
  EXPECT_EQ(none.gather({{-1, -1, 0, 1, 2, 3}}, true).getBlock(), MaskSizes{2});
  Mask half = Mask::ofCells({4}, {2}, {1, 0});
  EXPECT_EQ(half.gather({{2, 3, 0, 1}}, false).getBlock(), MaskSizes{2});
  EXPECT_EQ(half.gather({{0, 1}}, false).getBlock(), MaskSizes{2});
  EXPECT_EQ(half.gather({{1, 2}}, false).getBlock(), MaskSizes{1});
}

TEST(Mask, IsReshapedInTheOrderOfElements) {
  std::mt19937 random(5);
  const std::vector<MaskSizes> shapes[] = {
      {{24},
       {2, 12},
       {2, 3, 4},
       {6, 4},
       {1, 24, 1},
       {4, 6},
       {8, 3},
       {3, 2, 2, 2}},
      {{5, 36}, {5, 6, 6}, {180}, {5, 2, 18}, {15, 12}, {5, 36, 1}},
      {{}, {1}, {1, 1}},
      {{0, 3}, {3, 0}, {0}}};
  for (const std::vector<MaskSizes> &same : shapes)
    for (const MaskSizes &from : same)
      for (const MaskSizes &to : same)
        for (int round = 0; round < 20; ++round) {
          Mask mask = makeMask(random, from), moved = mask.reshape(to);
          EXPECT_EQ(moved.getShape(), to);
          EXPECT_EQ(moved.count(), mask.count());
          MaskSizes element(from.size(), 0), other(to.size(), 0);
          if (mask.getNumElements() == 0)
            continue;
          do {
            EXPECT_EQ(mask.has(element), moved.has(other));
            nextIndex(other, to);
          } while (nextIndex(element, from));
        }
}

TEST(Mask, KeepsBlocksWhereHeadsAreSplit) {
  // Features 0 to 63 of 128 in each of 16 tokens become head 0 of two.
  Mask mask = Mask::ofCells({16, 128}, {16, 64}, {1, 0});
  Mask heads = mask.reshape({16, 2, 64});
  EXPECT_EQ(heads.getBlock(), (MaskSizes{16, 1, 64}));
  EXPECT_EQ(heads.reshape({16, 128}), mask);
}
