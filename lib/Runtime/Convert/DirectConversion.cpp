//===- DirectConversion.cpp - From CSR by one kernel ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"

using namespace spindle::runtime;

std::optional<RowArrays>
RowArrays::view(const Storage &storage, const Format &format, bool transposes) {
  if (!isListOfFibres(format) || format.levels[0].kind != LevelKind::Dense ||
      !haveShapes(storage, format))
    return std::nullopt;
  const Array &ends = storage.positions[1], &list = storage.coordinates[1];
  bool isKnown = ends.dtype() == DType::I32 || ends.dtype() == DType::I64;
  if (!isKnown || list.dtype() != ends.dtype())
    return std::nullopt;
  int64_t lead = format.levels[0].expr.number();
  RowArrays rows{storage.shape,
                 lead,
                 storage.values.size(),
                 ends.dtype(),
                 ends.data(),
                 list.data(),
                 storage.values.dtype(),
                 storage.values.data()};
  if (transposes) {
    std::swap(rows.shape[0], rows.shape[1]);
    rows.lead = 1 - lead;
  }
  bool isValid = false;
  rows.visit([&](auto typed) {
    isValid = typed.ends[0] == 0 && typed.ends[typed.size] == rows.count &&
              arePositions(typed.ends, 0, typed.size, rows.count);
  });
  return isValid ? std::optional(std::move(rows)) : std::nullopt;
}

Expected<std::optional<Storage>>
spindle::runtime::convertRows(const RowArrays &rows, const StoragePlan &plan,
                              Workers &workers) {
  auto transposed = transposeRows(rows, plan, workers);
  if (!transposed || *transposed)
    return transposed;
  auto sliced = sliceRows(rows, plan, workers);
  if (!sliced || *sliced)
    return sliced;
  return blockRows(rows, plan, workers);
}

Expected<std::optional<std::vector<Storage>>>
spindle::runtime::convertRowsToParts(const RowArrays &rows,
                                     const Composite &format,
                                     Workers &workers) {
  auto sections = sectionRows(rows, format, workers);
  if (!sections || *sections)
    return sections;
  return bucketRows(rows, format, workers);
}
