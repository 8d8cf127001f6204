//===- Convert.h - from lists and arrays to operands and back ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_CONVERT_H
#define SPINDLE_SESSION_CONVERT_H

#include "Spindle/Runtime/Storage/CooTensor.h"

namespace spindle::session {

/// A copy with memory of its own. Error: memory that cannot be had.
runtime::Expected<runtime::Array> clone(const runtime::Array &array);

/// The elements of `array` in another shape of the same size.
runtime::Expected<runtime::Array> reshape(const runtime::Array &array,
                                          std::vector<int64_t> shape);

/// The elements of `array` where `chosen`, an i1 array of its shape, is true,
/// as a list in the order of memory. Error: memory that cannot be had.
runtime::Expected<runtime::Array> gather(const runtime::Array &array,
                                         const runtime::Array &chosen);

/// The inverse of `gather`, with 0 elsewhere: `list` has an element for each
/// true one of `chosen`.
runtime::Expected<runtime::Array> scatter(const runtime::Array &list,
                                          const runtime::Array &chosen);

/// A cell that one of two tensors has an element at, and the other none.
struct PatternDifference {
  std::vector<int64_t> place;
  /// True where it is the second that has one.
  bool isExtra = false;
};

/// The first cell, in row-major order, at which the patterns of two tensors of
/// one shape, whose entries are in that order and distinct, differ; nothing
/// where they do not.
std::optional<PatternDifference>
findDifference(const runtime::CooTensor &first,
               const runtime::CooTensor &second);

/// Coordinates in words, counted from 1: "row 3, column 1" of a matrix.
std::string describeCoordinates(const std::vector<int64_t> &place);

} // namespace spindle::session

#endif // SPINDLE_SESSION_CONVERT_H
