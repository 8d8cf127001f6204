//===- ArrayPlan.h - operands that hold structure ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_ARRAYPLAN_H
#define SPINDLE_LIB_INTERPRETER_ARRAYPLAN_H

#include "Translator.h"

#include "Spindle/Dialect/Axis/IR/Layout.h"

namespace spindle::interpreter {

/// A memref of integers that an axis is made from.
class ArrayPlan {
public:
  /// `what` is what errors call `memory`.
  ArrayPlan(Translator &translator, mlir::Value memory, llvm::StringRef what);
  /// None where `memory` is null.
  static std::optional<ArrayPlan> makeOptional(Translator &translator,
                                               mlir::Value memory,
                                               llvm::StringRef what);

  /// All of the memory, in row-major order.
  IntegerArray getArray(Machine &machine) const;
  const View &getView(Machine &machine) const {
    return *machine[memory].memory;
  }
  /// Takes a snapshot of the memory.
  Snapshot takeSnapshot(Machine &machine) const {
    return Snapshot(what, getArray(machine), &getView(machine));
  }

private:
  Slot memory;
  int64_t bytes;
  std::string what;
};

/// A memref with an integer per cell of a layout.
class CellArrayPlan : public ArrayPlan {
public:
  /// Values on `axis`, which is being made, may be among the dimensions.
  CellArrayPlan(Translator &translator, mlir::Value memory,
                const axis::Layout &layout, mlir::Value axis,
                llvm::StringRef what);

  /// The integers, for an axis of the given width.
  CellArray getCells(Machine &machine, int64_t width = 0) const;

private:
  /// The axis of each dimension; none for the one that is being made.
  llvm::SmallVector<std::optional<unsigned>, 4> dims;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_ARRAYPLAN_H
