//===- Convert.h - From one format to another -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor in another format, or transposed. Where each of its values went can
// be kept: then other values on the same pattern need no conversion, they are
// put where these are.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_CONVERT_H
#define SPINDLE_RUNTIME_CONVERT_CONVERT_H

#include "Spindle/Runtime/Convert/Composite.h"

namespace spindle::runtime {

/// How to convert a tensor.
struct ConvertOptions {
  /// Dimension d of the result is dimension `dims[d]` of the operand: {1, 0}
  /// makes a transposed copy of a matrix. Empty: all stay where they are.
  std::vector<int64_t> dims = {};
  /// As of `StoreOptions`.
  int64_t threads = 0;
  /// Where not null, gets for each value of the operand the index of its
  /// element among the values of the result, and -1 for padding: i64, shape
  /// {values}. The values of parts count from those of the first part on.
  Array *places = nullptr;
};

/// The elements of `storage`, which is in the format `from`, in the format
/// `to`. Takes time linear in the elements and in the size of both storages but
/// for sorting. Errors: those of `load`, which begin with "operand: ", and of
/// `store`; `dims` that are no order of the dimensions.
Expected<Storage> convert(const Storage &storage, const Format &from,
                          const Format &to, const ConvertOptions &options = {});

/// Converts `storage` to a format of parts. Errors: those of `convert`, and of
/// `storeParts`.
Expected<std::vector<Storage>>
convertToParts(const Storage &storage, const Format &from, const Composite &to,
               const ConvertOptions &options = {});

/// Puts the value `values[v]` at `places[v]` of `to`, where that is not -1, and
/// 0 where nothing goes: what `places` and `addresses` of a conversion are for.
/// Where several go to one index, their sum does, in their order. Errors:
/// arrays of other types or sizes, an index that is none of `to`.
std::optional<Error> placeValues(const Array &values, const Array &places,
                                 Array &to);

/// Writes `values` likewise to those of several parts, of which `places` counts
/// the values of the first part first.
std::optional<Error> placeValues(const Array &values, const Array &places,
                                 std::vector<Storage> &parts);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CONVERT_CONVERT_H
