//===- CooTensor.cpp - Sparse tensors as lists of entries -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/CooTensor.h"

#include "Spindle/Runtime/Storage/TensorCheck.h"

#include <atomic>
#include <cstring>

using namespace spindle::runtime;

Expected<CooTensor>
spindle::runtime::allocateEntries(std::vector<int64_t> shape, DType dtype,
                                  int64_t entries) {
  CooTensor tensor{std::move(shape), {}, {}};
  for (int64_t dim = 0; dim < tensor.rank(); ++dim) {
    Expected<Array> list = Array::allocate(DType::I64, {entries});
    if (!list)
      return list.takeError();
    tensor.coordinates.push_back(std::move(*list));
  }
  Expected<Array> values = Array::allocate(dtype, {entries});
  if (!values)
    return values.takeError();
  tensor.values = std::move(*values);
  return tensor;
}

CooTensor spindle::runtime::fromMatrix(const CooMatrix &matrix) {
  return {{matrix.rows, matrix.cols}, {matrix.row, matrix.col}, matrix.values};
}

Expected<CooMatrix> spindle::runtime::toMatrix(const CooTensor &tensor) {
  if (tensor.rank() != 2 || tensor.coordinates.size() != 2)
    return Error::expectedGot("a tensor of rank 2",
                              "rank " + std::to_string(tensor.rank()));
  return CooMatrix{tensor.shape[0], tensor.shape[1], tensor.coordinates[0],
                   tensor.coordinates[1], tensor.values};
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Checks that `list` has a coordinate in [0, extent) for each entry.
static std::optional<Error> checkCoordinates(const CooTensor &tensor,
                                             int64_t dim, Workers &workers) {
  const Array &list = tensor.coordinates[dim];
  std::string name = "dimension " + std::to_string(dim);
  if (list.dtype() != DType::I64)
    return Error::expectedGot("coordinates of i64 for " + name,
                              dtypeName(list.dtype()));
  if (list.rank() != 1 || list.size() != tensor.entries())
    return Error::expectedGot("coordinates of shape " +
                                  std::to_string(tensor.entries()) + " for " +
                                  name,
                              shapeText(list.shape()));
  const int64_t *coordinates = list.as<int64_t>();
  uint64_t extent = tensor.shape[dim];
  int64_t entries = list.size();
  std::atomic<bool> isOut{false};
  workers.split(entries, [&](int64_t, int64_t begin, int64_t end) {
    bool own = false;
    for (int64_t e = begin; e < end; ++e)
      own |= static_cast<uint64_t>(coordinates[e]) >= extent;
    if (own)
      isOut = true;
  });
  for (int64_t e = 0; isOut && e < entries; ++e)
    if (static_cast<uint64_t>(coordinates[e]) >= extent)
      return Error{"", 0,
                   "entry " + std::to_string(e) +
                       ": expected a coordinate of " + name + " in [0, " +
                       std::to_string(extent) + ") but got " +
                       std::to_string(coordinates[e])};
  return std::nullopt;
}

std::optional<Error> spindle::runtime::validate(const CooTensor &tensor,
                                                Workers &workers) {
  for (int64_t extent : tensor.shape)
    if (extent < 0)
      return Error::expectedGot("extents of at least 0",
                                shapeText(tensor.shape));
  if (tensor.values.rank() != 1)
    return Error::expectedGot("value array of rank 1",
                              "rank " + std::to_string(tensor.values.rank()));
  if (static_cast<int64_t>(tensor.coordinates.size()) != tensor.rank())
    return Error::expectedGot("coordinates of " +
                                  std::to_string(tensor.rank()) + " dimensions",
                              std::to_string(tensor.coordinates.size()));
  for (int64_t dim = 0; dim < tensor.rank(); ++dim)
    if (auto error = checkCoordinates(tensor, dim, workers))
      return error;
  return std::nullopt;
}

std::optional<Error> spindle::runtime::validate(const CooTensor &tensor) {
  Workers alone(/*threads=*/1, /*work=*/0);
  return validate(tensor, alone);
}

bool spindle::runtime::haveSameEntries(const CooTensor &left,
                                       const CooTensor &right) {
  if (left.shape != right.shape ||
      left.values.dtype() != right.values.dtype() ||
      left.entries() != right.entries())
    return false;
  auto areEqual = [](const Array &a, const Array &b) {
    return a.byteSize() == b.byteSize() &&
           (a.byteSize() == 0 ||
            std::memcmp(a.data(), b.data(), a.byteSize()) == 0);
  };
  for (int64_t dim = 0; dim < left.rank(); ++dim)
    if (!areEqual(left.coordinates[dim], right.coordinates[dim]))
      return false;
  return areEqual(left.values, right.values);
}
