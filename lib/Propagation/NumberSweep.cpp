//===- NumberSweep.cpp - numbers over an iteration space ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberSweep.h"
#include "LinearMap.h"
#include "ScalarNumbers.h"

#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace spindle;

/// Steps of a sweep at most.
static constexpr int64_t kMostBlockSteps = int64_t(1) << 24;

namespace {
/// Where an input's cells are, at an iteration.
class InputReader {
public:
  InputReader(const NumberInput &input, unsigned numDims)
      : input(input), ofType(addType(input.type, Number())),
        ofZero(addType(input.type, addZero(input.type, Number()))) {
    for (unsigned dim = 0; dim < input.map.getNumResults(); ++dim)
      if (input.numbers.variesIn(dim) || input.zero.variesIn(dim))
        exprs.push_back(
            {dim, getLinearExpr(input.map.getResult(dim), numDims)});
    index.assign(input.map.getNumResults(), 0);
  }

  /// Has blocks of `step` divide what varies; 0 is a whole dimension.
  void divide(MaskSizes &step) const {
    for (const auto &[dim, expr] : exprs) {
      std::optional<unsigned> one = expr ? expr->getDim() : std::nullopt;
      for (unsigned of = 0; of < step.size(); ++of)
        if (one == of)
          step[of] = std::gcd(step[of], getBlock(dim));
        else if (!one && input.map.getResult(dim).isFunctionOfDim(of))
          step[of] = 1;
    }
  }

  Number read(const MaskSizes &point) {
    for (const auto &[dim, expr] : exprs)
      index[dim] =
          expr
              ? getIndex(*expr, point)
              : input.map.getSubMap({dim}).compose(ArrayRef<int64_t>(point))[0];
    const Number &number = input.numbers.at(index);
    bool isZero = input.zero.has(index) || number.width.isZero();
    const Number &other = isZero ? ofZero : ofType;
    return number.isUnknown() ? other : number.meet(other);
  }

private:
  int64_t getBlock(unsigned dim) const {
    int64_t block = 0;
    if (input.numbers.variesIn(dim))
      block = input.numbers.getBlock()[dim];
    return input.zero.variesIn(dim)
               ? std::gcd(block, input.zero.getBlock()[dim])
               : block;
  }

  static int64_t getIndex(const LinearExpr &expr, const MaskSizes &point) {
    int64_t index = expr.constant;
    for (auto [coefficient, at] : llvm::zip_equal(expr.coefficients, point))
      index += coefficient * at;
    return index;
  }

  const NumberInput &input;
  /// What is known of each, and of what is 0.
  Number ofType, ofZero;
  SmallVector<std::pair<unsigned, std::optional<LinearExpr>>> exprs;
  MaskSizes index;
};

/// The blocks of some dimensions of a space, in order.
class BlockWalk {
public:
  BlockWalk(const MaskSizes &sizes, const MaskSizes &step,
            ArrayRef<unsigned> dims)
      : sizes(sizes), dims(dims) {
    for (unsigned dim : dims) {
      block.push_back(step[dim] ? step[dim] : sizes[dim]);
      grid.push_back(getNumBlocks(sizes[dim], block.back()));
    }
  }

  /// Calls `visit` with the number of iterations of each block, the first of
  /// which is set in `point`, until it returns false.
  template <typename Visit> void run(MaskSizes &point, Visit visit) const {
    MaskSizes cell(dims.size(), 0);
    do {
      int64_t times = 1;
      for (auto [at, dim] : llvm::enumerate(dims)) {
        point[dim] = cell[at] * block[at];
        times *= std::min(block[at], sizes[dim] - point[dim]);
      }
      if (!visit(times))
        return;
    } while (nextIndex(cell, grid));
  }

  int64_t getNumBlocksInAll() const {
    return std::accumulate(grid.begin(), grid.end(), int64_t(1),
                           std::multiplies<int64_t>());
  }

private:
  const MaskSizes &sizes;
  SmallVector<unsigned> dims;
  MaskSizes block, grid;
};
} // namespace

/// Makes blocks of the reduced dimensions `dims` follow one another as their
/// iterations do: behind one that is divided, others are whole.
static void orderBlocks(MaskSizes &step, ArrayRef<unsigned> dims) {
  bool isBehind = true;
  for (unsigned dim : llvm::reverse(dims)) {
    if (!isBehind)
      step[dim] = 1;
    isBehind &= step[dim] == 0;
  }
}

