//===- StorageLoad.cpp - From a storage to entries ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fibres.h"
#include "TreeLoad.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/Storage/StorageWalk.h"

#include <algorithm>
#include <cstring>

using namespace spindle::runtime;

namespace {
/// A walk over the elements of a valid storage.
struct Loader {
  Loader(const StoragePlan &plan, const StorageSizes &sizes,
         const Storage &storage)
      : plan(plan), storage(storage), walk(plan, sizes, storage),
        strides(getStrides(plan, sizes, plan.dims)) {
    const std::vector<StoredLevel> &levels = plan.format.levels;
    skipsZeros =
        !plan.format.keepsBitmap &&
        std::all_of(levels.begin(), levels.end(), [](const StoredLevel &level) {
          return level.kind == LevelKind::Dense;
        });
  }

  /// Calls `fn(address)` at each element.
  template <typename T, typename Fn> void forEach(Fn &&fn) {
    const T *values = storage.values.as<T>();
    // There may be any number of fibres without cells.
    if (storage.values.size() == 0)
      return;
    walk.run([&] {
      int64_t address = walk.address(plan.dims, strides);
      bool isElement =
          !plan.format.keepsBitmap || storage.bitmap.as<bool>()[address];
      if (isElement && !(skipsZeros && values[address] == T{}))
        fn(address);
      return true;
    });
  }

  template <typename T> Expected<CooTensor> load();
  Expected<Array> mark();

  const StoragePlan &plan;
  const Storage &storage;
  StorageWalk walk;
  std::vector<int64_t> strides;
  /// Whether a value of 0 is no element.
  bool skipsZeros = false;
};
} // namespace

template <typename T> Expected<CooTensor> Loader::load() {
  int64_t count = storage.values.size();
  if (skipsZeros || mayLackCells(plan)) {
    count = 0;
    forEach<T>([&](int64_t) { ++count; });
  }
  Expected<CooTensor> tensor =
      allocateEntries(plan.shape, storage.values.dtype(), count);
  if (!tensor)
    return tensor;
  std::vector<int64_t *> lists;
  for (Array &list : tensor->coordinates)
    lists.push_back(list.as<int64_t>());
  T *values = tensor->values.template as<T>();
  int64_t entry = 0;
  forEach<T>([&](int64_t address) {
    for (size_t dim = 0; dim < lists.size(); ++dim)
      lists[dim][entry] = walk.dim(dim);
    values[entry++] = storage.values.as<T>()[address];
  });
  return tensor;
}

Expected<Array> Loader::mark() {
  // The bit of a cell that does not exist is 0 (L5).
  if (plan.format.keepsBitmap)
    return storage.bitmap;
  Expected<Array> marks = Array::allocate(DType::I1, storage.values.shape());
  if (!marks)
    return marks;
  bool *bits = marks->as<bool>();
  std::fill_n(bits, marks->size(), false);
  if (marks->size() != 0)
    walk.runBlocks([&](int64_t cells) {
      std::fill_n(bits + walk.address(plan.dims, strides), cells, true);
      return true;
    });
  return marks;
}

/// Calls `fn` with a loader of `storage`. Errors: those of `load`.
template <typename Fn>
static auto withLoader(const Storage &storage, const Format &format, Fn &&fn)
    -> decltype(fn(std::declval<Loader &>())) {
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  if (!plan)
    return plan.takeError();
  StorageSizes sizes;
  if (auto error = checkStorage(*plan, storage, sizes))
    return std::move(*error);
  Loader loader(*plan, sizes, storage);
  return fn(loader);
}

/// Copies the elements of `fibres` to a list, in their order.
static Expected<CooTensor> listElements(const Fibres &fibres,
                                        Workers &workers) {
  Expected<CooTensor> tensor =
      allocateEntries(fibres.shape, fibres.dtype, fibres.count());
  if (!tensor)
    return tensor;
  int64_t *keys = tensor->coordinates[fibres.lead].as<int64_t>();
  int64_t *others = tensor->coordinates[fibres.other()].as<int64_t>();
  int64_t size = dtypeSize(fibres.dtype);
  workers.run([&](int64_t w) {
    int64_t first = fibres.firstOf(workers, w);
    int64_t last = fibres.firstOf(workers, w + 1);
    if (first == last)
      return;
    for (int64_t f = first; f < last; ++f)
      std::fill(keys + fibres.starts[f], keys + fibres.starts[f + 1],
                fibres.keys[f]);
    int64_t begin = fibres.starts[first], count = fibres.starts[last] - begin;
    fibres.others.read(begin, count, others + begin);
    std::memcpy(static_cast<char *>(tensor->values.data()) + begin * size,
                static_cast<const char *>(fibres.values) + begin * size,
                count * size);
  });
  return tensor;
}

Expected<CooTensor> spindle::runtime::load(const Storage &storage,
                                           const Format &format,
                                           int64_t threads) {
  // Lists of fibres, and trees, need no walk.
  Workers workers(threads, storage.values.size());
  auto fibres = Fibres::view(storage, format, workers);
  if (!fibres)
    return fibres.takeError();
  if (*fibres)
    return listElements(**fibres, workers);
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  if (!plan)
    return plan.takeError();
  Expected<std::optional<CooTensor>> tree = loadTree(*plan, storage, workers);
  if (!tree)
    return tree.takeError();
  if (*tree)
    return std::move(**tree);
  return withLoader(storage, format, [&](Loader &loader) {
    return visitDType(storage.values.dtype(),
                      [&](auto zero) { return loader.load<decltype(zero)>(); });
  });
}

Expected<Array> spindle::runtime::markElements(const Storage &storage,
                                               const Format &format) {
  return withLoader(storage, format, [](Loader &loader) -> Expected<Array> {
    return mayLackCells(loader.plan) ? loader.mark() : Array();
  });
}
