//===- ElementFinder.cpp - from places to memory --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFinder.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using spindle::axis::SiteType;

BufferPlan::BufferPlan(Translator &translator, Value buffer)
    : buffer(translator.bufferOf(buffer)) {
  FailureOr<sparse::Layout> layout = sparse::getLayout(buffer);
  for (Value axis : layout->axes)
    axes.push_back(translator.axisOf(axis));
  parents.assign(layout->parents.begin(), layout->parents.end());
  dims.assign(layout->dims.begin(), layout->dims.end());
}

ElementFinder::ElementFinder(Translator &translator, Operation &op,
                             Value buffer, ValueRange places,
                             sparse::AccessForm form)
    : op(&op), plan(translator, buffer), places(translator.slotsOf(places)) {
  bool sites = llvm::any_of(places.getTypes(), llvm::IsaPred<SiteType>);
  naming = form == sparse::AccessForm::LookUp ? Naming::Coordinates
           : sites                            ? Naming::Sites
                                              : Naming::Positions;
}

/// Walks the axes from roots to leaves; a dense axis keeps its dimension, whose
/// index is the coordinate.
Outcome ElementFinder::lookUp(Machine &m, Indices &indices) const {
  Indices positions, local;
  for (auto [entry, number] : llvm::enumerate(plan.axes)) {
    const AxisState &axis = m.axes[number];
    int64_t coordinate = m[places[entry]].integer;
    if (coordinate < 0 || coordinate >= axis.extent)
      return fail(m, "expected coordinate " + Twine(entry) + " to be in [0, " +
                         Twine(axis.extent) + ") but got " + Twine(coordinate));
    int64_t under =
        plan.parents[entry] < 0 ? 0 : positions[plan.parents[entry]];
    std::optional<Fibre> fibre = axis.fibre(under);
    if (!fibre)
      return fail(m, "expected axis " + Twine(entry) + " to have a fibre");
    std::optional<int64_t> position = axis.locate(coordinate, *fibre);
    if (!position)
      return Outcome::Missing;
    positions.push_back(*position);
    local.push_back(axis.dense ? coordinate : *position);
  }
  for (int64_t entry : plan.dims)
    indices.push_back(local[entry]);
  return Outcome::Found;
}

Outcome ElementFinder::findIndices(Machine &m, Indices &indices) const {
  if (naming == Naming::Coordinates)
    return lookUp(m, indices);
  for (auto [dim, entry] : llvm::enumerate(plan.dims)) {
    const AxisState &axis = m.axes[plan.axes[entry]];
    int64_t place = m[places[dim]].integer;
    bool isOffset = axis.dense && naming == Naming::Positions;
    int64_t end = isOffset ? axis.extent : axis.size();
    if (place < 0 || place >= end)
      return fail(m, "expected place " + Twine(dim) + " to be in [0, " +
                         Twine(end) + ") but got " + Twine(place));
    indices.push_back(axis.dense ? place % axis.extent : place);
  }
  return Outcome::Found;
}

/// The row-major number of the element at `indices`, which fit.
static int64_t linearize(const View &view, ArrayRef<int64_t> indices) {
  int64_t element = 0;
  for (auto [dim, index] : llvm::enumerate(indices))
    element = element * view.shape[dim] + index;
  return element;
}

Outcome ElementFinder::findIn(Machine &m, unsigned buffer,
                              int64_t &element) const {
  Indices indices;
  Outcome outcome = findIndices(m, indices);
  if (outcome != Outcome::Found)
    return outcome;
  const View &view = *m.buffers[buffer];
  for (auto [dim, index] : llvm::enumerate(indices))
    if (view.freed || index >= view.shape[dim])
      return fail(m, "expected index " + Twine(dim) + " inside memory of " +
                         Twine(view.freed ? 0 : view.shape[dim]) + " but got " +
                         Twine(index));
  element = linearize(view, indices);
  return Outcome::Found;
}

Outcome ElementFinder::find(Machine &m, int64_t &element) const {
  return findIn(m, plan.buffer, element);
}
