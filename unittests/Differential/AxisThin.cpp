//===- AxisThin.cpp - random axes with one cell per fibre -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisGenerator.h"

#include <algorithm>

using namespace spindle::differential;

/// Whether the cells that a cell of `axis` lies under exist.
bool AxisGenerator::parentsExist(const Axis &axis,
                                 const Positions &under) const {
  bool exists = true;
  for (size_t parent = 0; parent < under.size(); ++parent)
    exists &= axes[axis.parents[parent]].cells[under[parent]].exists;
  return exists;
}

/// Calls `fill`, which appends a cell to `axis`, with the positions of the
/// parents of each, in the order of the cells: row by row in their layout.
/// False where there are too many, or none fit.
bool AxisGenerator::layCells(
    Axis &axis, const std::function<void(Axis &, const Positions &)> &fill) {
  List list;
  std::vector<int64_t> entries =
      addParents(axes, list, axis.parents, axis.links);
  ListLayout layout;
  if (!computeLayout(axes, list, layout) || layout.count() > kMaxSize)
    return false;
  std::vector<Positions> order(layout.count());
  walk(axes, list, /*all=*/true, [&](const Positions &positions) {
    Positions &own =
        order[getAddress(axes, list, layout, layout.sizes, positions)];
    for (int64_t entry : entries)
      own.push_back(positions[entry]);
  });
  for (const Positions &own : order)
    fill(axis, own);
  axis.collectFibres();
  return true;
}

//===----------------------------------------------------------------------===//
// Singletons
//===----------------------------------------------------------------------===//

/// The axes that can be parents beside `first`: roots if it is one, else those
/// with the same only parent.
static std::vector<int64_t> findSiblings(const Axes &axes, int64_t first) {
  std::vector<int64_t> siblings;
  for (int64_t other = 0; other < int64_t(axes.size()); ++other)
    if (other != first && axes[first].parents.size() <= 1 &&
        axes[other].parents == axes[first].parents)
      siblings.push_back(other);
  return siblings;
}

/// One or two parents, as the operation names them; those of the axis are they
/// and, below an axis that both lie under, that one.
std::vector<int64_t> AxisGenerator::chooseParents(Axis &axis) {
  std::vector<int64_t> named = {random.below(int64_t(axes.size()))};
  std::vector<int64_t> siblings = findSiblings(axes, named[0]);
  if (!siblings.empty() && random.chance(50))
    named.push_back(random.pick(siblings));
  axis.parents = named;
  axis.links.assign(named.size(), -1);
  if (named.size() > 1 && !axes[named[0]].parents.empty()) {
    axis.parents.insert(axis.parents.begin(), axes[named[0]].parents[0]);
    axis.links = {-1, 0, 0};
  }
  return named;
}

/// A coordinate for each cell; none twice where the axis is unique.
void AxisGenerator::scatterCoordinates(Axis &axis) {
  if (axis.unique)
    axis.extent = std::max(axis.extent, axis.size() + random.below(3));
  std::vector<int64_t> free;
  for (int64_t coordinate = 0; coordinate < axis.extent; ++coordinate)
    free.push_back(axis.from + coordinate);
  for (Cell &cell : axis.cells) {
    size_t choice = random.below(int64_t(free.size()));
    cell.coordinate = free[choice];
    if (axis.unique && cell.exists)
      free.erase(free.begin() + choice);
  }
}

