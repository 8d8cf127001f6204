//===- Store.cpp - From entries to a storage ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Store.h"

#include "Conversion.h"
#include "PieceStorage.h"
#include "StorePlaced.h"

using namespace spindle::runtime;

/// The passes over the entries: packing, sorting, counting, writing. Each takes
/// some nanoseconds for an entry.
static constexpr int64_t passes = 4;

//===----------------------------------------------------------------------===//
// By sorting
//===----------------------------------------------------------------------===//

Expected<Storage> spindle::runtime::storeByKeys(const CooTensor &tensor,
                                                const Format &format,
                                                Array *addresses,
                                                Workers &workers,
                                                Progress &progress) {
  Expected<Conversion> conversion =
      Conversion::make(tensor, format, workers, progress);
  if (!conversion)
    return conversion.takeError();
  Expected<StorageSpec> spec = describeStorage(
      conversion->plan, conversion->sizes, tensor.values.dtype());
  if (!spec)
    return spec.takeError();
  if (Expected<int64_t> bytes = countBytes(*spec); !bytes)
    return bytes.takeError();
  Expected<Storage> storage =
      allocateStorage(conversion->plan, *spec, conversion->entries.count());
  if (!storage)
    return storage;
  if (auto error = fillStorage(*conversion, tensor, addresses, workers,
                               progress, *storage))
    return std::move(*error);
  return storage;
}

Expected<Storage> spindle::runtime::storeSorted(const CooTensor &tensor,
                                                const Format &format,
                                                const StoreOptions &options) {
  if (isCutToPieces(format, 0))
    return storePieces(tensor, format, options);
  Progress progress(options.progress, passes * tensor.entries());
  Workers workers(options.threads, passes * tensor.entries());
  Expected<Storage> storage =
      storeByKeys(tensor, format, options.addresses, workers, progress);
  if (storage)
    progress.finish();
  return storage;
}

Expected<StorageSize> spindle::runtime::measureSorted(const CooTensor &tensor,
                                                      const Format &format,
                                                      int64_t threads) {
  if (isCutToPieces(format, 0))
    return measurePieces(tensor, format, threads);
  Progress progress({}, 0);
  Workers workers(threads, passes * tensor.entries());
  Expected<Conversion> conversion =
      Conversion::make(tensor, format, workers, progress);
  if (!conversion)
    return conversion.takeError();
  Expected<StorageSpec> spec = describeStorage(
      conversion->plan, conversion->sizes, tensor.values.dtype());
  if (!spec)
    return spec.takeError();
  Expected<int64_t> bytes = countBytes(*spec);
  if (!bytes)
    return bytes.takeError();
  Expected<int64_t> values = denseByteSize(DType::I8, spec->values.shape);
  return StorageSize{*bytes, *values, conversion->entries.count()};
}

//===----------------------------------------------------------------------===//
// By the way that is faster
//===----------------------------------------------------------------------===//

/// What `fn` makes of the elements of `tensor`, where they can be placed.
template <typename T, typename Fn>
static Expected<std::optional<T>>
place(const CooTensor &tensor, const Format &format, int64_t threads, Fn &&fn) {
  Expected<StoragePlan> plan = StoragePlan::make(format, tensor.shape);
  if (!plan)
    return plan.takeError();
  int64_t lead = format.rank == 2 ? chooseLead(*plan, 0) : -1;
  if (lead < 0)
    return std::optional<T>();
  Workers workers(threads, tensor.entries());
  Expected<std::optional<Fibres>> fibres = Fibres::make(tensor, lead, workers);
  if (!fibres)
    return fibres.takeError();
  if (!*fibres)
    return std::optional<T>();
  return fn(*plan, std::move(**fibres), workers);
}

Expected<Storage> spindle::runtime::store(const CooTensor &tensor,
                                          const Format &format,
                                          const StoreOptions &options) {
  Progress progress(options.progress, passes * tensor.entries());
  auto placed = place<Storage>(
      tensor, format, options.threads,
      [&](const StoragePlan &plan, Fibres fibres, Workers &workers) {
        progress.add(tensor.entries());
        return storePlaced(plan, std::move(fibres), tensor.entries(),
                           options.addresses, workers, progress);
      });
  if (!placed)
    return placed.takeError();
  if (*placed) {
    progress.finish();
    return std::move(**placed);
  }
  return storeSorted(tensor, format, options);
}

Expected<StorageSize> spindle::runtime::measureStorage(const CooTensor &tensor,
                                                       const Format &format,
                                                       int64_t threads) {
  auto placed = place<StorageSize>(
      tensor, format, threads,
      [&](const StoragePlan &plan, Fibres fibres, Workers &workers) {
        return measurePlaced(plan, std::move(fibres), workers);
      });
  if (!placed)
    return placed.takeError();
  return *placed ? **placed : measureSorted(tensor, format, threads);
}

Expected<int64_t> spindle::runtime::storageBytes(const CooTensor &tensor,
                                                 const Format &format) {
  Expected<StorageSize> size = measureStorage(tensor, format);
  if (!size)
    return size.takeError();
  return size->bytes;
}
