//===- Cell.cpp - one cell of a layout ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cell.h"

#include "Queries.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::AxisType;
using spindle::axis::Layout;
using spindle::axis::ParentLists;
using spindle::axis::PositionOp;

static AxisType getType(const Layout &layout, int64_t entry) {
  return cast<AxisType>(layout.axes[entry].getType());
}

/// Whether entry `ancestor` is above entry `entry`.
static bool isAncestor(const Layout &layout, int64_t ancestor, int64_t entry) {
  return llvm::any_of(layout.parents[entry], [&](int64_t parent) {
    return parent == ancestor || isAncestor(layout, ancestor, parent);
  });
}

PositionOp spindle::getConstructor(Value position, Value axis) {
  auto constructor = position.getDefiningOp<PositionOp>();
  bool ofAxis = constructor && constructor.getAxis() == axis;
  return ofAxis && !cast<AxisType>(axis.getType()).isVariable() ? constructor
                                                                : PositionOp();
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

Cell::Cell(Value axis, Value position, ValueRange under)
    // The verifiers of axes with arrays have seen to the layout.
    : layout(*axis::getAxisLayout(axis)), positions(layout.axes.size()) {
  positions.back() = position;
  if (under.empty())
    return;
  for (auto [entry, parent] : llvm::zip_equal(layout.parents.back(), under))
    positions[entry] = parent;
}

Cell Cell::at(Value axis, Value position, ValueRange under) {
  return Cell(axis, position, under);
}

Cell Cell::ofThin(Value axis, ValueRange under) {
  return Cell(axis, Value(), under);
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

/// The position of `entry`, if it is known or follows from that of a child.
Value Cell::buildPosition(QueryBuilder &builder, int64_t entry) const {
  if (positions[entry])
    return positions[entry];
  for (int64_t child = entry + 1, end = positions.size(); child < end;
       ++child) {
    const auto &parents = layout.parents[child];
    auto *found = llvm::find(parents, entry);
    if (found == parents.end())
      continue;
    Value position = buildPosition(builder, child);
    if (position && parents.size() == 1)
      return buildParent(builder, layout.axes[child], position);
    if (PositionOp constructor =
            position ? getConstructor(position, layout.axes[child])
                     : PositionOp())
      return constructor.getUnder()[found - parents.begin()];
  }
  return {};
}

/// The offset of the position of `entry`, which is fixed, in its fibre; null
/// where the position does not follow.
Value Cell::buildOffset(QueryBuilder &builder, int64_t entry) const {
  Value position = buildPosition(builder, entry);
  int64_t parent = layout.getOnlyParent(entry);
  if (!position || parent < 0)
    return position;
  if (PositionOp constructor = getConstructor(position, layout.axes[entry]))
    return constructor.getOffset();
  Value width = buildWidth(builder, layout.axes[entry]);
  if (!positions[parent])
    return arith::RemUIOp::create(builder, position, width);
  return subtract(builder, position,
                  multiply(builder, positions[parent], width));
}

/// The index of the dimension that belongs to `entry`, if it follows.
Value Cell::buildIndex(QueryBuilder &builder, int64_t entry) const {
  return getType(layout, entry).isFixed() ? buildOffset(builder, entry)
                                          : buildPosition(builder, entry);
}

/// Sets those of `indices` that belong to ancestors of `thin`, an entry with
/// several parents: its position is the number of a cell in their dimensions.
void Cell::splitNumber(QueryBuilder &builder, int64_t thin,
                       MutableArrayRef<Value> indices) const {
  Value number = buildPosition(builder, thin);
  if (!number)
    return;
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < layout.getRank(); ++dim)
    if (isAncestor(layout, layout.dims[dim], thin))
      dims.push_back(dim);
  while (dims.size() > 1) {
    int64_t dim = dims.pop_back_val();
    Value size = buildDimSize(builder, layout.getAxis(dim));
    indices[dim] = arith::RemUIOp::create(builder, number, size);
    number = arith::DivUIOp::create(builder, number, size);
  }
  if (!dims.empty())
    indices[dims.front()] = number;
}

SmallVector<Value> Cell::getIndices(QueryBuilder &builder) const {
  SmallVector<Value> indices;
  for (int64_t entry : layout.dims)
    indices.push_back(buildIndex(builder, entry));
  for (int64_t entry = positions.size() - 1; entry >= 0; --entry)
    if (layout.parents[entry].size() > 1 &&
        llvm::is_contained(indices, Value()))
      splitNumber(builder, entry, indices);
  return indices;
}

Value Cell::getNumber(QueryBuilder &builder) const {
  SmallVector<Value> indices = getIndices(builder);
  Value number = indices.front();
  for (int64_t dim = 1; dim < layout.getRank(); ++dim) {
    Value size = buildDimSize(builder, layout.getAxis(dim));
    number = add(builder, multiply(builder, number, size), indices[dim]);
  }
  return number;
}
