//===- GuardedArray.h - memory with nothing behind it -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_LOOPS_GUARDEDARRAY_H
#define SPINDLE_UNITTESTS_LOOPS_GUARDEDARRAY_H

#include "Spindle/Execution/Arguments.h"

#include <string>

namespace spindle::loops {

/// A row-major array that ends where a page begins that must not be touched: a
/// program that reads or writes one byte more dies.
class GuardedArray {
public:
  /// An array of elements of `type`, as in MLIR, none of them 0.
  GuardedArray(llvm::StringRef type, llvm::ArrayRef<int64_t> shape);
  GuardedArray(const GuardedArray &) = delete;
  ~GuardedArray();

  /// Sets element number `index` to what is nearest to `value`.
  void set(int64_t index, double value);
  int64_t size() const { return count; }
  execution::MemoryView view() const { return {data, shape}; }
  /// All bytes.
  std::string str() const { return std::string(data, bytes); }

private:
  std::string type;
  llvm::SmallVector<int64_t> shape;
  int64_t count = 1;
  size_t bytes, mapped;
  char *pages, *data;
};

} // namespace spindle::loops

#endif // SPINDLE_UNITTESTS_LOOPS_GUARDEDARRAY_H
