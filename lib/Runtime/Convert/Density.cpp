//===- Density.cpp - Where the elements of a matrix are -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Density.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Storage/StorageWalk.h"

#include <algorithm>

using namespace spindle::runtime;

/// `count` cut into pieces of `side`.
static int64_t countPieces(int64_t count, int64_t side) {
  return (count - 1) / side + 1;
}

Density::Density(const std::vector<int64_t> &shape, int64_t most)
    : side(countPieces(std::max(shape[0], shape[1]), most)) {
  rows = countPieces(shape[0], side);
  cols = countPieces(shape[1], side);
  elements.resize(rows * cols);
}

std::optional<Error> spindle::runtime::addDensity(const Storage &storage,
                                                  const Format &format,
                                                  Density &density,
                                                  int64_t most) {
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  if (!plan)
    return plan.takeError();
  StorageSizes sizes;
  if (auto error = checkShapes(*plan, storage, sizes))
    return error;
  int64_t values = storage.values.size();
  // There may be any number of fibres without cells.
  if (values == 0)
    return std::nullopt;
  StorageWalk walk(*plan, sizes, storage);
  std::vector<int64_t> strides = getStrides(*plan, sizes, plan->dims);
  const bool *bits =
      storage.bitmap.data() ? storage.bitmap.as<bool>() : nullptr;
  double found = 0;
  auto add = [&](double weight) {
    if (bits && !bits[walk.address(plan->dims, strides)])
      return true;
    int64_t square = density.find(walk.dim(0), walk.dim(1));
    // Arrays that are shared may have been written since they were checked.
    if (square < 0 || square >= int64_t(density.elements.size()))
      return true;
    density.elements[square] += weight;
    found += weight;
    return true;
  };
  bool isSampled = values > most;
  if (isSampled)
    walk.runSample(most, add);
  else
    walk.run([&] { return add(1); });
  bool isKnown = !mayLackCells(*plan);
  density.total += isKnown ? double(values) : found;
  density.isTotalExact &= isKnown || !isSampled;
  return std::nullopt;
}
