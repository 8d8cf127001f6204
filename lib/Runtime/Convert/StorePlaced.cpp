//===- StorePlaced.cpp - Matrices stored without sorting ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorePlaced.h"

#include "Placement.h"

using namespace spindle::runtime;

int64_t spindle::runtime::chooseLead(const StoragePlan &plan, int64_t likely) {
  for (int64_t lead : {likely, 1 - likely})
    if (findWays(plan, lead))
      return lead;
  return -1;
}

/// Transposes `fibres` where the format asks for it. False where neither order
/// will do.
static Expected<bool> lead(const StoragePlan &plan, Fibres &fibres,
                           bool keepsEntries, Workers &workers) {
  int64_t wanted = chooseLead(plan, fibres.lead);
  if (wanted == fibres.lead || wanted < 0)
    return wanted >= 0;
  Expected<std::optional<Fibres>> transposed =
      fibres.transpose(workers, keepsEntries);
  if (!transposed)
    return transposed.takeError();
  if (!*transposed)
    return false;
  fibres = std::move(**transposed);
  return true;
}

/// Finds how the elements are placed, and the arrays. Nothing where this is
/// declined.
static Expected<std::optional<Placement>> placeAll(const StoragePlan &plan,
                                                   Fibres &fibres,
                                                   bool keepsEntries,
                                                   Workers &workers) {
  Expected<bool> isLed = lead(plan, fibres, keepsEntries, workers);
  if (!isLed)
    return isLed.takeError();
  if (!*isLed)
    return std::optional<Placement>();
  return Placement::make(plan, fibres, workers);
}

Expected<std::optional<Storage>>
spindle::runtime::storePlaced(const StoragePlan &plan, Fibres fibres,
                              int64_t entries, Array *addresses,
                              Workers &workers, Progress &progress) {
  std::optional<Storage> none;
  auto placement = placeAll(plan, fibres, addresses != nullptr, workers);
  if (!placement)
    return placement.takeError();
  if (!*placement)
    return none;
  progress.add(entries);
  auto spec = describeStorage(plan, (*placement)->sizes, fibres.dtype);
  if (!spec || !countBytes(*spec))
    return none;
  Expected<Storage> storage = allocateStorage(plan, *spec, fibres.count());
  if (!storage)
    return storage.takeError();
  if (addresses) {
    Expected<Array> list = Array::allocate(DType::I64, {entries});
    if (!list)
      return list.takeError();
    *addresses = std::move(*list);
  }
  Expected<bool> isFilled =
      (*placement)
          ->fill(*storage, addresses ? addresses->as<int64_t>() : nullptr);
  if (!isFilled)
    return isFilled.takeError();
  progress.add(2 * entries);
  return *isFilled ? std::optional(std::move(*storage)) : none;
}

Expected<std::optional<StorageSize>>
spindle::runtime::measurePlaced(const StoragePlan &plan, Fibres fibres,
                                Workers &workers) {
  std::optional<StorageSize> none;
  auto placement = placeAll(plan, fibres, /*keepsEntries=*/false, workers);
  if (!placement)
    return placement.takeError();
  if (!*placement)
    return none;
  auto spec = describeStorage(plan, (*placement)->sizes, fibres.dtype);
  if (!spec)
    return none;
  Expected<int64_t> bytes = countBytes(*spec);
  Expected<int64_t> values = denseByteSize(DType::I8, spec->values.shape);
  if (!bytes || !values)
    return none;
  return std::optional(StorageSize{*bytes, *values, fibres.count()});
}
