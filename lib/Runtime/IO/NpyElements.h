//===- NpyElements.h - How elements lie in a .npy file ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NPYELEMENTS_H
#define SPINDLE_LIB_RUNTIME_IO_NPYELEMENTS_H

#include "ByteSource.h"

#include "Spindle/Runtime/Support/Array.h"

#include <optional>

namespace spindle::runtime {

/// The elements of an array as a file stores them.
struct NpyElements {
  /// The type that they are read as. Unsigned integers become the signed type
  /// of twice their size, and those of 64 bits i64.
  DType dtype = DType::F32;
  /// The bytes of an element in the file.
  int64_t bytes = 0;
  bool isUnsigned = false;
  /// Whether the bytes of a number are in the order of another machine.
  bool isSwapped = false;
};

/// Parses the element type `descr` as NumPy writes it, "<f4" or ">u2". Returns
/// nothing for a type that cannot be read.
std::optional<NpyElements> parseNpyElements(std::string_view descr);

/// Reads an array of `shape` from `source`, whose elements are `elements`. A
/// bool that is not 0 becomes 1. Errors: too few bytes, an unsigned integer
/// that i64 does not hold, memory that cannot be had.
Expected<Array> readNpyElements(ByteSource &source, const NpyElements &elements,
                                std::vector<int64_t> shape);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NPYELEMENTS_H
