//===- AxisOps.cpp - constructors of axes ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisConstructor.h"
#include "FixedAxes.h"
#include "ListPlan.h"
#include "OpTables.h"
#include "ThinAxes.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Axes of fixed width
//===----------------------------------------------------------------------===//

using OptionalCells = std::optional<CellArrayPlan>;

/// The operand `lengths` of an axis under `parent`; none where there is none.
static OptionalCells planLengths(Translator &t, Value lengths, Value parent) {
  if (!lengths)
    return std::nullopt;
  return CellArrayPlan(t, lengths, *axis::getAxisLayout(parent), Value(),
                       "lengths");
}

/// How many steps from parent to parent it is from `parent` to `by`, which may
/// be null for the parent.
static unsigned countSteps(Value parent, Value by) {
  unsigned steps = 0;
  for (Value at = parent; by && at != by; at = axis::getOnlyParent(at))
    ++steps;
  return steps;
}

namespace {
/// The size that an axis is cut or skewed at, where it is, and how many steps
/// from its parent it is to the axis `above`, null for the parent.
struct CutPlan {
  CutPlan(Translator &t, Value size, Value parent, Value above)
      : size(t.slotOfAny(size)), steps(size ? countSteps(parent, above) : 0) {}

  std::optional<Slot> size;
  unsigned steps;
};
} // namespace

static Step translateDenseFixed(Translator &t, Operation &op) {
  auto constructor = cast<axis::DenseFixedOp>(op);
  AxisConstructor plan(t, constructor.getResult());
  OptionalCells lengths =
      planLengths(t, constructor.getLengths(), constructor.getParent());
  CutPlan cut(t, constructor.getCut(), constructor.getParent(),
              constructor.getBy());
  CutPlan skew(t, constructor.getSkew(), constructor.getParent(),
               constructor.getAlong());
  return [=, extent = t.slotOf(constructor.getExtent())](Machine &m) {
    auto state = std::make_shared<DenseFixedAxis>();
    state->extent = state->width = m[extent].integer;
    if (lengths)
      state->lengths = lengths->getCells(m);
    if (cut.size)
      state->cut = {m[*cut.size].integer, state->extent, cut.steps};
    if (skew.size)
      state->skew = {m[*skew.size].integer, skew.steps};
    return plan.checkWidth(m, "an extent", state->width) &&
           plan.define(m, state, {lengths ? &*lengths : nullptr});
  };
}

static Step translateSparseFixed(Translator &t, Operation &op) {
  auto constructor = cast<axis::SparseFixedOp>(op);
  AxisConstructor plan(t, constructor.getResult());
  OptionalCells lengths =
      planLengths(t, constructor.getLengths(), constructor.getParent());
  CellArrayPlan coordinates(t, constructor.getCoordinates(),
                            *axis::getAxisLayout(constructor.getResult()),
                            constructor.getResult(), "coordinates");
  CoordinateRange range(t, constructor.getExtent(), constructor.getFrom());
  CutPlan cut(t, constructor.getCut(), constructor.getParent(),
              constructor.getBy());
  return [=, width = t.slotOf(constructor.getWidth())](Machine &m) {
    auto state = std::make_shared<SparseFixedAxis>();
    state->width = m[width].integer;
    range.set(m, *state);
    if (cut.size)
      state->cut = {m[*cut.size].integer, state->extent, cut.steps};
    state->coordinates = coordinates.getCells(m, state->width);
    if (lengths)
      state->lengths = lengths->getCells(m);
    return plan.checkWidth(m, "a width", state->width) &&
           plan.define(m, state, {lengths ? &*lengths : nullptr, &coordinates});
  };
}

//===----------------------------------------------------------------------===//
// Axes of variable fibres
//===----------------------------------------------------------------------===//

namespace {
/// A variable axis; no coordinates of a dense one, no array of positions of a
/// root.
struct VariableConstruction {
  bool run(Machine &m) const;

  AxisConstructor plan;
  CoordinateRange range;
  std::optional<Slot> count;
  std::optional<ArrayPlan> positions, coordinates;
};
} // namespace

bool VariableConstruction::run(Machine &m) const {
  auto state = std::make_shared<VariableAxis>();
  range.set(m, *state);
  state->positionBits = plan.getType().getPos().getIntOrFloatBitWidth();
  if (count)
    state->count = m[*count].integer;
  if (positions)
    state->positions = positions->getArray(m);
  if (coordinates)
    state->coordinates = coordinates->getArray(m);
  return plan.define(m, state,
                     {positions ? &*positions : nullptr,
                      coordinates ? &*coordinates : nullptr});
}