/// The grid that has a cell for each block of `walk`, at the map of `init`.
static Numbers makeGrid(const NumberInput &init, const MaskSizes &sizes,
                        const MaskSizes &step, ArrayRef<unsigned> kept,
                        const std::vector<Number> &cells) {
  MaskSizes block = init.numbers.getShape(), strides(sizes.size(), 0);
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(kept)) {
    strides[dim] = stride;
    stride *= getNumBlocks(sizes[dim], step[dim] ? step[dim] : sizes[dim]);
  }
  MaskSizes grid(block.size());
  for (unsigned dim = 0; dim < block.size(); ++dim) {
    unsigned of = init.map.getDimPosition(dim);
    block[dim] = step[of] ? step[of] : sizes[of];
    grid[dim] = getNumBlocks(sizes[of], block[dim]);
  }
  std::vector<Number> permuted;
  MaskSizes cell(grid.size(), 0);
  do {
    int64_t at = 0;
    for (unsigned dim = 0; dim < grid.size(); ++dim)
      at += cell[dim] * strides[init.map.getDimPosition(dim)];
    permuted.push_back(cells[at]);
  } while (nextIndex(cell, grid));
  return Numbers::ofCells(init.numbers.getShape(), block, std::move(permuted));
}

std::optional<SmallVector<Numbers>>
spindle::sweepNumbers(const MaskSizes &sizes, ArrayRef<NumberInput> inputs,
                      ArrayRef<NumberInput> inits,
                      ArrayRef<NumberInput> results, BodyNumbers &body) {
  SmallVector<unsigned> kept, reduced;
  for (unsigned dim = 0; dim < sizes.size(); ++dim)
    (inits[0].map.isFunctionOfDim(dim) ? kept : reduced).push_back(dim);
  MaskSizes step(sizes.size(), 0);
  SmallVector<InputReader> readers, starts, ends;
  for (const NumberInput &input : inputs)
    readers.emplace_back(input, sizes.size()).divide(step);
  for (const NumberInput &init : inits)
    starts.emplace_back(init, sizes.size()).divide(step);
  for (const NumberInput &result : results)
    ends.emplace_back(result, sizes.size()).divide(step);
  orderBlocks(step, reduced);
  BlockWalk outer(sizes, step, kept), inner(sizes, step, reduced);
  if (outer.getNumBlocksInAll() > kMostBlockSteps)
    return std::nullopt;
  SmallVector<std::vector<Number>> cells(inits.size());
  MaskSizes point(sizes.size(), 0);
  int64_t steps = 0;
  auto readAll = [&](SmallVector<InputReader> &of) {
    return llvm::map_to_vector(
        of, [&](InputReader &reader) { return reader.read(point); });
  };
  outer.run(point, [&](int64_t) {
    for (unsigned dim : reduced)
      point[dim] = 0;
    body.start(readAll(starts), readAll(ends));
    inner.run(point, [&](int64_t times) {
      body.step(readAll(readers), times);
      return ++steps <= kMostBlockSteps && !body.isDone();
    });
    for (auto [result, number] : llvm::zip_equal(cells, body.finish()))
      result.push_back(number);
    return steps <= kMostBlockSteps;
  });
  if (steps > kMostBlockSteps)
    return std::nullopt;
  SmallVector<Numbers> grids;
  for (auto [init, found] : llvm::zip_equal(inits, cells))
    grids.push_back(makeGrid(init, sizes, step, kept, found));
  return grids;
}

Numbers spindle::moveNumbers(const MaskSizes &sizes, const NumberInput &source,
                             AffineMap map, const MaskSizes &shape) {
  MaskSizes step(sizes.size(), 0), block(shape.size()), grid(shape.size());
  InputReader reader(source, sizes.size());
  reader.divide(step);
  int64_t size = 1;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    unsigned of = map.getDimPosition(dim);
    block[dim] = step[of] ? step[of] : sizes[of];
    size *= grid[dim] = getNumBlocks(shape[dim], block[dim]);
  }
  auto all = llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
  BlockWalk walk(sizes, step, all);
  std::vector<Number> cells(size);
  MaskSizes point(sizes.size(), 0), cell(shape.size());
  walk.run(point, [&](int64_t) {
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      cell[dim] = point[map.getDimPosition(dim)] / block[dim];
    Number &to = cells[getLinearIndex(cell, grid)];
    to = to.meet(removeType(source.type, reader.read(point)));
    return true;
  });
  return Numbers::ofCells(shape, block, std::move(cells));
}
