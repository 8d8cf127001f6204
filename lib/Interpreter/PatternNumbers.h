//===- PatternNumbers.h - what inspectors derive ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers that the inspectors of a format derive from the elements of a
// tensor, each computed as docs/Formats.md defines it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_PATTERNNUMBERS_H
#define SPINDLE_LIB_INTERPRETER_PATTERNNUMBERS_H

#include "AxisState.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::interpreter {

/// The numbers of the elements of one tensor.
struct PatternNumbers {
  /// The numbers of `elements`, which are the coordinates of dimensions of the
  /// given `sizes`, all different.
  PatternNumbers(sparse::FormatAttr format,
                 llvm::ArrayRef<std::vector<int64_t>> elements,
                 llvm::ArrayRef<int64_t> sizes);

  /// For each element the number of each inspector.
  std::vector<Positions> numbers;
  /// For each inspector that is an order the coordinate at each position;
  /// empty for others.
  std::vector<std::vector<int64_t>> subjects;

private:
  using Elements = llvm::ArrayRef<std::vector<int64_t>>;

  void addOrder(sparse::InspectorAttr inspector, Elements elements,
                llvm::ArrayRef<int64_t> sizes);
  void addCounts(sparse::InspectorAttr inspector, Elements elements);
  void addLength(sparse::InspectorAttr inspector, Elements elements);
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_PATTERNNUMBERS_H
