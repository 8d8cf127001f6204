//===- AxisConstructor.h - what all constructors of axes do -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_AXISCONSTRUCTOR_H
#define SPINDLE_LIB_INTERPRETER_AXISCONSTRUCTOR_H

#include "ArrayPlan.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

namespace spindle::interpreter {

/// The coordinates of an axis: those from `from` on, or from 0.
struct CoordinateRange {
  CoordinateRange(Translator &translator, mlir::Value extent, mlir::Value from);

  void set(Machine &machine, AxisState &state) const {
    state.extent = machine[extent].integer;
    state.from = from ? machine[*from].integer : 0;
  }

  Slot extent;
  std::optional<Slot> from;
};

/// The operation that makes an axis.
class AxisConstructor {
public:
  /// Of `axis`. Has its memory compared after its last use.
  AxisConstructor(Translator &translator, mlir::Value axis);

  /// Fails unless `width`, which errors call `what`, is the static one of the
  /// axis' type, if there is one.
  bool checkWidth(Machine &machine, llvm::StringRef what, int64_t width) const;
  /// Sets what any axis has: its parents, and the claims of its type.
  void setCommon(Machine &machine, AxisState &state) const;
  /// Makes `state`, whose own fields are set, the machine's axis, unless
  /// something is wrong with it. It was made from `arrays`; null ones do not
  /// count.
  bool define(Machine &machine, std::shared_ptr<AxisState> state,
              std::initializer_list<const ArrayPlan *> arrays) const;

  axis::AxisType getType() const { return type; }

private:
  mlir::Operation *op;
  unsigned number;
  axis::AxisType type;
  llvm::SmallVector<unsigned, 2> parents;
  llvm::SmallVector<int64_t, 2> links;
};

/// Has the snapshots of what `constructor` makes axes from compared after their
/// last use, where the program is run.
void compareAfterLastUse(Translator &translator, mlir::Operation *constructor);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_AXISCONSTRUCTOR_H
