//===- Store.h - From entries to a storage, and back ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_STORE_H
#define SPINDLE_RUNTIME_CONVERT_STORE_H

#include "Spindle/Runtime/Storage/Storage.h"

#include <functional>

namespace spindle::runtime {

/// How to store a tensor.
struct StoreOptions {
  /// Called now and then with the work done and all the work, in units of about
  /// an entry's work; a conversion of less than a million entries need not.
  std::function<void(int64_t done, int64_t all)> progress = {};
  /// Where not null, gets the offset in the values of each entry's element:
  /// i64, shape {entries}.
  Array *addresses = nullptr;
  /// How many threads to store with; 0 for as many as there are processors.
  /// What is small takes one. The result is the same with any number.
  int64_t threads = 0;
};

/// How large a tensor is in a format.
struct StorageSize {
  /// The bytes of all arrays.
  int64_t bytes = 0;
  /// The values, those of padding too.
  int64_t values = 0;
  /// The elements of the tensor, entries of one cell counted once.
  int64_t elements = 0;

  /// The values that no element of the tensor has.
  int64_t padding() const { return values - elements; }
};

/// Stores `tensor` in `format`, in time linear in its entries and in the size
/// of the storage but for sorting. Duplicates are summed in input order and in
/// the value's type (integers wrap, i1 is true where one of them is); explicit
/// zeros stay. Without a bitmap, cells of dense levels that no entry has become
/// elements too.
///
/// Errors: those of `validate(format)` and `validate(tensor)`; another rank;
/// what the format cannot hold (a fibre of more coordinates than the width of
/// its level, or of fewer where nothing tells padding; a fibre of a variable
/// level with a gap; a singleton of several coordinates, or of none); a type of
/// positions or coordinates that cannot hold them; memory that cannot be had.
/// The arrays are allocated when all sizes are known and found to fit.
Expected<Storage> store(const CooTensor &tensor, const Format &format,
                        const StoreOptions &options = {});

/// The size of the tensor stored in `format`, from its pattern alone. Nothing
/// of that size is allocated. Errors: those of `store`, and a size that
/// overflows; but not a cell that lacks an element or has several, which the
/// arrays show.
Expected<StorageSize> measureStorage(const CooTensor &tensor,
                                     const Format &format, int64_t threads = 0);

/// The bytes of `measureStorage`.
Expected<int64_t> storageBytes(const CooTensor &tensor, const Format &format);

/// The elements of `storage` in storage order: by their offset in the values.
/// Where all levels are dense and there is no bitmap, those that are not 0.
/// `threads` as of `StoreOptions`. Errors: those of `validate`, and memory that
/// cannot be had.
Expected<CooTensor> load(const Storage &storage, const Format &format,
                         int64_t threads = 0);

/// Which values of `storage` are those of elements: i1 in the shape of the
/// values; a default-constructed array where all are. Where all levels are
/// dense and there is no bitmap, every cell is an element, whatever its value.
/// Errors: those of `load`.
Expected<Array> markElements(const Storage &storage, const Format &format);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CONVERT_STORE_H