/// The plan of `constructor`, a dense_variable or sparse_variable.
template <typename ConstructorOp>
static Step translateVariable(Translator &t, ConstructorOp constructor,
                              Value from, Value coordinates) {
  VariableConstruction made{
      AxisConstructor(t, constructor.getResult()),
      CoordinateRange(t, constructor.getExtent(), from),
      t.slotOfAny(constructor.getCount()),
      ArrayPlan::makeOptional(t, constructor.getPositions(), "positions"),
      ArrayPlan::makeOptional(t, coordinates, "coordinates")};
  return [made = std::move(made)](Machine &m) { return made.run(m); };
}

static Step translateDenseVariable(Translator &t, Operation &op) {
  return translateVariable(t, cast<axis::DenseVariableOp>(op), {}, {});
}

static Step translateSparseVariable(Translator &t, Operation &op) {
  auto constructor = cast<axis::SparseVariableOp>(op);
  return translateVariable(t, constructor, constructor.getFrom(),
                           constructor.getCoordinates());
}

//===----------------------------------------------------------------------===//
// Axes whose fibres have one cell
//===----------------------------------------------------------------------===//

namespace {
/// The grid of an axis that has one cell for each of its cells.
struct GridPlan {
  GridPlan(Translator &t, Value axis);

  void set(Machine &m, GridAxis &state) const {
    state.grid = list.makeGrid(m);
    state.entries.assign(entries.begin(), entries.end());
  }

  axis::Layout layout;
  ListPlan list;
  SmallVector<int64_t, 4> entries;
};
} // namespace

/// The axis comes last in the layout of it and its ancestors, and no dimension
/// belongs to it.
GridPlan::GridPlan(Translator &t, Value axis)
    : layout(*axis::getAxisLayout(axis)),
      list(t, layout, layout.axes.size() - 1),
      entries(layout.parents.back().begin(), layout.parents.back().end()) {}

static Step translateSingleton(Translator &t, Operation &op) {
  auto constructor = cast<axis::SingletonOp>(op);
  AxisConstructor plan(t, constructor.getResult());
  GridPlan grid(t, constructor.getResult());
  CoordinateRange range(t, constructor.getExtent(), constructor.getFrom());
  CellArrayPlan coordinates(t, constructor.getCoordinates(), grid.layout,
                            Value(), "coordinates");
  return [=](Machine &m) {
    auto state = std::make_shared<SingletonAxis>();
    range.set(m, *state);
    grid.set(m, *state);
    state->coordinates = coordinates.getCells(m);
    return plan.define(m, state, {&coordinates});
  };
}

static Step translateOccupancy(Translator &t, Operation &op) {
  auto constructor = cast<axis::OccupancyOp>(op);
  AxisConstructor plan(t, constructor.getResult());
  GridPlan grid(t, constructor.getResult());
  CellArrayPlan bits(t, constructor.getBits(), grid.layout, Value(), "bits");
  return [=](Machine &m) {
    auto state = std::make_shared<OccupancyAxis>();
    state->extent = 1;
    grid.set(m, *state);
    state->bits = bits.getCells(m);
    return plan.define(m, state, {&bits});
  };
}

static Step translateProduct(Translator &t, Operation &op) {
  auto constructor = cast<axis::ProductOp>(op);
  AxisConstructor plan(t, constructor.getResult());
  ArrayPlan offsets(t, constructor.getOffsets(), "offsets");
  return [=](Machine &m) {
    auto state = std::make_shared<ProductAxis>();
    state->extent = 1;
    state->offsets = offsets.getArray(m);
    return plan.define(m, state, {&offsets});
  };
}

void spindle::interpreter::addAxisOps(OpTable &table) {
  table["axis.dense_fixed"] = translateDenseFixed;
  table["axis.dense_variable"] = translateDenseVariable;
  table["axis.sparse_fixed"] = translateSparseFixed;
  table["axis.sparse_variable"] = translateSparseVariable;
  table["axis.singleton"] = translateSingleton;
  table["axis.occupancy"] = translateOccupancy;
  table["axis.product"] = translateProduct;
}
