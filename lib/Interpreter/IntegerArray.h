//===- IntegerArray.h - stored structure ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_INTEGERARRAY_H
#define SPINDLE_LIB_INTERPRETER_INTEGERARRAY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace spindle::interpreter {

/// An array of integers of 1, 2, 4 or 8 bytes.
struct IntegerArray {
  int64_t operator[](int64_t index) const;

  const char *data = nullptr;
  int64_t size = 0;
  int64_t bytes = 0;
};

/// An array with one integer per cell of some layout. The cells are numbered in
/// row-major order; the memory is row-major too, and may be larger in any
/// dimension than the cells need.
class CellArray {
public:
  CellArray() = default;
  /// Memory of the sizes `shape`, for `extents` cells in each dimension.
  CellArray(IntegerArray memory, llvm::ArrayRef<int64_t> shape,
            llvm::ArrayRef<int64_t> extents)
      : memory(memory), shape(shape), extents(extents) {}

  /// Whether there is an array.
  explicit operator bool() const { return memory.bytes != 0; }
  /// The integer of `cell`, a number below that of the cells.
  int64_t operator[](int64_t cell) const;
  /// Says where a dimension of the memory, which the text calls `what`, is too
  /// small; empty where none is.
  std::string check(llvm::StringRef what) const;

private:
  IntegerArray memory;
  llvm::SmallVector<int64_t, 4> shape, extents;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_INTEGERARRAY_H
