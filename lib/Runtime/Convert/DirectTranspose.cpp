//===- DirectTranspose.cpp - Rows for columns -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"

#include "Fibres.h"

#include <utility>

using namespace spindle::runtime;

/// Whether `format` has the other dimension of a matrix that is by `lead` above
/// that.
static bool isTurned(const Format &format, int64_t lead, DType index) {
  return format == makeIndexed(lead == 0 ? "csc" : "csr", {}, index);
}

/// Writes the columns of `rows` to the arrays of `storage`. False where rows
/// break a law.
template <typename Rows>
static bool writeTurned(const Rows &rows, Storage &storage) {
  using Index = typename Rows::Index;
  using Value = typename Rows::Value;
  if (!rows.isValid(0, rows.size))
    return false;
  auto *ends = storage.positions[1].template as<Index>();
  auto *list = storage.coordinates[1].template as<Index>();
  auto *values = static_cast<Value *>(storage.values.data());
  std::fill_n(ends, rows.width + 1, 0);
  for (int64_t e = 0; e < rows.count(); ++e)
    ++ends[rows.list[e]];
  Index start = 0;
  for (int64_t column = 0; column <= rows.width; ++column)
    start += std::exchange(ends[column], start);
  for (int64_t row = 0; row < rows.size; ++row)
    for (int64_t e = rows.ends[row], end = rows.ends[row + 1]; e < end; ++e) {
      Index place = ends[rows.list[e]]++;
      list[place] = static_cast<Index>(row);
      values[place] = rows.values[e];
    }
  // Each column ends now where the next one starts.
  std::copy_backward(ends, ends + rows.width, ends + rows.width + 1);
  ends[0] = 0;
  return true;
}

Expected<std::optional<Storage>>
spindle::runtime::transposeRows(const RowArrays &rows, const StoragePlan &plan,
                                Workers &workers) {
  // As large as this, placing is as fast with two threads, and is shared.
  constexpr int64_t mostBytes = int64_t(1) << 22;
  std::optional<Storage> none;
  StorageSizes sizes{{rows.shape[1 - rows.lead], 0},
                     {rows.shape[1 - rows.lead], rows.count}};
  if (!isTurned(plan.descriptor, rows.lead, rows.index) ||
      !isWorthAList(sizes.sizes[0], rows.count) || checkIndexTypes(plan, sizes))
    return none;
  auto spec = describeStorage(plan, sizes, rows.dtype);
  Expected<int64_t> bytes = spec ? countBytes(*spec) : spec.takeError();
  if (!bytes || (workers.count() > 1 && *bytes >= mostBytes))
    return none;
  Expected<Storage> storage = allocateUnset(plan, *spec);
  if (!storage)
    return storage.takeError();
  bool isWritten = false;
  rows.visit([&](auto typed) { isWritten = writeTurned(typed, *storage); });
  return isWritten ? std::optional(std::move(*storage)) : none;
}
