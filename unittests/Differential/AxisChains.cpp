//===- AxisChains.cpp - random axes with at most one parent ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisGenerator.h"

#include <algorithm>

using namespace spindle::differential;

static const std::vector<std::string> kTypes = {"i8", "i16", "i32", "i64"};

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

int64_t AxisGenerator::getParentSize(const Axis &axis) const {
  return axis.parents.empty() ? 1 : axes[axis.parents[0]].size();
}

bool AxisGenerator::parentExists(const Axis &axis, int64_t position) const {
  return axis.parents.empty() || axes[axis.parents[0]].cells[position].exists;
}

/// For each cell of the parent, how many cells of its fibre exist.
std::vector<int64_t> AxisGenerator::chooseLengths(const Axis &axis) {
  std::vector<int64_t> lengths;
  for (int64_t under = 0; under < getParentSize(axis); ++under)
    lengths.push_back(random.chance(20) ? axis.width
                                        : random.between(0, axis.width));
  return lengths;
}

/// How many cells of each fibre a cut leaves.
std::vector<int64_t> AxisGenerator::cutLengths(const Axis &axis, int64_t cut) {
  std::vector<int64_t> lengths;
  for (int64_t under = 0; under < getParentSize(axis); ++under) {
    int64_t ancestor = axis.parents[0], position = under;
    for (; ancestor != axis.cutBy; ancestor = axes[ancestor].parents[0])
      position = axes[ancestor].cells[position].under[0];
    int64_t left = cut - axis.width * axes[ancestor].cells[position].coordinate;
    lengths.push_back(std::clamp<int64_t>(left, 0, axis.width));
  }
  return lengths;
}

/// The parent or one of its ancestors, where these are a chain.
void AxisGenerator::chooseCutBy(Axis &axis) {
  std::vector<int64_t> chain;
  for (int64_t at = axis.parents[0]; axes[at].isDimension();
       at = axes[at].parents[0]) {
    if (axes[at].parents.size() > 1)
      return;
    chain.push_back(at);
    if (axes[at].parents.empty())
      break;
  }
  bool isChain = !chain.empty() && axes[chain.back()].parents.empty();
  if (isChain)
    axis.cutBy = random.chance(40) ? chain.front() : random.pick(chain);
}

/// Where coordinates lie, so that there are at least `least` of them.
void AxisGenerator::chooseCoordinates(Axis &axis, int64_t least) {
  axis.extent = random.chance(6) ? 0 : random.between(1, 9);
  axis.extent = std::max(axis.extent, least);
  axis.from = random.chance(20) ? random.between(-9, 4) : 0;
  axis.unique = !random.chance(15);
  axis.sorted = random.chance(65);
}

