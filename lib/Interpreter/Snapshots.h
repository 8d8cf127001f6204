//===- Snapshots.h - structure that must not change -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of an axis is not written or freed while the axis is in use: from
// its constructor to the last use of it, and of what is computed from queries
// about it. A snapshot of the memory, taken by the constructor, is compared
// after the operation of the constructor's block that holds the last use.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_SNAPSHOTS_H
#define SPINDLE_LIB_INTERPRETER_SNAPSHOTS_H

#include "IntegerArray.h"

#include "mlir/IR/Operation.h"

namespace spindle::interpreter {

struct View;

/// What some memory held.
struct Snapshot {
  /// Of `array`, which is in `view` (null: memory of an argument that no
  /// operation frees) and which an error calls `what`.
  Snapshot(std::string what, const IntegerArray &array,
           const View *view = nullptr);

  /// Whether the memory holds what it did, and is not freed.
  bool isUnchanged() const;

  std::string what;

private:
  IntegerArray array;
  const View *view;
  uint64_t hash;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_SNAPSHOTS_H
