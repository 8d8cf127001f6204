//===- ArrayPlan.cpp - operands that hold structure -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayPlan.h"

#include "Number.h"

using namespace mlir;
using namespace spindle::interpreter;

ArrayPlan::ArrayPlan(Translator &translator, Value memory, StringRef what)
    : memory(translator.slotOf(memory)),
      bytes(getByteSize(cast<MemRefType>(memory.getType()).getElementType())),
      what(what) {}

std::optional<ArrayPlan> ArrayPlan::makeOptional(Translator &translator,
                                                 Value memory, StringRef what) {
  if (!memory)
    return std::nullopt;
  return ArrayPlan(translator, memory, what);
}

IntegerArray ArrayPlan::getArray(Machine &machine) const {
  const View &view = getView(machine);
  int64_t size = 1;
  for (int64_t extent : view.shape)
    size *= extent;
  return {view.data, size, bytes};
}

CellArrayPlan::CellArrayPlan(Translator &translator, Value memory,
                             const spindle::axis::Layout &layout, Value axis,
                             StringRef what)
    : ArrayPlan(translator, memory, what) {
  for (int64_t dim = 0; dim < layout.getRank(); ++dim) {
    Value owner = layout.getAxis(dim);
    dims.push_back(owner == axis
                       ? std::nullopt
                       : std::optional<unsigned>(translator.axisOf(owner)));
  }
}

CellArray CellArrayPlan::getCells(Machine &machine, int64_t width) const {
  Positions extents;
  for (std::optional<unsigned> number : dims) {
    const AxisState *axis = number ? machine.axes[*number].get() : nullptr;
    extents.push_back(axis ? axis->getWidth().value_or(axis->size()) : width);
  }
  return CellArray(getArray(machine), getView(machine).shape, extents);
}
