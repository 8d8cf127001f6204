//===- LayoutTest.cpp - laws of the layout rule ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is right if it gives every cell of the axes' space a cell of the
// storage of its own, inside the storage's sizes, and leaves none unused: over
// random trees of all kinds of axes, all cells are counted one by one.
//
//===----------------------------------------------------------------------===//

#include "Space.h"

#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace spindle::axis;
using spindle::sparse::Entry;
using spindle::sparse::Space;

namespace {

/// The dimensions of the storage of a space; none where the rule refuses it, at
/// the entry `fault`.
std::optional<SmallVector<int64_t>> getDims(Space &space,
                                            int64_t *fault = nullptr) {
  int64_t ignored;
  FailureOr<Layout> layout = computeLayout(space.makeAxes(), space.getParents(),
                                           fault ? *fault : ignored);
  if (failed(layout))
    return std::nullopt;
  return layout->dims;
}

using Dims = SmallVector<int64_t>;

TEST(LayoutTest, CsrIsOneRunOfPositions) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 3);
  space.addVariable(AxisKind::SparseVariable, 0, {2, 0, 1});
  EXPECT_EQ(getDims(space), Dims({1}));
}

TEST(LayoutTest, BlocksKeepTheirDimensions) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);            // IO
  space.addVariable(AxisKind::SparseVariable, 0, {1, 2}); // JO of IO
  space.addFixed(AxisKind::DenseFixed, 0, 4);             // II of IO
  space.addFixed(AxisKind::DenseFixed, 1, 8);             // JI of JO
  EXPECT_EQ(getDims(space), Dims({1, 2, 3}));
}

TEST(LayoutTest, EllKeepsItsWidth) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);
  space.addFixed(AxisKind::SparseFixed, 0, 8);
  EXPECT_EQ(getDims(space), Dims({0, 1}));
}

TEST(LayoutTest, SellIsSlotsByRowsOfAPanel) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);           // PO
  space.addVariable(AxisKind::DenseVariable, 0, {3, 1}); // S of PO
  space.addFixed(AxisKind::DenseFixed, 0, 4);            // PI of PO
  space.addThin(AxisKind::Singleton, {2});               // I of PI
  space.addThin(AxisKind::Singleton, {0, 1, 2});         // J of (S, PI)
  EXPECT_EQ(getDims(space), Dims({1, 2}));
}

TEST(LayoutTest, ARaggedBatchIsOneRunOfPairs) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);           // B
  space.addVariable(AxisKind::DenseVariable, 0, {3, 1}); // I of B
  space.addVariable(AxisKind::DenseVariable, 0, {2, 2}); // J of B
  space.addThin(AxisKind::Product, {0, 1, 2});
  EXPECT_EQ(getDims(space), Dims({3}));
  EXPECT_EQ(space.getSize(3), 3 * 2 + 1 * 2);
}

TEST(LayoutTest, RootsOpenADimensionWhateverTheirKind) {
  Space space;
  space.addVariable(AxisKind::SparseVariable, -1, {5}); // E
  space.addThin(AxisKind::Singleton, {0});              // J of E
  space.addVariable(AxisKind::DenseVariable, -1, {2});  // K
  EXPECT_EQ(getDims(space), Dims({0, 2}));
}

TEST(LayoutTest, AnOccupancyOpensNone) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);
  space.addFixed(AxisKind::DenseFixed, -1, 3);
  space.addThin(AxisKind::Occupancy, {0, 1});
  EXPECT_EQ(getDims(space), Dims({0, 1}));
}

TEST(LayoutTest, RefusesToCloseAnotherFibresDimension) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);            // I
  space.addVariable(AxisKind::SparseVariable, 0, {1, 2}); // J of I
  space.addVariable(AxisKind::SparseVariable, 0, {2, 1}); // K: J has I's slot
  int64_t fault = -1;
  EXPECT_FALSE(getDims(space, &fault));
  EXPECT_EQ(fault, 2);
}

TEST(LayoutTest, RefusesToCloseTheDimensionOfAProduct) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);            // B
  space.addVariable(AxisKind::DenseVariable, 0, {3, 1});  // I of B
  space.addVariable(AxisKind::DenseVariable, 0, {2, 2});  // J of B
  space.addThin(AxisKind::Product, {0, 1, 2});            // IJ
  space.addVariable(AxisKind::SparseVariable, 0, {1, 1}); // L: IJ has B's slot
  int64_t fault = -1;
  EXPECT_FALSE(getDims(space, &fault));
  EXPECT_EQ(fault, 4);
}

TEST(LayoutTest, SizesAreTheStaticWidths) {
  Space space;
  space.addFixed(AxisKind::DenseFixed, -1, 2);
  space.addVariable(AxisKind::SparseVariable, 0, {1, 2});
  space.addFixed(AxisKind::SparseFixed, 1, 8);
  space.addFixed(AxisKind::DenseFixed, -1, 3);
  int64_t fault;
  FailureOr<Layout> layout =
      computeLayout(space.makeAxes(), space.getParents(), fault);
  ASSERT_TRUE(succeeded(layout));
  EXPECT_EQ(layout->getShape(), Dims({ShapedType::kDynamic, 8, 3}));
}

