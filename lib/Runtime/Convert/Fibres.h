//===- Fibres.h - A matrix, row after row or by columns ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a matrix in the order of its rows, or of its columns: what a
// conversion of a matrix begins with. A fibre is a row, or a column, that has
// elements; its *key* is the coordinate that its elements share, in the
// dimension `lead`; their *other* coordinates ascend. So no element comes
// twice.
//
// Arrays that are in that order already are looked at, not copied. Others are
// brought into it by counting: in time linear in the elements and in the size
// of the dimension, with no comparison of two elements but within a fibre.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_FIBRES_H
#define SPINDLE_LIB_RUNTIME_CONVERT_FIBRES_H

#include "Spindle/Runtime/Storage/Storage.h"
#include "Spindle/Runtime/Support/FallibleVector.h"
#include "Spindle/Runtime/Support/Workers.h"

namespace spindle::runtime {

/// Coordinates or positions in an array of some integer type.
struct IndexList {
  /// The numbers of `array`, which outlives the list.
  static IndexList of(const Array &array) {
    return {array.data(), array.dtype()};
  }

  /// Calls `fn` with the first number, by its type.
  template <typename Fn> auto visit(Fn &&fn) const {
    return visitIndexType(dtype, [&](auto zero) {
      return fn(static_cast<const decltype(zero) *>(data));
    });
  }
  /// Number `i`.
  int64_t operator[](int64_t i) const {
    return visit([&](const auto *list) -> int64_t { return list[i]; });
  }
  /// Copies the numbers from `begin` on.
  void read(int64_t begin, int64_t count, int64_t *to) const {
    visit([&](const auto *list) {
      std::copy(list + begin, list + begin + count, to);
    });
  }

  const void *data = nullptr;
  DType dtype = DType::I64;
};

/// Whether a list of `extent` numbers is worth its memory in a conversion of
/// `elements` elements.
inline bool isWorthAList(int64_t extent, int64_t elements) {
  return extent <= (int64_t(1) << 20) || extent / 8 <= elements;
}

/// The elements of a matrix, fibre after fibre. There are fewer than 2^31.
struct Fibres {
  /// The entries of `tensor`, those of one cell summed in their order; by the
  /// dimension `lead` where they have to be sorted, else by the one that they
  /// are in order of. Nothing where that takes more memory than the entries are
  /// worth, or the tensor is no valid matrix. `tensor` outlives the result.
  /// Error: memory that cannot be had.
  static Expected<std::optional<Fibres>> make(const CooTensor &tensor,
                                              int64_t lead, Workers &workers);

  /// The elements of `storage` in `format`, where its arrays are such a list
  /// already; else, or where they break a law of storages, nothing. `storage`
  /// outlives the result. Error: memory that cannot be had.
  static Expected<std::optional<Fibres>>
  view(const Storage &storage, const Format &format, Workers &workers);

  /// These elements by the other dimension; with their `entries` where
  /// `keepsEntries` says so. Nothing where they were sorted, or that takes more
  /// memory than they are worth. Error: memory that cannot be had.
  Expected<std::optional<Fibres>> transpose(Workers &workers,
                                            bool keepsEntries) const;

  /// The number of fibres.
  int64_t size() const { return keys.size(); }
  /// The number of elements.
  int64_t count() const { return size() ? starts[size()] : 0; }
  /// The dimension whose coordinates the elements of a fibre differ in.
  int64_t other() const { return 1 - lead; }
  /// The first fibre of `worker` when they share the elements.
  int64_t firstOf(const Workers &workers, int64_t worker) const;

  std::vector<int64_t> shape;
  int64_t lead = 0;
  /// The key of each fibre, ascending.
  FallibleVector<int64_t> keys;
  /// The first element of each fibre, and the end of the last one.
  FallibleVector<int64_t> starts;
  /// The other coordinate of each element.
  IndexList others;
  /// The value of each element.
  DType dtype = DType::F32;
  const void *values = nullptr;
  /// Where entries were sorted or summed: the entries in the order of elements,
  /// and where those of each element start; without `entryStarts`, each has
  /// one, and without `entries` that has its number.
  FallibleVector<int32_t> entries, entryStarts;
  /// Arrays that it has of its own, and may give away: the other coordinates
  /// and the values of all elements.
  Array ownOthers, ownValues;

private:
  std::optional<Error> findRuns(const int64_t *list, int64_t count,
                                Workers &workers);
  std::optional<Error> allocate(DType type, int64_t elements);
  static Expected<std::optional<Fibres>> sort(const CooTensor &tensor,
                                              int64_t lead, Workers &workers);
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_FIBRES_H
