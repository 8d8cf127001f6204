//===- ListPlan.h - lists of axes that are not made yet ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_LISTPLAN_H
#define SPINDLE_LIB_INTERPRETER_LISTPLAN_H

#include "Translator.h"

#include "Spindle/Dialect/Axis/IR/Layout.h"

namespace spindle::interpreter {

/// A list of axes with its layout, by the machine's numbers.
struct ListPlan {
  /// The first `count` entries of `layout`, which all dimensions belong to.
  ListPlan(Translator &translator, const axis::Layout &layout, size_t count);
  ListPlan(Translator &translator, const axis::Layout &layout)
      : ListPlan(translator, layout, layout.axes.size()) {}

  /// The grid of the axes, which are made.
  Grid makeGrid(const Machine &machine) const;

  llvm::SmallVector<unsigned, 4> axes;
  std::shared_ptr<const GridShape> shape;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_LISTPLAN_H