//===----------------------------------------------------------------------===//
// Random trees
//===----------------------------------------------------------------------===//

/// Draws trees of axes.
struct RandomTrees {
  std::mt19937 random{7};

  int64_t draw(int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random);
  }

  /// Two entries that have one only parent in common or are roots, variable
  /// ones under a parent for a product; none where there are no two.
  std::optional<std::pair<int64_t, int64_t>> drawSiblings(const Space &space,
                                                          bool isProduct) {
    SmallVector<std::pair<int64_t, int64_t>> pairs;
    for (int64_t first = 0; first < space.getCount(); ++first)
      for (int64_t second = 0; second < space.getCount(); ++second) {
        const Entry &a = space.entries[first], &b = space.entries[second];
        bool fits = first != second && a.parents.size() <= 1 &&
                    a.parents == b.parents &&
                    (!isProduct || (a.isVariable() && b.isVariable() &&
                                    a.parents.size() == 1));
        if (fits)
          pairs.emplace_back(first, second);
      }
    if (pairs.empty())
      return std::nullopt;
    return pairs[draw(0, pairs.size() - 1)];
  }

  /// Adds a product or a singleton of two, the factors of a product first where
  /// there are none.
  void addJoin(Space &space) {
    bool isProduct = draw(0, 1);
    auto siblings = drawSiblings(space, isProduct);
    int64_t parent = draw(-1, space.getCount() - 1);
    if (!siblings && isProduct && parent >= 0 && space.mayBeParent(parent)) {
      addVariable(space, parent);
      addVariable(space, parent);
      siblings = {space.getCount() - 2, space.getCount() - 1};
    }
    if (!siblings)
      return;
    SmallVector<int64_t, 2> parents = space.entries[siblings->first].parents;
    parents.push_back(siblings->first);
    parents.push_back(siblings->second);
    space.addThin(isProduct ? AxisKind::Product : AxisKind::Singleton, parents);
  }

  void addVariable(Space &space, int64_t parent) {
    std::vector<int64_t> fibres(parent < 0 ? 1 : space.getSize(parent));
    for (int64_t &length : fibres)
      length = draw(0, 3);
    space.addVariable(draw(0, 1) ? AxisKind::DenseVariable
                                 : AxisKind::SparseVariable,
                      parent, fibres);
  }

  /// Adds an axis under an entry, or a root.
  void addChild(Space &space) {
    int64_t parent = draw(-1, space.getCount() - 1);
    if (parent >= 0 && !space.mayBeParent(parent))
      return;
    int64_t kind = draw(0, 4);
    if (kind == 4 && parent >= 0)
      space.addThin(AxisKind::Singleton, {parent});
    else if (kind >= 2)
      addVariable(space, parent);
    else
      space.addFixed(kind ? AxisKind::DenseFixed : AxisKind::SparseFixed,
                     parent, draw(0, 3));
  }

  Space make() {
    Space space;
    for (int64_t step = 0, steps = draw(1, 6); step < steps; ++step)
      draw(0, 3) ? addChild(space) : addJoin(space);
    return space;
  }
};

/// In random trees every cell has one of the storage of its own, within the
/// sizes, and every cell of the storage is used.
TEST(LayoutTest, CellsAreOneToOne) {
  RandomTrees trees;
  int64_t laidOut = 0, products = 0, singletons = 0;
  for (int64_t trial = 0; trial < 2000; ++trial) {
    Space space = trees.make();
    std::optional<Dims> dims = getDims(space);
    if (!dims)
      continue;
    ++laidOut;
    for (const Entry &entry : space.entries) {
      products += entry.kind == AxisKind::Product;
      singletons += entry.parents.size() > 1;
    }
    int64_t expected = 1, count = 0;
    for (int64_t entry : *dims)
      expected *= space.getBound(entry);
    std::set<std::vector<int64_t>> cells;
    space.visitCells(
        [&](ArrayRef<int64_t> positions, ArrayRef<int64_t> offsets) {
          std::vector<int64_t> cell;
          for (int64_t entry : *dims) {
            bool byOffset = space.entries[entry].isFixed();
            cell.push_back(byOffset ? offsets[entry] : positions[entry]);
            EXPECT_LT(cell.back(), space.getBound(entry));
          }
          cells.insert(cell);
          ++count;
        });
    EXPECT_EQ(int64_t(cells.size()), count);
    EXPECT_EQ(count, expected);
  }
  EXPECT_GT(laidOut, 500);
  EXPECT_GT(products, 100);
  EXPECT_GT(singletons, 100);
}

} // namespace
