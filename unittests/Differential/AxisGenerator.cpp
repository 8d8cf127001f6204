//===- AxisGenerator.cpp - makes random axes ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisGenerator.h"

#include <algorithm>

using namespace spindle::differential;

Axes AxisGenerator::generate() {
  size_t count = random.chance(8) ? 1 : random.between(2, 6);
  for (int64_t tries = 0; axes.size() < count && tries < 20; ++tries) {
    int64_t kind = random.below(100);
    if (axes.empty() || kind < 18)
      addRoot();
    else if (kind < 65)
      addChild(random.below(int64_t(axes.size())));
    else if (kind < 78)
      addSingleton();
    else if (kind < 86)
      addProduct();
    else
      addOccupancy();
  }
  return std::move(axes);
}

void AxisGenerator::addRoot() {
  int64_t kind = random.below(100);
  if (kind < 62)
    return addDenseFixed(-1);
  if (kind < 72)
    return addSparseFixed(-1);
  return addVariable(-1, /*sparse=*/kind < 92);
}

void AxisGenerator::addChild(int64_t parent) {
  if (!hasLayout({parent}, {-1}))
    return;
  int64_t kind = random.below(100);
  if (kind < 30)
    return addDenseFixed(parent);
  if (kind < 50)
    return addSparseFixed(parent);
  return addVariable(parent, /*sparse=*/kind < 85);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

bool AxisGenerator::hasLayout(const std::vector<int64_t> &parents,
                              const std::vector<int64_t> &links) const {
  List list;
  ListLayout layout;
  addParents(axes, list, parents, links);
  return computeLayout(axes, list, layout) && layout.count() <= 200;
}

/// An argument with a value for each cell of the layout on `parents` and their
/// ancestors, from the positions of the parents; gives the type.
std::string AxisGenerator::addArray(
    const std::string &name, const std::string &element,
    const std::vector<int64_t> &parents, const std::vector<int64_t> &links,
    const std::function<int64_t(const Positions &)> &value) {
  List list;
  std::vector<int64_t> entries = addParents(axes, list, parents, links);
  ListLayout layout;
  computeLayout(axes, list, layout);
  std::vector<int64_t> values(layout.count(), 0);
  walk(axes, list, /*all=*/true, [&](const Positions &positions) {
    Positions own;
    for (int64_t entry : entries)
      own.push_back(positions[entry]);
    values[getAddress(axes, list, layout, layout.sizes, positions)] =
        value(own);
  });
  function.addMemory(layout.shape, {name, element, layout.sizes,
                                    packIntegers(values, element)});
  return "memref<" + layout.shape + element + ">";
}

/// The array of coordinates of an axis that is among `axes`; gives the type.
std::string AxisGenerator::addCoordinates(const Axis &axis) {
  std::string name = "%c" + axis.name.substr(2);
  std::string crd = axis.type.find("crd = ") == std::string::npos
                        ? "i32"
                        : axis.type.substr(axis.type.find("crd = ") + 6);
  crd = crd.substr(0, crd.find_first_of(",>"));
  if (axis.kind == Kind::SparseVariable) {
    std::vector<int64_t> coordinates;
    for (const Cell &cell : axis.cells)
      coordinates.push_back(cell.exists ? cell.coordinate : 0);
    // Entries that belong to no fibre.
    coordinates.resize(coordinates.size() + (random.chance(30) ? 2 : 0), -1);
    function.addIntegers(name, crd, coordinates);
    return "memref<?x" + crd + ">";
  }
  auto value = [&](const Positions &own) {
    const Cell *cell = &axis.cells[own[0]];
    if (axis.kind == Kind::Singleton)
      cell = &axis.cells[axis.fibres.at(own).front()];
    return cell->exists ? cell->coordinate : 0;
  };
  if (axis.kind == Kind::Singleton)
    return addArray(name, crd, axis.parents, axis.links, value);
  return addArray(name, crd, {int64_t(axes.size()) - 1}, {-1}, value);
}

/// `%extent` and, where coordinates do not start at 0, ` from %first`.
std::string AxisGenerator::addExtent(const Axis &axis) {
  std::string text = function.addIndex(axis.extent);
  if (axis.from != 0 || (axis.storesCoordinates() && random.chance(10)))
    text += " from " + function.addIndex(axis.from);
  return text;
}

std::string AxisGenerator::getType(const Axis &axis, const std::string &pos,
                                   const std::string &crd) const {
  static const char *const kinds[] = {
      "dense_fixed", "dense_variable", "sparse_fixed", "sparse_variable",
      "singleton",   "product",        "occupancy"};
  std::string type = std::string("!axis.axis<") + kinds[int(axis.kind)];
  if (axis.isStatic)
    type += ", width = " + std::to_string(axis.width);
  if (axis.isVariable() || axis.kind == Kind::Product)
    type += ", pos = " + pos;
  if (!axis.storesCoordinates())
    return type + ">";
  type += ", crd = " + crd;
  bool saysSorted = axis.sorted && axis.kind != Kind::Singleton;
  return type + (saysSorted ? ", sorted" : "") +
         (axis.unique ? ", unique" : "") + ">";
}

/// Keeps the axis, last of all, whose cells are known, and writes `text`, what
/// follows its name, with `@` for its type.
void AxisGenerator::finish(Axis &axis, const std::string &text) {
  std::string line = text;
  for (size_t at; (at = line.find('@')) != std::string::npos;)
    line.replace(at, 1, axis.type);
  function.text += "  " + axis.name + " = axis." + line + "\n";
  // A singleton's fibres have one coordinate each.
  axis.unique |= axis.kind == Kind::Singleton;
}
