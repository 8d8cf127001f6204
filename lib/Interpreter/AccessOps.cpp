//===- AccessOps.cpp - load, store and fill -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "ElementFinder.h"
#include "OpTables.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

std::optional<Cell> spindle::interpreter::makeFillCell(Attribute fill,
                                                       Type elementType) {
  auto complex = dyn_cast<ComplexType>(elementType);
  if (!complex)
    return makeCell(fill, elementType);
  auto zero = Builder(fill.getContext()).getZeroAttr(complex.getElementType());
  return makeComplexCell(fill, zero, complex);
}

namespace {
/// A load, with what a missing element reads as.
struct Load {
  bool run(Machine &m) const;

  ElementFinder finder;
  Element type;
  Cell fill;
  Slot result;
  std::optional<Slot> found;
};
} // namespace

bool Load::run(Machine &m) const {
  int64_t element;
  Outcome outcome = finder.find(m, Use::Read, element);
  if (found)
    m[*found].integer = -int64_t(outcome == Outcome::Found);
  m[result] = fill;
  if (outcome != Outcome::Found)
    return outcome == Outcome::Missing;
  return readElement(m, finder.getOp(), m.buffers[finder.getBuffer()], element,
                     type, m[result]);
}

static Step translateLoad(Translator &t, Operation &op) {
  auto load = cast<sparse::LoadOp>(op);
  sparse::BufferType type = load.getBuffer().getType();
  Element element = getElement(type.getElementType());
  std::optional<Cell> fill =
      makeFillCell(type.getFill(), type.getElementType());
  if (!fill || !element)
    return {};
  Load code{ElementFinder(t, op, load.getBuffer(), load.getIndices(),
                          load.getForm(), load.getAny()),
            element, *fill, t.slotOf(load.getResult()),
            t.slotOfAny(load.getFound())};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

static Step translateStore(Translator &t, Operation &op) {
  auto store = cast<sparse::StoreOp>(op);
  ElementFinder finder(t, op, store.getBuffer(), store.getIndices(),
                       store.getForm());
  Element type = getElement(store.getValue().getType());
  if (!type)
    return {};
  return [=, value = t.slotOf(store.getValue())](Machine &m) {
    int64_t element;
    if (finder.find(m, Use::Write, element) != Outcome::Found)
      return false;
    writeElement(m.buffers[finder.getBuffer()], element, type, m[value]);
    return true;
  };
}

static Step translateFill(Translator &t, Operation &op) {
  auto fill = cast<sparse::FillOp>(op);
  Element type = getElement(fill.getValue().getType());
  if (!type)
    return {};
  return [type, buffer = t.bufferOf(fill.getBuffer()), at = &op,
          value = t.slotOf(fill.getValue())](Machine &m) {
    const BufferState &state = m.buffers[buffer];
    bool done = state.grid.walk([&](ArrayRef<int64_t> positions,
                                    ArrayRef<int64_t>) {
      int64_t element;
      if (!findElement(m, at, state, state.grid.getIndices(positions), element))
        return false;
      writeElement(state, element, type, m[value]);
      return true;
    });
    return done || failWalk(m, at);
  };
}

void spindle::interpreter::addAccessOps(OpTable &table) {
  table["sparse.load"] = translateLoad;
  table["sparse.store"] = translateStore;
  table["sparse.fill"] = translateFill;
}
