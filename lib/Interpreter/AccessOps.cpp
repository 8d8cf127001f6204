//===- AccessOps.cpp - load, store and fill -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constants.h"
#include "ElementFinder.h"
#include "Number.h"
#include "OpTables.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

/// What a missing element of `type` reads as; a complex fill value is real.
static std::optional<Cell> getFillCell(sparse::BufferType type) {
  Attribute fill = type.getFill();
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return makeCell(fill, type.getElementType());
  auto zero = Builder(type.getContext()).getZeroAttr(complex.getElementType());
  return makeComplexCell(fill, zero, complex);
}

static Step translateLoad(Translator &t, Operation &op) {
  auto load = cast<sparse::LoadOp>(op);
  ElementFinder finder(t, op, load.getBuffer(), load.getIndices(),
                       load.getForm());
  Slot result = t.slotOf(load.getResult());
  std::optional<Cell> fill = getFillCell(load.getBuffer().getType());
  if (!fill)
    return {};
  Type type = load.getResult().getType();
  return visitNumber(type, [&, fill = *fill](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      int64_t element;
      Outcome outcome = finder.find(m, element);
      if (outcome == Outcome::Missing)
        m[result] = fill;
      if (outcome == Outcome::Found)
        N::in(m[result]) =
            N::load(m.buffers[finder.getBuffer()]->data + element * N::kBytes);
      return outcome != Outcome::Failed;
    };
  });
}

static Step translateStore(Translator &t, Operation &op) {
  auto store = cast<sparse::StoreOp>(op);
  ElementFinder finder(t, op, store.getBuffer(), store.getIndices(),
                       store.getForm());
  Slot value = t.slotOf(store.getValue());
  return visitNumber(store.getValue().getType(), [&](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      int64_t element;
      Outcome outcome = finder.find(m, element);
      if (outcome == Outcome::Missing)
        return m.fail(finder.getOp(), "expected a stored element to write to");
      if (outcome == Outcome::Found)
        N::store(m.buffers[finder.getBuffer()]->data + element * N::kBytes,
                 N::in(m[value]));
      return outcome == Outcome::Found;
    };
  });
}

//===----------------------------------------------------------------------===//
// Fill
//===----------------------------------------------------------------------===//

namespace {
/// Writes one value to all stored elements of a buffer.
struct Filler {
  /// Calls `write` with the number of each element from storage dimension `dim`
  /// on; `element` is the number of the dimensions before it.
  template <typename Function>
  void visit(Machine &m, unsigned dim, int64_t element, Function write) const {
    if (dim == plan.dims.size())
      return write(element);
    const AxisState &axis = m.axes[plan.axes[plan.dims[dim]]];
    int64_t end = axis.dense ? axis.extent : axis.size();
    int64_t first = element * m.buffers[plan.buffer]->shape[dim];
    for (int64_t index = 0; index < end; ++index)
      visit(m, dim + 1, first + index, write);
  }

  BufferPlan plan;
};
} // namespace

static Step translateFill(Translator &t, Operation &op) {
  auto fill = cast<sparse::FillOp>(op);
  Filler filler{BufferPlan(t, fill.getBuffer())};
  Slot value = t.slotOf(fill.getValue());
  return visitNumber(fill.getValue().getType(), [&, at = &op](auto number) {
    using N = decltype(number);
    return Step([=](Machine &m) {
      const View &view = *m.buffers[filler.plan.buffer];
      if (view.freed)
        return m.fail(at, "expected memory that is not deallocated");
      filler.visit(m, 0, 0, [&](int64_t element) {
        N::store(view.data + element * N::kBytes, N::in(m[value]));
      });
      return true;
    });
  });
}

void spindle::interpreter::addAccessOps(OpTable &table) {
  table["sparse.load"] = translateLoad;
  table["sparse.store"] = translateStore;
  table["sparse.fill"] = translateFill;
}
