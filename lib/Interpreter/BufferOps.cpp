//===- BufferOps.cpp - constructors of buffers ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "Element.h"
#include "OpTables.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include <new>

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

bool spindle::interpreter::checkStorage(Machine &m, Operation *op,
                                        const BufferState &buffer) {
  for (unsigned dim = 0; buffer.view && dim < buffer.grid.getRank(); ++dim) {
    int64_t needed = buffer.grid.getExtent(dim);
    if (buffer.view->shape[dim] < needed)
      return m.fail(op, "expected dimension " + Twine(dim) +
                            " of the memory to be at least " + Twine(needed) +
                            " but got " + Twine(buffer.view->shape[dim]));
  }
  return true;
}

ListPlan spindle::interpreter::planList(Translator &t, Value buffer) {
  return ListPlan(t, *sparse::getLayout(buffer));
}

bool spindle::interpreter::defineBuffer(Machine &m, Operation *op,
                                        unsigned number, const ListPlan &list,
                                        BufferState state) {
  state.grid = list.makeGrid(m);
  state.mayLackCells = state.grid.mayLackCells();
  m.buffers[number] = std::move(state);
  return checkStorage(m, op, m.buffers[number]);
}

static Step translateBind(Translator &t, Operation &op) {
  auto bind = cast<sparse::BindOp>(op);
  return [list = planList(t, bind.getResult()), at = &op,
          buffer = t.bufferOf(bind.getResult()),
          memory = t.slotOf(bind.getMemory())](Machine &m) {
    BufferState state;
    state.view = m[memory].memory;
    return defineBuffer(m, at, buffer, list, std::move(state));
  };
}

static Step translateSplat(Translator &t, Operation &op) {
  auto splat = cast<sparse::SplatOp>(op);
  return [list = planList(t, splat.getResult()), at = &op,
          buffer = t.bufferOf(splat.getResult()),
          value = t.slotOf(splat.getValue())](Machine &m) {
    BufferState state;
    state.value = m[value];
    return defineBuffer(m, at, buffer, list, std::move(state));
  };
}

//===----------------------------------------------------------------------===//
// Memory of the function's own
//===----------------------------------------------------------------------===//

/// Memory for all cells of `grid`, of elements that are not written yet.
static bool allocate(Machine &m, Operation *op, const Grid &grid,
                     int64_t elementBytes, View &view) {
  constexpr char kPoison = char(0xa5);
  int64_t count = 1, bytes;
  for (unsigned dim = 0; dim < grid.getRank(); ++dim) {
    view.shape.push_back(grid.getExtent(dim));
    if (llvm::MulOverflow(count, view.shape.back(), count))
      return m.fail(op, "expected a size that fits memory but got " +
                            Twine(view.shape.back()));
  }
  if (!llvm::MulOverflow(count, elementBytes, bytes))
    view.owned.reset(new (std::nothrow) char[bytes]);
  if (!view.owned)
    return m.fail(op, "expected memory for " + Twine(count) +
                          " elements but got none");
  std::fill_n(view.owned.get(), bytes, kPoison);
  view.data = view.owned.get();
  view.written.resize(count);
  return true;
}

/// Where bodies are only counted nothing is written, and all may be read.
static Step translateAlloc(Translator &t, Operation &op) {
  auto alloc = cast<sparse::AllocOp>(op);
  int64_t bytes = getByteSize(alloc.getResult().getType().getElementType());
  if (!bytes)
    return {};
  return [list = planList(t, alloc.getResult()), at = &op, bytes,
          counting = t.isCounting(),
          isWorkspace = !isa<FunctionOpInterface>(op.getParentOp()),
          buffer = t.bufferOf(alloc.getResult())](Machine &m) {
    BufferState state;
    // Nothing sees what the iteration before had.
    state.view = isWorkspace ? m.buffers[buffer].view : nullptr;
    if (!state.view)
      state.view = &m.views.emplace_back();
    *state.view = View();
    if (!allocate(m, at, list.makeGrid(m), bytes, *state.view))
      return false;
    if (counting)
      state.view->written.clear();
    return defineBuffer(m, at, buffer, list, std::move(state));
  };
}

void spindle::interpreter::addBufferOps(OpTable &table) {
  table["sparse.bind"] = translateBind;
  table["sparse.splat"] = translateSplat;
  table["sparse.alloc"] = translateAlloc;
}
