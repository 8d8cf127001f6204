//===- StorageCells.h - What each value of a storage is ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_STORAGECELLS_H
#define SPINDLE_RUNTIME_CONVERT_STORAGECELLS_H

#include "Spindle/Runtime/Storage/Storage.h"

namespace spindle::runtime {

/// One value of a storage: an element, or padding.
struct StorageCell {
  /// Its position on each level.
  std::vector<int64_t> positions;
  /// The coordinate in each dimension of the tensor that it lies at; beyond the
  /// shape where a block juts out. Empty for padding that lies nowhere: below a
  /// coordinate that no element has.
  std::vector<int64_t> place;
  /// Whether `place` is one of the tensor.
  bool isInside = false;
  bool isElement = false;
};

/// The cells of `storage`, one for each value, in the order of the values. For
/// small tensors: a cell takes some hundred bytes. Errors: those of `validate`.
Expected<std::vector<StorageCell>> listCells(const Storage &storage,
                                             const Format &format);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CONVERT_STORAGECELLS_H