/// At most `count` coordinates of one fibre; so many where they may repeat or
/// are few enough.
std::vector<int64_t> AxisGenerator::chooseFibre(const Axis &axis,
                                                int64_t count) {
  std::vector<int64_t> fibre;
  for (int64_t tries = 0;
       axis.extent > 0 && int64_t(fibre.size()) < count && tries < 200;
       ++tries) {
    int64_t coordinate = axis.from + random.below(axis.extent);
    bool seen = std::count(fibre.begin(), fibre.end(), coordinate) > 0;
    if (!axis.unique || !seen)
      fibre.push_back(coordinate);
  }
  if (axis.sorted)
    std::sort(fibre.begin(), fibre.end());
  return fibre;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

void AxisGenerator::addDenseFixed(int64_t parent) {
  Axis axis;
  axis.name = "%A" + std::to_string(axes.size());
  axis.width = random.chance(5) ? 0 : random.between(1, 5);
  if (parent >= 0)
    axis.parents = {parent}, axis.links = {-1};
  if (getParentSize(axis) * axis.width > kMaxSize)
    axis.width = 1;
  axis.extent = axis.width;
  axis.isStatic = random.chance(40);
  axis.type = getType(axis, "", "");
  std::string text = "dense_fixed " + function.addIndex(axis.extent);
  std::vector<int64_t> lengths(getParentSize(axis), axis.width);
  if (parent >= 0 && random.chance(25))
    chooseCutBy(axis);
  if (axis.cutBy >= 0) {
    int64_t cut = random.between(0, 3 * axis.width);
    lengths = cutLengths(axis, cut);
    text += " cut " + function.addIndex(cut);
    if (axis.cutBy != parent || random.chance(30))
      text += " by " + axes[axis.cutBy].name + " : " + axes[axis.cutBy].type;
  } else if (parent >= 0 && axes[parent].parents.size() <= 1 &&
             random.chance(25)) {
    lengths = chooseLengths(axis);
    std::string name = "%l" + std::to_string(axes.size());
    text += " lengths " + name + " : " +
            addArray(name, random.pick(kTypes), axis.parents, axis.links,
                     [&](const Positions &own) { return lengths[own[0]]; });
    axis.lacks = true;
  }
  axis.lacks |= axis.cutBy >= 0;
  if (parent >= 0)
    text += " of " + axes[parent].name + " : " + axes[parent].type + " -> @";
  else
    text += " : @";
  for (int64_t under = 0; under < getParentSize(axis); ++under)
    for (int64_t offset = 0; offset < axis.width; ++offset)
      axis.add(parent < 0 ? Positions() : Positions{under}, offset,
               parentExists(axis, under) && offset < lengths[under]);
  axis.collectFibres();
  finish(axis, text);
  axes.push_back(axis);
}

void AxisGenerator::addSparseFixed(int64_t parent) {
  Axis axis;
  axis.name = "%A" + std::to_string(axes.size());
  axis.kind = Kind::SparseFixed;
  if (parent >= 0)
    axis.parents = {parent}, axis.links = {-1};
  axis.width = random.chance(5) ? 0 : random.between(1, 4);
  if (getParentSize(axis) * axis.width > kMaxSize)
    axis.width = 1;
  axis.isStatic = random.chance(40);
  bool hasLengths = parent >= 0 && random.chance(60);
  chooseCoordinates(axis, axis.width);
  axis.lacks = hasLengths;
  axis.type = getType(axis, "", random.pick(kTypes));
  std::string text = "sparse_fixed " + addExtent(axis) + " width " +
                     function.addIndex(axis.width);
  std::vector<int64_t> lengths(getParentSize(axis), axis.width);
  if (hasLengths)
    lengths = chooseLengths(axis);
  for (int64_t under = 0; under < getParentSize(axis); ++under) {
    std::vector<int64_t> fibre = chooseFibre(axis, lengths[under]);
    fibre.resize(axis.width, 0);
    for (int64_t offset = 0; offset < axis.width; ++offset)
      axis.add(parent < 0 ? Positions() : Positions{under}, fibre[offset],
               parentExists(axis, under) && offset < lengths[under]);
  }
  axis.collectFibres();
  std::string types;
  if (parent >= 0)
    text += " of " + axes[parent].name, types = axes[parent].type + ", ";
  if (hasLengths) {
    std::string name = "%l" + std::to_string(axes.size());
    text += " lengths " + name;
    types += addArray(name, random.pick(kTypes), axis.parents, axis.links,
                      [&](const Positions &own) { return lengths[own[0]]; }) +
             ", ";
  }
  text += " coordinates %c" + std::to_string(axes.size());
  axes.push_back(axis);
  types += addCoordinates(axis);
  finish(axes.back(), text + " : " + types + " -> @");
}

void AxisGenerator::addVariable(int64_t parent, bool sparse) {
  Axis axis;
  std::string number = std::to_string(axes.size());
  axis.name = "%A" + number;
  axis.kind = sparse ? Kind::SparseVariable : Kind::DenseVariable;
  if (parent >= 0)
    axis.parents = {parent}, axis.links = {-1};
  chooseCoordinates(axis, 0);
  if (!sparse)
    axis.unique = axis.sorted = true, axis.from = 0;
  std::string pos = random.chance(50) ? "i32" : "i64";
  axis.type = getType(axis, pos, random.pick(kTypes));
  std::vector<int64_t> positions = {0};
  for (int64_t under = 0; under < getParentSize(axis); ++under) {
    bool exists = parentExists(axis, under);
    bool some = axis.size() < kMaxSize && !random.chance(exists ? 25 : 90);
    std::vector<int64_t> fibre =
        chooseFibre(axis, some ? random.between(0, 4) : 0);
    for (size_t offset = 0; offset < fibre.size(); ++offset)
      axis.add(parent < 0 ? Positions() : Positions{under},
               sparse ? fibre[offset] : int64_t(offset), exists);
    positions.push_back(axis.size());
  }
  axis.collectFibres();
  std::string text = sparse
                         ? "sparse_variable " + addExtent(axis)
                         : "dense_variable " + function.addIndex(axis.extent);
  std::string types;
  if (parent >= 0) {
    function.addIntegers("%p" + number, pos, positions);
    text += " of " + axes[parent].name + " positions %p" + number;
    types = axes[parent].type + ", memref<?x" + pos + ">";
  } else {
    text += " count " + function.addIndex(axis.size());
  }
  axes.push_back(axis);
  if (sparse) {
    text += " coordinates %c" + number;
    types += (types.empty() ? "" : ", ") + addCoordinates(axis);
  }
  finish(axes.back(), text + " : " + types + (types.empty() ? "@" : " -> @"));
}