void AxisGenerator::addSingleton() {
  static const std::vector<std::string> types = {"i8", "i16", "i32", "i64"};
  Axis axis;
  axis.kind = Kind::Singleton;
  std::string number = std::to_string(axes.size());
  axis.name = "%A" + number;
  std::vector<int64_t> named = chooseParents(axis);
  chooseCoordinates(axis, 1);
  axis.unique = random.chance(40);
  axis.sorted = false;
  if (!layCells(axis, [&](Axis &axis, const Positions &under) {
        axis.add(under, 0, parentsExist(axis, under));
      }))
    return;
  scatterCoordinates(axis);
  axis.type = getType(axis, "", random.pick(types));
  std::string text = "singleton " + addExtent(axis) + " of ", parentTypes;
  for (size_t parent = 0; parent < named.size(); ++parent) {
    text += (parent > 0 ? ", " : "") + axes[named[parent]].name;
    parentTypes += (parent > 0 ? ", " : "") + axes[named[parent]].type;
  }
  axes.push_back(axis);
  text += " coordinates %c" + number + " : (" + parentTypes + "), " +
          addCoordinates(axis) + " -> @";
  finish(axes.back(), text);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void AxisGenerator::addProduct() {
  std::vector<int64_t> factors;
  int64_t parent = random.below(int64_t(axes.size()));
  auto find = [&] {
    factors.clear();
    for (int64_t other = 0; other < int64_t(axes.size()); ++other)
      if (axes[other].isVariable() &&
          axes[other].parents == std::vector<int64_t>{parent})
        factors.push_back(other);
  };
  for (find(); factors.size() < 2; find()) {
    size_t before = axes.size();
    if (hasLayout({parent}, {-1}))
      addVariable(parent, random.chance(40));
    if (axes.size() == before)
      return;
  }
  Axis axis;
  axis.kind = Kind::Product;
  int64_t first = random.pick(factors), second = random.pick(factors);
  axis.parents = {parent, first, second};
  axis.links = {-1, 0, 0};
  std::vector<int64_t> offsets = {0};
  for (int64_t under = 0; under < axes[parent].size(); ++under) {
    // Copies: a map gives none where there is no fibre.
    std::vector<int64_t> rows = axes[first].fibres[{under}];
    std::vector<int64_t> columns = axes[second].fibres[{under}];
    for (int64_t row : rows)
      for (int64_t column : columns)
        axis.add({under, row, column}, 0, axes[parent].cells[under].exists);
    offsets.push_back(axis.size());
  }
  if (axis.size() > kMaxSize)
    return;
  axis.collectFibres();
  std::string number = std::to_string(axes.size());
  std::string pos = random.chance(50) ? "i32" : "i64";
  axis.name = "%A" + number;
  axis.type = getType(axis, pos, "");
  function.addIntegers("%o" + number, pos, offsets);
  finish(axis, "product " + axes[first].name + ", " + axes[second].name +
                   " offsets %o" + number + " : " + axes[first].type + ", " +
                   axes[second].type + ", memref<?x" + pos + "> -> @");
  axes.push_back(axis);
}

//===----------------------------------------------------------------------===//
// Occupancies
//===----------------------------------------------------------------------===//

/// The text of an occupancy on `list`, and its argument.
std::string AxisGenerator::addBits(const List &list, const std::string &name,
                                   const std::string &element,
                                   const std::vector<int64_t> &bits) {
  ListLayout layout;
  computeLayout(axes, list, layout);
  function.addMemory(
      layout.shape, {name, element, layout.sizes, packIntegers(bits, element)});
  std::string entries, types;
  for (int64_t index = 0; index < int64_t(list.size()); ++index) {
    std::string comma = index > 0 ? ", " : "";
    entries += comma + printEntry(axes, list, index, random.chance(80));
    types += comma + axes[list[index].axis].type;
  }
  return "occupancy " + name + " on (" + entries + ") : memref<" +
         layout.shape + element + "> on (" + types + ") -> @";
}

void AxisGenerator::addOccupancy() {
  static const std::vector<std::string> types = {"i1", "i8", "i32"};
  List list;
  for (int64_t count = random.between(1, 2); count > 0; --count)
    addEntry(random, axes, list, random.below(int64_t(axes.size())));
  Axis axis;
  axis.kind = Kind::Occupancy;
  axis.lacks = true;
  for (const Entry &entry : list) {
    if (entry.parents.size() > 1 || list.size() > 4)
      return;
    axis.parents.push_back(entry.axis);
    axis.links.push_back(entry.parents.empty() ? -1 : entry.parents[0]);
  }
  int64_t share = random.between(20, 100);
  std::string element = random.pick(types);
  std::vector<int64_t> bits;
  bool laid = layCells(axis, [&](Axis &axis, const Positions &under) {
    bool exists = random.chance(share) && parentsExist(axis, under);
    axis.add(under, 0, exists);
    // Any number but 0 is a bit that is set.
    bits.push_back(!exists ? 0 : random.chance(80) ? 1 : random.between(1, 99));
  });
  if (!laid)
    return;
  std::string number = std::to_string(axes.size());
  axis.name = "%A" + number;
  axis.type = getType(axis, "", "");
  if (element == "i1")
    for (int64_t &bit : bits)
      bit = bit != 0;
  finish(axis, addBits(list, "%b" + number, element, bits));
  axes.push_back(axis);
}
