//===- SortEntries.cpp - Entries in the order of coordinates --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/SortEntries.h"

#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/Storage/TensorCheck.h"

#include <atomic>
#include <cstring>
#include <numeric>

using namespace spindle::runtime;

/// A tensor of rank 0 with its one element, which is what its dense storage
/// holds.
static Expected<CooTensor> sortScalar(const CooTensor &tensor,
                                      const StoreOptions &options) {
  Expected<Storage> scalar = store(tensor, Format(), options);
  if (!scalar)
    return scalar.takeError();
  Expected<Array> values =
      Array::allocate(tensor.values.dtype(), {tensor.entries() > 0 ? 1 : 0});
  if (!values)
    return values.takeError();
  std::memcpy(values->data(), scalar->values.data(), values->byteSize());
  return CooTensor{{}, {}, *values};
}

/// `sortEntries` of a tensor that may be in any order.
static Expected<CooTensor> sortAny(const CooTensor &tensor,
                                   const StoreOptions &options) {
  if (tensor.rank() == 0)
    return sortScalar(tensor, options);
  Format coo{tensor.rank()};
  for (int64_t dim = 0; dim < tensor.rank(); ++dim) {
    Level level{Expr::dim(dim)};
    level.kind = dim == 0 ? LevelKind::Compressed : LevelKind::Singleton;
    level.unique = tensor.rank() == 1;
    level.pos = level.hasPos() ? 64 : 0;
    level.crd = 64;
    if (dim > 0)
      level.parents = {dim - 1};
    coo.levels.push_back(level);
  }
  Expected<Storage> sorted = store(tensor, coo, options);
  if (!sorted)
    return sorted.takeError();
  return CooTensor{tensor.shape, sorted->coordinates, sorted->values};
}

Expected<CooTensor> spindle::runtime::sortEntries(const CooTensor &tensor) {
  return sortAny(tensor, {});
}

/// Whether each entry from `begin` to `end` comes after the one before.
static bool isAscending(const CooTensor &tensor, int64_t begin, int64_t end) {
  std::vector<const int64_t *> lists;
  for (const Array &list : tensor.coordinates)
    lists.push_back(list.as<int64_t>());
  bool ascends = true;
  for (int64_t e = std::max<int64_t>(begin, 1); e < end; ++e) {
    bool isAfter = false, isEqual = true;
    for (const int64_t *list : lists) {
      isAfter |= isEqual & (list[e] > list[e - 1]);
      isEqual &= list[e] == list[e - 1];
    }
    ascends &= isAfter;
  }
  return ascends;
}

Expected<CooTensor> spindle::runtime::sortEntries(const CooTensor &tensor,
                                                  Array *elements,
                                                  Workers &workers) {
  if (auto error = validate(tensor, workers))
    return std::move(*error);
  std::atomic<bool> isSorted{tensor.rank() > 0};
  if (isSorted)
    workers.split(tensor.entries(), [&](int64_t, int64_t begin, int64_t end) {
      if (!isAscending(tensor, begin, end))
        isSorted = false;
    });
  StoreOptions options;
  options.threads = workers.count();
  options.addresses = elements;
  if (!isSorted)
    return sortAny(tensor, options);
  if (!elements)
    return tensor;
  Expected<Array> numbers = Array::allocate(DType::I64, {tensor.entries()});
  if (!numbers)
    return numbers.takeError();
  std::iota(numbers->as<int64_t>(), numbers->as<int64_t>() + tensor.entries(),
            int64_t(0));
  *elements = std::move(*numbers);
  return tensor;
}
