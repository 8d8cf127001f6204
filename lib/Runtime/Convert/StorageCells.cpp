//===- StorageCells.cpp - What each value of a storage is -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are found by the walk over existing cells that `load` makes; another
// walk goes over all cells, through the whole width of each fibre.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/StorageCells.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Store.h"
#include "Spindle/Runtime/Storage/StoragePath.h"

using namespace spindle::runtime;

namespace {
/// The cells of a valid storage.
struct CellList {
  CellList(const StoragePlan &plan, const StorageSizes &sizes,
           const Storage &storage)
      : plan(plan), sizes(sizes), strides(getStrides(plan, sizes, plan.dims)),
        path(plan, sizes, storage), cells(storage.values.size()) {}

  void setElements(const Array &marks);
  void walk(int64_t level);
  void addCell();
  void dropPlaces();

  const StoragePlan &plan;
  const StorageSizes &sizes;
  std::vector<int64_t> strides;
  /// The cell at hand.
  StoragePath path;
  std::vector<StorageCell> cells;
};
} // namespace

/// Marks the elements as `marks` says, all of them where it has no memory.
void CellList::setElements(const Array &marks) {
  for (size_t i = 0; i < cells.size(); ++i)
    cells[i].isElement = !marks.data() || marks.as<bool>()[i];
}

/// Goes over the fibres of `level` and those after it.
void CellList::walk(int64_t level) {
  if (level == plan.levels())
    return addCell();
  auto [start, end] = path.wholeFibre(level);
  for (int64_t p = start; p < end; ++p) {
    path.enter(level, start, p);
    walk(level + 1);
  }
}

/// Sets the cell at hand, with its coordinates in the tensor.
void CellList::addCell() {
  StorageCell &cell = cells[path.address(plan.dims, strides)];
  cell.place.assign(plan.numDims(), 0);
  for (int64_t level = 0; level < plan.levels(); ++level) {
    cell.positions.push_back(path[level].position);
    cell.place[plan.format.levels[level].dim] +=
        plan.weights[level] * path[level].coordinate;
  }
  for (int64_t dim = 0; dim < plan.numDims(); ++dim)
    if (plan.addends[dim] >= 0)
      cell.place[dim] += cell.place[plan.addends[dim]];
  cell.isInside = true;
  for (int64_t dim = 0; dim < plan.numDims(); ++dim)
    cell.isInside &= cell.place[dim] >= 0 && cell.place[dim] < plan.bounds[dim];
  cell.place.resize(plan.shape.size());
}

/// Takes the coordinates in the tensor from the cells of padding.
void CellList::dropPlaces() {
  for (int64_t level = 0; level < plan.levels(); ++level) {
    LevelKind kind = plan.format.levels[level].kind;
    if (kind != LevelKind::Fixed && kind != LevelKind::Singleton)
      continue;
    std::vector<bool> isUsed(sizes.sizes[level]);
    for (const StorageCell &cell : cells)
      if (cell.isElement)
        isUsed[cell.positions[level]] = true;
    for (StorageCell &cell : cells)
      if (!isUsed[cell.positions[level]])
        cell.place.clear();
  }
  for (StorageCell &cell : cells)
    cell.isInside &= plan.shape.empty() || !cell.place.empty();
}

Expected<std::vector<StorageCell>>
spindle::runtime::listCells(const Storage &storage, const Format &format) {
  Expected<StoragePlan> plan = StoragePlan::make(format, storage.shape);
  if (!plan)
    return plan.takeError();
  StorageSizes sizes;
  if (auto error = checkStorage(*plan, storage, sizes))
    return std::move(*error);
  Expected<Array> marks = markElements(storage, format);
  if (!marks)
    return marks.takeError();
  CellList list(*plan, sizes, storage);
  list.setElements(*marks);
  list.walk(0);
  list.dropPlaces();
  return std::move(list.cells);
}
