//===- ListPlan.cpp - lists of axes that are not made yet -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListPlan.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
using namespace spindle::interpreter;

ListPlan::ListPlan(Translator &translator, const spindle::axis::Layout &layout,
                   size_t count) {
  auto made = std::make_shared<GridShape>();
  for (Value axis : ArrayRef(layout.axes).take_front(count)) {
    auto type = cast<spindle::axis::AxisType>(axis.getType());
    axes.push_back(translator.axisOf(axis));
    made->isDimension.push_back(type.isDimension());
  }
  made->parents.assign(layout.parents.begin(), layout.parents.begin() + count);
  made->dims.assign(layout.dims.begin(), layout.dims.end());
  shape = std::move(made);
}

Grid ListPlan::makeGrid(const Machine &machine) const {
  SmallVector<const AxisState *, 4> states;
  for (unsigned number : axes)
    states.push_back(machine.axes[number].get());
  return Grid(shape, std::move(states));
}
