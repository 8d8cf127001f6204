//===- AxisConstructor.cpp - what all constructors of axes do -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisConstructor.h"

#include "Spindle/Dialect/Sparse/IR/StructureUses.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::interpreter;

CoordinateRange::CoordinateRange(Translator &translator, Value extent,
                                 Value from)
    : extent(translator.slotOf(extent)), from(translator.slotOfAny(from)) {}

void spindle::interpreter::compareAfterLastUse(Translator &translator,
                                               Operation *constructor) {
  if (translator.isCounting())
    return;
  translator.addAfter(
      spindle::sparse::findLastUse(constructor), [constructor](Machine &m) {
        for (const Snapshot &snapshot : m.snapshots[constructor])
          if (!snapshot.isUnchanged())
            return m.fail(constructor,
                          "the array of " + snapshot.what +
                              " was written or freed while the axis is in "
                              "use");
        return true;
      });
}

AxisConstructor::AxisConstructor(Translator &translator, Value axis)
    : op(axis.getDefiningOp()), number(translator.axisOf(axis)),
      type(cast<axis::AxisType>(axis.getType())) {
  for (Value parent : axis::getParents(axis))
    parents.push_back(translator.axisOf(parent));
  links.assign(axis::getParentLinks(axis));
  compareAfterLastUse(translator, op);
}

bool AxisConstructor::checkWidth(Machine &m, StringRef what,
                                 int64_t width) const {
  int64_t known = type.getWidth();
  return ShapedType::isDynamic(known) || known == width ||
         m.fail(op, "expected " + what + " of the width " + Twine(known) +
                        " but got " + Twine(width));
}

void AxisConstructor::setCommon(Machine &m, AxisState &state) const {
  for (unsigned parent : parents)
    state.parents.push_back(m.axes[parent]);
  state.links.assign(links.begin(), links.end());
  state.sorted = !type.hasCoordinates() || type.getSorted();
  state.unique = !type.hasCoordinates() || type.getUnique();
}

bool AxisConstructor::define(
    Machine &m, std::shared_ptr<AxisState> state,
    std::initializer_list<const ArrayPlan *> arrays) const {
  std::vector<Snapshot> &snapshots = m.snapshots[op];
  snapshots.clear();
  for (const ArrayPlan *array : arrays) {
    if (!array)
      continue;
    if (array->getView(m).freed)
      return m.fail(op, "expected memory that is not deallocated");
    snapshots.push_back(array->takeSnapshot(m));
  }
  setCommon(m, *state);
  std::string fault = state->check();
  if (!fault.empty())
    return m.fail(op, fault);
  m.axes[number] = std::move(state);
  return true;
}
