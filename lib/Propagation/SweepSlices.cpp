//===- SweepSlices.cpp - equal slices of an iteration space ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SweepSlices.h"
#include "LinearMap.h"

#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>
#include <string>

using namespace mlir;
using namespace spindle;

/// The indices below `size`.
static MaskSizes getAll(int64_t size) {
  MaskSizes all(size);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

static std::vector<MaskSizes> getAll(const MaskSizes &shape) {
  std::vector<MaskSizes> all;
  for (int64_t size : shape)
    all.push_back(getAll(size));
  return all;
}

/// Where `map` has `dim`, as one of its results, if at all.
static std::optional<unsigned> findResult(AffineMap map, unsigned dim) {
  for (auto [number, expr] : llvm::enumerate(map.getResults()))
    if (auto one = dyn_cast<AffineDimExpr>(expr))
      if (one.getPosition() == dim)
        return number;
  return std::nullopt;
}

/// Whether `map` has `dim` once at most, by itself, as an index of all elements
/// of `shape`; results at which `counts` does not hold do not matter.
static bool isAloneIn(AffineMap map, unsigned dim, int64_t size,
                      const MaskSizes &shape,
                      llvm::function_ref<bool(unsigned)> counts) {
  unsigned places = 0;
  for (auto [number, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(dim))
      continue;
    bool isDim = isa<AffineDimExpr>(expr);
    if (!isDim && !counts(number))
      continue;
    if (!isDim || shape[number] != size || ++places > 1)
      return false;
  }
  return true;
}

bool SweepSlices::isAlone(unsigned dim) const {
  int64_t size = sweep.sizes[dim];
  return isAloneIn(map, dim, size, shape, [](unsigned) { return true; }) &&
         llvm::all_of(used, [&](unsigned number) {
           const SweepInput &input = sweep.inputs[number];
           return isAloneIn(
               input.map, dim, size, input.mask.getShape(),
               [&](unsigned result) { return input.mask.variesIn(result); });
         });
}

/// The cells of each block of `mask` along `dim`, in order.
static std::vector<std::string> getSlices(const Mask &mask, unsigned dim) {
  MaskSizes grid = mask.getGrid(), cell(grid.size(), 0);
  std::vector<std::string> slices(grid[dim]);
  for (uint8_t value : mask.getCells()) {
    slices[cell[dim]].push_back(char(value));
    nextIndex(cell, grid);
  }
  return slices;
}

void SweepSlices::merge(unsigned dim) {
  int64_t size = sweep.sizes[dim];
  MaskSizes classes(size, 0);
  for (unsigned number : used) {
    const SweepInput &input = sweep.inputs[number];
    std::optional<unsigned> result = findResult(input.map, dim);
    if (!result || !input.mask.variesIn(*result))
      continue;
    std::vector<std::string> slices = getSlices(input.mask, *result);
    std::map<std::pair<int64_t, std::string>, int64_t> numbers;
    for (int64_t i = 0; i < size; ++i)
      classes[i] =
          numbers
              .insert({{classes[i], slices[i / input.mask.getBlock()[*result]]},
                       int64_t(numbers.size())})
              .first->second;
  }
  // The first of each class, which have been numbered in this order.
  MaskSizes kept;
  for (int64_t i = 0; i < size; ++i)
    if (classes[i] == int64_t(kept.size()))
      kept.push_back(i);
  if (int64_t(kept.size()) * 2 > size)
    return;
  sweep.sizes[dim] = kept.size();
  for (unsigned number : used) {
    SweepInput &input = sweep.inputs[number];
    if (std::optional<unsigned> result = findResult(input.map, dim)) {
      std::vector<MaskSizes> all = getAll(input.mask.getShape());
      all[*result] = kept;
      input.mask = input.mask.gather(all, false);
    }
  }
  if (std::optional<unsigned> result = findResult(map, dim)) {
    shape[*result] = kept.size();
    from[*result] = classes;
  }
}

SweepSlices::SweepSlices(Sweep &sweep, ArrayRef<unsigned> used, AffineMap map,
                         MaskSizes &shape)
    : sweep(sweep), used(used), map(map), shape(shape), from(getAll(shape)) {
  for (unsigned dim = 0; dim < sweep.sizes.size(); ++dim)
    if (sweep.sizes[dim] > 1 && isAlone(dim))
      merge(dim);
}
