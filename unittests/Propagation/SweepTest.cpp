//===- SweepTest.cpp - sweeps against all iterations ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace spindle;

namespace {
/// Random sweeps of up to four dimensions, with sums of two of them, and up to
/// three inputs.
class SweepMaker {
public:
  SweepMaker(MLIRContext *context, unsigned seed)
      : context(context), random(seed) {}

  int64_t pick(int64_t below) { return random() % below; }

  /// Fills `shape` with what holds the map's indices.
  AffineMap makeMap(const MaskSizes &sizes, MaskSizes &shape, bool sums) {
    SmallVector<AffineExpr> exprs;
    unsigned dims = sizes.size();
    for (int64_t i = pick(4); i > 0; --i) {
      unsigned dim = pick(dims), other = pick(dims);
      AffineExpr expr = getAffineDimExpr(dim, context);
      int64_t size = sizes[dim];
      if (sums && pick(3) == 0) {
        int64_t stride = 1 + pick(2), shift = pick(2);
        expr = expr * stride + getAffineDimExpr(other, context) + shift;
        size = (sizes[dim] - 1) * stride + sizes[other] + shift + pick(2);
      } else if (pick(5) == 0) {
        expr = getAffineConstantExpr(0, context);
        size = 1;
      }
      exprs.push_back(expr);
      shape.push_back(size);
    }
    return AffineMap::get(dims, 0, exprs, context);
  }

  Mask makeMask(const MaskSizes &shape) {
    MaskSizes block(shape.size());
    int64_t cells = 1;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      block[dim] = pick(3) ? shape[dim] : 1 + pick(shape[dim]);
      cells *= getNumBlocks(shape[dim], block[dim]);
    }
    std::vector<uint8_t> values(cells);
    for (uint8_t &value : values)
      value = pick(2);
    return Mask::ofCells(shape, block, values);
  }

private:
  MLIRContext *context;
  std::mt19937 random;
};
} // namespace

static MaskSizes indexAt(AffineMap map, const MaskSizes &point) {
  SmallVector<int64_t> index = map.compose(ArrayRef<int64_t>(point));
  return MaskSizes(index.begin(), index.end());
}

/// The elements, by all iterations.
static Mask findOneByOne(const Sweep &sweep, AffineMap map,
                         const MaskSizes &shape,
                         llvm::function_ref<bool(ArrayRef<bool>)> holds) {
  int64_t size = 1;
  for (int64_t elements : shape)
    size *= elements;
  std::vector<uint8_t> found(size, 0);
  MaskSizes point(sweep.sizes.size(), 0);
  do {
    SmallVector<bool> bits;
    for (const SweepInput &input : sweep.inputs)
      bits.push_back(input.mask.has(indexAt(input.map, point)));
    if (holds(bits))
      found[getLinearIndex(indexAt(map, point), shape)] = 1;
  } while (nextIndex(point, sweep.sizes));
  return Mask::ofCells(shape, MaskSizes(shape.size(), 1), found);
}

TEST(Sweep, FindsWhatAllIterationsFind) {
  MLIRContext context;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    SweepMaker make(&context, seed);
    Sweep sweep;
    for (int64_t dims = 1 + make.pick(4); dims > 0; --dims)
      sweep.sizes.push_back(1 + make.pick(6));
    for (int i = 0; i < 3; ++i) {
      MaskSizes shape;
      AffineMap map = make.makeMap(sweep.sizes, shape, true);
      sweep.inputs.push_back({make.makeMask(shape), map});
    }
    MaskSizes shape;
    bool sums = make.pick(2);
    AffineMap map = make.makeMap(sweep.sizes, shape, sums);
    Conditions conditions;
    // a and b, or c.
    unsigned condition = conditions.getOr(
        conditions.getAnd(conditions.getInput(0), conditions.getInput(1)),
        conditions.getInput(2));
    Mask expected = findOneByOne(sweep, map, shape, [](ArrayRef<bool> bits) {
      return (bits[0] && bits[1]) || bits[2];
    });
    Mask found = findElements(sweep, conditions, condition, map, shape);
    EXPECT_EQ(found, expected);
  }
}

TEST(Sweep, HasNothingWithoutIterations) {
  MLIRContext context;
  AffineMap map = AffineMap::getMultiDimIdentityMap(2, &context);
  Sweep sweep{{3, 0}, {{Mask::all({3, 0}), map}}};
  Conditions conditions;
  AffineMap rows = map.getSubMap({0});
  EXPECT_TRUE(findElements(sweep, conditions, conditions.getTrue(), rows, {3})
                  .isNone());
}

// Conditions that share others are visited once, not by each path.
TEST(Sweep, VisitsSharedConditionsOnce) {
  MLIRContext context;
  AffineMap map = AffineMap::getMultiDimIdentityMap(1, &context);
  Mask mask = Mask::ofCells({4}, {1}, {1, 0, 1, 1});
  Sweep sweep{{4}, {{mask, map}, {Mask::all({4}), map}}};
  Conditions conditions;
  unsigned last = conditions.getInput(0), next = conditions.getInput(1);
  for (int i = 0; i <= 100; ++i) {
    unsigned sum =
        i % 2 ? conditions.getOr(last, next) : conditions.getAnd(last, next);
    last = std::exchange(next, sum);
  }
  EXPECT_EQ(findElements(sweep, conditions, next, map, {4}), mask);
}
