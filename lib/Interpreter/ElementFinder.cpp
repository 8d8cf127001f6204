//===- ElementFinder.cpp - from indices to memory -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFinder.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// What is known before the function runs
//===----------------------------------------------------------------------===//

static std::string getName(Value buffer) {
  if (auto unpack = buffer.getDefiningOp<sparse::UnpackOp>())
    return sparse::getArgumentName(unpack.getTensor());
  if (auto bind = buffer.getDefiningOp<sparse::BindOp>())
    return sparse::getArgumentName(bind.getMemory());
  return "";
}

ElementFinder::ElementFinder(Translator &translator, Operation &op,
                             Value buffer, ValueRange places,
                             sparse::AccessForm form, ArrayRef<int64_t> any)
    : op(&op), buffer(translator.bufferOf(buffer)),
      places(translator.slotsOf(places)), any(any), name(getName(buffer)) {
  bool sites = llvm::any_of(places.getTypes(), llvm::IsaPred<axis::SiteType>);
  naming = form == sparse::AccessForm::LookUp ? Naming::Coordinates
           : sites                            ? Naming::Sites
                                              : Naming::Positions;
}

//===----------------------------------------------------------------------===//
// Indices of an element
//===----------------------------------------------------------------------===//

/// The coordinates `given`, one per entry of the list (0 of entries without
/// some); none after an error.
std::optional<Positions>
ElementFinder::getCoordinates(Machine &m, const BufferState &state,
                              ArrayRef<int64_t> given) const {
  Positions coordinates;
  unsigned number = 0;
  for (unsigned entry = 0; entry < state.grid.getNumEntries(); ++entry) {
    coordinates.push_back(0);
    if (!state.grid.isDimension(entry))
      continue;
    const AxisState &axis = state.grid.getAxis(entry);
    coordinates.back() = given[number];
    if (given[number] != kAnyCoordinate && !axis.isInRange(given[number])) {
      m.fail(op, "expected coordinate " + Twine(number) + " to be in [" +
                     Twine(axis.from) + ", " + Twine(axis.from + axis.extent) +
                     ") but got " + Twine(given[number]));
      return std::nullopt;
    }
    ++number;
  }
  return coordinates;
}

Outcome ElementFinder::failMissing(Machine &m, ArrayRef<int64_t> where) const {
  m.fail(op, "expected a stored element to write to but " +
                 (name.empty() ? "got none" : "'" + name + "' has none") +
                 (naming == Naming::Coordinates ? " at " : " at indices ") +
                 printPositions(where));
  return Outcome::Failed;
}

Outcome ElementFinder::findByCoordinates(Machine &m, const BufferState &state,
                                         Use use, Positions &indices) const {
  Positions given;
  for (Slot slot : places)
    given.push_back(m[slot].integer);
  for (int64_t number : any)
    given.insert(given.begin() + number, kAnyCoordinate);
  std::optional<Positions> coordinates = getCoordinates(m, state, given);
  if (!coordinates)
    return Outcome::Failed;
  std::optional<Positions> positions = state.grid.locate(*coordinates);
  if (!positions)
    return use == Use::Read ? Outcome::Missing : failMissing(m, given);
  indices = state.grid.getIndices(*positions);
  return Outcome::Found;
}

Outcome ElementFinder::findByPlaces(Machine &m, const BufferState &state,
                                    Use use, Positions &indices) const {
  for (auto [dim, slot] : llvm::enumerate(places)) {
    int64_t place = m[slot].integer;
    int64_t end = naming == Naming::Positions
                      ? state.grid.getExtent(dim)
                      : state.grid.getDimAxis(dim).size();
    if (place < 0 || place >= end) {
      m.fail(op, "expected index " + Twine(dim) + " to be in [0, " +
                     Twine(end) + ") but got " + Twine(place));
      return Outcome::Failed;
    }
    indices.push_back(state.grid.getIndex(dim, place));
  }
  if (use == Use::Write && state.mayLackCells && !state.grid.exists(indices))
    return failMissing(m, indices);
  return Outcome::Found;
}

//===----------------------------------------------------------------------===//
// The element's memory
//===----------------------------------------------------------------------===//

bool spindle::interpreter::findElement(Machine &m, Operation *op,
                                       const BufferState &buffer,
                                       ArrayRef<int64_t> indices,
                                       int64_t &element) {
  element = 0;
  if (!buffer.view)
    return true;
  const View &view = *buffer.view;
  if (view.freed)
    return m.fail(op, "expected memory that is not deallocated");
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (index >= view.shape[dim])
      return m.fail(op, "expected index " + Twine(dim) + " inside memory of " +
                            Twine(view.shape[dim]) + " but got " +
                            Twine(index));
    element = element * view.shape[dim] + index;
  }
  return true;
}

Outcome ElementFinder::findIn(Machine &m, unsigned number, Use use,
                              int64_t &element) const {
  const BufferState &state = m.buffers[number];
  Positions indices;
  Outcome outcome = naming == Naming::Coordinates
                        ? findByCoordinates(m, state, use, indices)
                        : findByPlaces(m, state, use, indices);
  if (outcome == Outcome::Found && !findElement(m, op, state, indices, element))
    return Outcome::Failed;
  return outcome;
}

bool spindle::interpreter::readElement(Machine &m, Operation *op,
                                       const BufferState &buffer,
                                       int64_t element, const Element &type,
                                       Cell &cell) {
  cell = buffer.value;
  if (!buffer.view)
    return true;
  const View &view = *buffer.view;
  if (!view.written.empty() && !view.written[element])
    return m.fail(op, "expected an element that was written but it is read "
                      "before it is written");
  type.load(view.data, element, cell);
  return true;
}

void spindle::interpreter::writeElement(const BufferState &buffer,
                                        int64_t element, const Element &type,
                                        Cell cell) {
  type.store(buffer.view->data + element * type.bytes, cell);
  if (!buffer.view->written.empty())
    buffer.view->written[element] = true;
}

bool spindle::interpreter::failWalk(Machine &m, Operation *op) {
  return m.error.empty()
             ? m.fail(op, "expected axes whose memory has not changed")
             : false;
}
