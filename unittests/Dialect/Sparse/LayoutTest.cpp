//===- LayoutTest.cpp - laws of the layout rule ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is right if it gives every element of the axes' space a cell of its
// own, inside the storage's sizes: over random trees, all elements are
// counted one by one and their cells compared.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Layout.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>
#include <set>

using namespace mlir;
using namespace spindle::sparse;
using spindle::axis::AxisType;
using spindle::axis::DenseFixedOp;
using spindle::axis::SparseVariableOp;

namespace {

/// Axes in a module, and the lengths of their fibres.
class LayoutTest : public ::testing::Test {
protected:
  LayoutTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect, memref::MemRefDialect,
                        spindle::axis::AxisDialect, SparseDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }

  /// Adds a dense axis of `width` under entry `parent` (-1: a root).
  void addDense(int64_t parent, int64_t width) {
    Location loc = builder.getUnknownLoc();
    Value extent = arith::ConstantIndexOp::create(builder, loc, width);
    add(parent,
        DenseFixedOp::create(builder, loc, AxisType::getDense(&context), extent,
                             parent < 0 ? Value() : axes[parent]));
    lengths.push_back({width});
  }

  /// Adds a sparse axis under entry `parent` with these fibres.
  void addSparse(int64_t parent, std::vector<int64_t> fibres) {
    Location loc = builder.getUnknownLoc();
    auto type = MemRefType::get(ShapedType::kDynamic, builder.getI32Type());
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value memory = memref::AllocOp::create(builder, loc, type, zero);
    auto axis = AxisType::getSparse(builder.getI32Type(), builder.getI32Type(),
                                    true, true);
    add(parent, SparseVariableOp::create(builder, loc, axis, zero, axes[parent],
                                         memory, memory));
    lengths.push_back(std::move(fibres));
  }

  /// The number of positions of an axis.
  int64_t size(int64_t entry) const {
    if (!isDense(entry))
      return std::accumulate(lengths[entry].begin(), lengths[entry].end(),
                             int64_t(0));
    int64_t parent = parents[entry];
    return lengths[entry][0] * (parent < 0 ? 1 : size(parent));
  }

  bool isDense(int64_t entry) const {
    return cast<AxisType>(axes[entry].getType()).isDense();
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  SmallVector<Value> axes;
  SmallVector<int64_t> parents;
  /// Per entry: the width of a dense axis, the length of each fibre of another.
  std::vector<std::vector<int64_t>> lengths;

private:
  void add(int64_t parent, Value axis) {
    axes.push_back(axis);
    parents.push_back(parent);
  }
};

/// Visits every element of the space of a test's axes.
struct Elements {
  ArrayRef<int64_t> parents;
  const std::vector<std::vector<int64_t>> &lengths;
  llvm::function_ref<bool(int64_t)> isDense;
  llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<int64_t>)> visit;
  SmallVector<int64_t> positions = {}, offsets = {};

  void run() {
    size_t entry = positions.size();
    if (entry == parents.size())
      return visit(positions, offsets);
    int64_t under = parents[entry] < 0 ? 0 : positions[parents[entry]];
    const std::vector<int64_t> &fibres = lengths[entry];
    bool dense = isDense(entry);
    int64_t length = dense ? fibres[0] : fibres[under];
    int64_t begin = dense ? under * fibres[0]
                          : std::accumulate(fibres.begin(),
                                            fibres.begin() + under, int64_t(0));
    for (int64_t offset = 0; offset < length; ++offset) {
      positions.push_back(begin + offset);
      offsets.push_back(offset);
      run();
      positions.pop_back();
      offsets.pop_back();
    }
  }
};

TEST_F(LayoutTest, CsrIsOneRunOfPositions) {
  addDense(-1, 3);
  addSparse(0, {2, 0, 1});
  int64_t fault;
  FailureOr<Layout> layout = computeLayout(axes, parents, fault);
  ASSERT_TRUE(succeeded(layout));
  EXPECT_EQ(layout->dims, SmallVector<int64_t>({1}));
}

TEST_F(LayoutTest, BlocksKeepTheirDimensions) {
  addDense(-1, 2);      // IO
  addSparse(0, {1, 2}); // JO of IO
  addDense(0, 4);       // II of IO
  addDense(1, 8);       // JI of JO
  int64_t fault;
  FailureOr<Layout> layout = computeLayout(axes, parents, fault);
  ASSERT_TRUE(succeeded(layout));
  EXPECT_EQ(layout->dims, SmallVector<int64_t>({1, 2, 3}));
}

TEST_F(LayoutTest, RefusesToCloseAnotherFibresDimension) {
  addDense(-1, 2);      // I
  addSparse(0, {1, 2}); // J of I
  addSparse(0, {2, 1}); // K of I: J has been merged with I
  int64_t fault = -1;
  EXPECT_TRUE(failed(computeLayout(axes, parents, fault)));
  EXPECT_EQ(fault, 2);
}

/// In random trees every element has a cell of its own, within the sizes.
TEST_F(LayoutTest, CellsAreOneToOne) {
  std::mt19937 random(7);
  auto draw = [&](int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random);
  };
  int64_t laidOut = 0;
  for (int64_t trial = 0; trial < 300; ++trial) {
    axes.clear(), parents.clear(), lengths.clear();
    for (int64_t entry = 0, count = draw(1, 4); entry < count; ++entry) {
      int64_t parent = draw(-1, entry - 1);
      if (parent < 0 || draw(0, 1)) {
        addDense(parent, draw(0, 3));
        continue;
      }
      std::vector<int64_t> fibres(size(parent));
      for (int64_t &length : fibres)
        length = draw(0, 3);
      addSparse(parent, fibres);
    }
    int64_t fault;
    FailureOr<Layout> layout = computeLayout(axes, parents, fault);
    if (failed(layout))
      continue;
    ++laidOut;
    std::set<std::vector<int64_t>> cells;
    int64_t elements = 0;
    auto visit = [&](ArrayRef<int64_t> positions, ArrayRef<int64_t> offsets) {
      std::vector<int64_t> cell;
      for (int64_t entry : layout->dims) {
        cell.push_back(isDense(entry) ? offsets[entry] : positions[entry]);
        int64_t bound = isDense(entry) ? lengths[entry][0] : size(entry);
        EXPECT_LT(cell.back(), bound);
      }
      cells.insert(cell);
      ++elements;
    };
    auto dense = [&](int64_t entry) { return isDense(entry); };
    Elements{parents, lengths, dense, visit}.run();
    EXPECT_EQ(int64_t(cells.size()), elements);
  }
  EXPECT_GT(laidOut, 100);
}

} // namespace
