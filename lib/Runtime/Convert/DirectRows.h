//===- DirectRows.h - The arrays of CSR -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_DIRECTROWS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_DIRECTROWS_H

#include "FibreArrays.h"
#include "ValueBytes.h"

#include "Spindle/Runtime/Storage/StorageArrays.h"
#include "Spindle/Runtime/Support/Workers.h"

#include <algorithm>

namespace spindle::runtime {

/// A matrix in the arrays of CSR, or of CSC, whose columns are rows then: all
/// of its indices have one type, `Index`, and values are moved as a `Value`.
template <typename IndexType, typename ValueType> struct Rows {
  using Index = IndexType;
  using Value = ValueType;

  int64_t count() const { return ends[size]; }
  int64_t length(int64_t row) const { return ends[row + 1] - ends[row]; }
  /// Whether the columns of each row in [begin, end) ascend in the shape.
  bool isValid(int64_t begin, int64_t end) const {
    return begin >= end || ascend(list, ends + begin, end - begin, width);
  }
  /// The first row of `worker` when they share the elements.
  int64_t firstOf(const Workers &workers, int64_t worker) const {
    if (worker == workers.count())
      return size;
    int64_t first = workers.begin(worker, count());
    return std::lower_bound(ends, ends + size, first) - ends;
  }

  /// The number of rows and of columns.
  int64_t size, width;
  /// Where each row starts, and the last one ends; does not fall.
  const Index *ends;
  const Index *list;
  const Value *values;
};

/// The arrays of rows, of any type of index and value.
struct RowArrays {
  /// The matrix `storage` in `format`; with rows for columns where it
  /// `transposes`. Nothing where it has no such arrays, or their positions
  /// break a law. `storage` outlives the result.
  static std::optional<RowArrays> view(const Storage &storage,
                                       const Format &format, bool transposes);

  /// Calls `fn` with the `Rows` that these are.
  template <typename Fn> void visit(Fn &&fn) const {
    auto visitIndex = [&](auto zero) {
      using Index = decltype(zero);
      visitBytes(dtype, [&](auto bytes) {
        using Value = decltype(bytes);
        fn(Rows<Index, Value>{shape[lead], shape[1 - lead],
                              static_cast<const Index *>(ends),
                              static_cast<const Index *>(list),
                              static_cast<const Value *>(values)});
      });
    };
    if (index == DType::I32)
      visitIndex(int32_t());
    else
      visitIndex(int64_t());
  }

  std::vector<int64_t> shape;
  /// The dimension of the rows.
  int64_t lead;
  int64_t count;
  /// i32 or i64.
  DType index;
  const void *ends, *list;
  DType dtype;
  const void *values;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_DIRECTROWS_H
