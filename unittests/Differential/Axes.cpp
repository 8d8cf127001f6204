//===- Axes.cpp - random trees of axes ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include <algorithm>

using namespace spindle::differential;

/// No axis has more positions.
static constexpr int64_t kMaxSize = 120;

/// The coordinates of one fibre.
static std::vector<int64_t> generateFibre(Random &random, const Axis &axis,
                                          bool sorted) {
  std::vector<int64_t> fibre;
  int64_t wanted = axis.extent == 0 ? 0 : random.below(5);
  for (int64_t i = 0; i < wanted; ++i) {
    int64_t coordinate = random.below(axis.extent);
    bool seen = std::count(fibre.begin(), fibre.end(), coordinate) > 0;
    if (!axis.unique || !seen)
      fibre.push_back(coordinate);
  }
  if (sorted)
    std::sort(fibre.begin(), fibre.end());
  return fibre;
}

static void generateSparse(Random &random, Axis &axis, int64_t parentSize) {
  axis.dense = false;
  axis.unique = !random.chance(15);
  bool sorted = random.chance(65);
  axis.extent = random.chance(8) ? 0 : random.between(1, 9);
  static const std::vector<std::string> crd = {"i8", "i16", "i32", "i64"};
  axis.pos = random.chance(50) ? "i32" : "i64";
  axis.crd = random.pick(crd);
  axis.type = "!axis.axis<sparse_variable, pos = " + axis.pos +
              ", crd = " + axis.crd + (sorted ? ", sorted" : "") +
              (axis.unique ? ", unique" : "") + ">";
  axis.positions.push_back(0);
  for (int64_t under = 0; under < parentSize; ++under) {
    if (!random.chance(25) && axis.coordinates.size() < kMaxSize)
      for (int64_t coordinate : generateFibre(random, axis, sorted))
        axis.coordinates.push_back(coordinate);
    axis.positions.push_back(int64_t(axis.coordinates.size()));
  }
  axis.size = axis.positions.back();
  // Entries that belong to no fibre.
  for (int64_t slack = random.chance(30) ? 2 : 0; slack > 0; --slack)
    axis.coordinates.push_back(-1);
}

static void generateDense(Random &random, Axis &axis, int64_t parentSize) {
  axis.extent = random.chance(8) ? 0 : random.between(1, 5);
  if (parentSize * axis.extent > kMaxSize)
    axis.extent = 1;
  axis.isStatic = random.chance(35);
  axis.type = axis.isStatic ? "!axis.axis<dense_fixed, width = " +
                                  std::to_string(axis.extent) + ">"
                            : "!axis.axis<dense_fixed>";
  axis.size = parentSize * axis.extent;
}

std::vector<Axis> spindle::differential::generateAxes(Random &random) {
  std::vector<Axis> axes;
  int64_t count = random.chance(10) ? 1 : random.between(2, 5);
  for (int64_t index = 0; index < count; ++index) {
    Axis axis;
    axis.name = "%A" + std::to_string(index);
    if (index > 0 && random.chance(75))
      axis.parent = random.below(index);
    int64_t parentSize = axis.parent < 0 ? 1 : axes[axis.parent].size;
    if (axis.parent >= 0 && random.chance(70))
      generateSparse(random, axis, parentSize);
    else
      generateDense(random, axis, parentSize);
    axes.push_back(axis);
  }
  return axes;
}

std::string spindle::differential::printEntry(const std::vector<Axis> &axes,
                                              const std::vector<Entry> &list,
                                              int64_t index) {
  const Entry &entry = list[index];
  std::string text = axes[entry.axis].name;
  if (entry.parent < 0)
    return text;
  int64_t nearest = index - 1;
  while (list[nearest].axis != list[entry.parent].axis)
    --nearest;
  return nearest == entry.parent ? text
                                 : text + " of " + std::to_string(entry.parent);
}

bool spindle::differential::computeStorage(const std::vector<Axis> &axes,
                                           const std::vector<Entry> &list,
                                           std::vector<int64_t> &dims) {
  auto isAncestor = [&](int64_t ancestor, int64_t entry) {
    while (entry >= 0 && entry != ancestor)
      entry = list[entry].parent;
    return entry >= 0;
  };
  // Each dimension: the entries merged into it, the owner last.
  std::vector<std::vector<int64_t>> open;
  for (int64_t index = 0; index < int64_t(list.size()); ++index) {
    std::vector<std::vector<int64_t>> next;
    std::vector<int64_t> merged;
    int64_t place = -1;
    for (const std::vector<int64_t> &dim : open) {
      auto ours = [&](int64_t entry) { return isAncestor(entry, index); };
      bool closes = !axes[list[index].axis].dense &&
                    std::any_of(dim.begin(), dim.end(), ours);
      if (closes && !std::all_of(dim.begin(), dim.end(), ours))
        return false;
      if (!closes) {
        next.push_back(dim);
        continue;
      }
      place = place < 0 ? int64_t(next.size()) : place;
      merged.insert(merged.end(), dim.begin(), dim.end());
    }
    merged.push_back(index);
    next.insert(place < 0 ? next.end() : next.begin() + place, merged);
    open = next;
  }
  dims.clear();
  for (const std::vector<int64_t> &dim : open)
    dims.push_back(dim.back());
  return true;
}
