//===- CooTensor.h - Sparse tensors as lists of entries ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_COOTENSOR_H
#define SPINDLE_RUNTIME_STORAGE_COOTENSOR_H

#include "Spindle/Runtime/Storage/Coo.h"

namespace spindle::runtime {

/// A sparse tensor of any rank as a list of entries, in any order; entries with
/// the same coordinates stand for their sum. Entry e is `values[e]` at the
/// 0-based coordinates `coordinates[d][e]`, one for each dimension d. A tensor
/// of rank 0 has one element, the sum of its entries.
struct CooTensor {
  /// The extent of every dimension.
  std::vector<int64_t> shape;
  /// For each dimension the coordinate of every entry: i64, shape {entries}, in
  /// [0, extent).
  std::vector<Array> coordinates;
  /// The value of every entry: any dtype, shape {entries}.
  Array values;

  /// The number of dimensions.
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  /// The number of entries, duplicates counted.
  int64_t entries() const { return values.size(); }
};

/// A tensor without entries of `shape` and `dtype`, with memory for `entries`
/// of them, whose coordinates and values are unspecified. Errors: those of
/// `Array::allocate`.
Expected<CooTensor> allocateEntries(std::vector<int64_t> shape, DType dtype,
                                    int64_t entries);

/// `matrix` as a tensor of rank 2. Shares the memory.
CooTensor fromMatrix(const CooMatrix &matrix);

/// `tensor` as a matrix. Shares the memory. Error: another rank than 2.
Expected<CooMatrix> toMatrix(const CooTensor &tensor);

/// Checks what CooTensor's members promise. Error: the first one broken, with
/// the 0-based entry where it is a coordinate.
std::optional<Error> validate(const CooTensor &tensor);

/// Whether both have one shape and element type, and the same entries in the
/// same order, values compared bit by bit.
bool haveSameEntries(const CooTensor &left, const CooTensor &right);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_COOTENSOR_H
