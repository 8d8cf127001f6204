//===- Space.cpp - a tree of axes, counted cell by cell -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Space.h"

using namespace mlir;
using namespace spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static SmallVector<int64_t, 2> asList(int64_t parent) {
  return parent < 0 ? SmallVector<int64_t, 2>()
                    : SmallVector<int64_t, 2>{parent};
}

void Space::addFixed(AxisKind kind, int64_t parent, int64_t width) {
  entries.push_back({kind, asList(parent), width});
}

void Space::addVariable(AxisKind kind, int64_t parent,
                        const std::vector<int64_t> &lengths) {
  Entry entry{kind, asList(parent), 0, {0}};
  for (int64_t length : lengths)
    entry.begins.push_back(entry.begins.back() + length);
  entries.push_back(entry);
}

void Space::addThin(AxisKind kind, ArrayRef<int64_t> parents) {
  Entry entry{kind, SmallVector<int64_t, 2>(parents)};
  if (kind == AxisKind::Product) {
    const Entry &first = entries[parents[1]], &second = entries[parents[2]];
    entry.begins = {0};
    for (size_t b = 0; b + 1 < first.begins.size(); ++b)
      entry.begins.push_back(entry.begins.back() +
                             (first.begins[b + 1] - first.begins[b]) *
                                 (second.begins[b + 1] - second.begins[b]));
  }
  entries.push_back(entry);
}

AxisType Space::getType(MLIRContext *context, const Entry &entry) const {
  bool hasCoordinates = entry.kind == AxisKind::SparseFixed ||
                        entry.kind == AxisKind::SparseVariable ||
                        entry.kind == AxisKind::Singleton;
  bool hasPositions = entry.isVariable() || entry.kind == AxisKind::Product;
  Type i32 = IntegerType::get(context, 32);
  return AxisType::get(
      context, entry.kind, entry.isFixed() ? entry.width : ShapedType::kDynamic,
      hasPositions ? i32 : Type(), hasCoordinates ? i32 : Type(),
      /*sorted=*/true, /*unique=*/true);
}

SmallVector<Value> Space::makeAxes() {
  module = {};
  context = std::make_unique<MLIRContext>();
  context->loadDialect<AxisDialect>();
  OpBuilder builder(context.get());
  module = ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToStart(module->getBody());
  SmallVector<Value> axes;
  for (const Entry &entry : entries)
    axes.push_back(UnrealizedConversionCastOp::create(
                       builder, builder.getUnknownLoc(),
                       TypeRange{getType(context.get(), entry)}, ValueRange())
                       .getResult(0));
  return axes;
}

ParentLists Space::getParents() const {
  ParentLists parents;
  for (const Entry &entry : entries)
    parents.push_back(entry.parents);
  return parents;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

bool Space::mayBeParent(int64_t entry) const {
  return entries[entry].parents.size() <= 1 ||
         entries[entry].kind == AxisKind::Product;
}

int64_t Space::getSize(int64_t entry) const {
  const Entry &axis = entries[entry];
  if (!axis.begins.empty())
    return axis.begins.back();
  int64_t above = axis.parents.empty() ? 1 : getSize(axis.parents.front());
  return axis.isFixed() ? above * axis.width : above;
}

int64_t Space::getBound(int64_t entry) const {
  return entries[entry].isFixed() ? entries[entry].width : getSize(entry);
}

/// The number of cells of the fibre of `entry` under `positions`.
int64_t Space::getLength(int64_t entry, ArrayRef<int64_t> positions) const {
  const Entry &axis = entries[entry];
  int64_t under = axis.parents.empty() ? 0 : positions[axis.parents.front()];
  if (axis.isVariable())
    return axis.begins[under + 1] - axis.begins[under];
  return axis.isFixed() ? axis.width : 1;
}

/// The position of the first cell of that fibre; 0 for an axis that is no
/// parent.
int64_t Space::getBegin(int64_t entry, ArrayRef<int64_t> positions,
                        ArrayRef<int64_t> offsets) const {
  const Entry &axis = entries[entry];
  int64_t under = axis.parents.empty() ? 0 : positions[axis.parents.front()];
  if (axis.kind == AxisKind::Product)
    return axis.begins[under] +
           offsets[axis.parents[1]] * getLength(axis.parents[2], positions) +
           offsets[axis.parents[2]];
  if (axis.isVariable())
    return axis.begins[under];
  if (axis.isFixed())
    return under * axis.width;
  return axis.parents.size() == 1 ? under : 0;
}

/// Visits the cells of the axes after those that have `positions`.
static void visitRest(int64_t count, SmallVectorImpl<int64_t> &positions,
                      SmallVectorImpl<int64_t> &offsets,
                      function_ref<int64_t(int64_t)> getLength,
                      function_ref<int64_t(int64_t)> getBegin,
                      Space::Visit visit) {
  int64_t entry = positions.size();
  if (entry == count)
    return visit(positions, offsets);
  int64_t begin = getBegin(entry);
  for (int64_t offset = 0, length = getLength(entry); offset < length;
       ++offset) {
    positions.push_back(begin + offset);
    offsets.push_back(offset);
    visitRest(count, positions, offsets, getLength, getBegin, visit);
    positions.pop_back();
    offsets.pop_back();
  }
}

void Space::visitCells(Visit visit) const {
  SmallVector<int64_t> positions, offsets;
  visitRest(
      getCount(), positions, offsets,
      [&](int64_t entry) { return getLength(entry, positions); },
      [&](int64_t entry) { return getBegin(entry, positions, offsets); },
      visit);
}
