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

#include "Spindle/Runtime/StorageCells.h"

#include "StorageCheck.h"

using namespace spindle::runtime;

namespace {
/// The cells of a valid storage.
struct CellList {
  CellList(const StoragePlan &plan, const StorageSizes &sizes,
           const Storage &storage)
      : plan(plan), sizes(sizes), storage(storage),
        strides(getStrides(plan, sizes, plan.dims)), nodes(plan.levels()),
        cells(storage.values.size()) {
    for (int64_t level = 0; level < plan.levels(); ++level)
      parentStrides.push_back(getStrides(plan, sizes, plan.parentDims[level]));
  }

  void setElements(const Array &marks);
  void walk(int64_t level);
  void addCell();
  void dropPlaces();

  std::pair<int64_t, int64_t> fibre(int64_t level) const;
  int64_t parent(int64_t level) const;
  int64_t address(const std::vector<int64_t> &of,
                  const std::vector<int64_t> &strides) const;

  struct Node {
    int64_t coordinate = 0, position = 0, offset = 0;
  };

  const StoragePlan &plan;
  const StorageSizes &sizes;
  const Storage &storage;
  std::vector<int64_t> strides;
  std::vector<std::vector<int64_t>> parentStrides;
  /// The cell at hand, by levels.
  std::vector<Node> nodes;
  std::vector<StorageCell> cells;
};
} // namespace

/// Marks the elements as `marks` says, all of them where it has no memory.
void CellList::setElements(const Array &marks) {
  for (size_t i = 0; i < cells.size(); ++i)
    cells[i].isElement = !marks.data() || marks.as<bool>()[i];
}

int64_t CellList::address(const std::vector<int64_t> &of,
                          const std::vector<int64_t> &strides) const {
  int64_t sum = 0;
  for (size_t d = 0; d < of.size(); ++d) {
    const Node &node = nodes[of[d]];
    bool byPosition = isIndexedByPosition(plan.format.levels[of[d]]);
    sum += strides[d] * (byPosition ? node.position : node.offset);
  }
  return sum;
}

/// The position that the fibre of `level` at hand lies under; 0 of a root.
int64_t CellList::parent(int64_t level) const {
  int64_t parent = plan.onlyParent(level);
  return parent >= 0 ? nodes[parent].position
                     : address(plan.parentDims[level], parentStrides[level]);
}

/// The positions [first, second) of the fibre of `level` at hand, padding
/// included.
std::pair<int64_t, int64_t> CellList::fibre(int64_t level) const {
  int64_t under = parent(level), width = sizes.widths[level];
  if (hasPositions(plan, level))
    return {readIndex(storage.positions[level], under),
            readIndex(storage.positions[level], under + 1)};
  switch (plan.format.levels[level].kind) {
  case LevelKind::Singleton:
    return {under, under + 1};
  case LevelKind::Compressed:
    return {0, sizes.sizes[level]};
  default:
    return {under * width, (under + 1) * width};
  }
}

/// Goes over the fibres of `level` and those after it.
void CellList::walk(int64_t level) {
  if (level == plan.levels())
    return addCell();
  auto [start, end] = fibre(level);
  for (int64_t p = start; p < end; ++p) {
    int64_t coordinate = hasCoordinates(plan, level)
                             ? readIndex(storage.coordinates[level], p)
                             : p - start;
    nodes[level] = {coordinate, p, p - start};
    walk(level + 1);
  }
}

/// Sets the cell at hand, with the place that its coordinates say.
void CellList::addCell() {
  StorageCell &cell = cells[address(plan.dims, strides)];
  cell.place.assign(plan.shape.size(), 0);
  for (int64_t level = 0; level < plan.levels(); ++level) {
    cell.positions.push_back(nodes[level].position);
    cell.place[plan.format.levels[level].dim] +=
        plan.weights[level] * nodes[level].coordinate;
  }
  cell.isInside = true;
  for (size_t dim = 0; dim < plan.shape.size(); ++dim)
    cell.isInside &= cell.place[dim] < plan.shape[dim];
}

/// Takes the places from the cells whose coordinates are those of padding.
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
