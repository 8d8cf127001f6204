//===- TensorBuilder.cpp - tensors from their elements --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBuilder.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::LevelKind;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

TensorBuilder::TensorBuilder(sparse::SparseTensorType type, const IndexMap &map,
                             ArrayRef<int64_t> sizes)
    : type(type), map(map), sizes(sizes) {
  levels.resize(type.getFormat().getLevels().size());
  nodeLevels.resize(levels.size());
  for (unsigned number = 0; number < levels.size(); ++number)
    setNodeLevels(number);
}

/// A level that is not unique has singletons below it and nothing else.
void TensorBuilder::setNodeLevels(unsigned number) {
  std::set<unsigned> &known = nodeLevels[number];
  known.insert(number);
  for (int64_t parent : getLevel(number).getParents())
    known.insert(nodeLevels[parent].begin(), nodeLevels[parent].end());
  bool isUnique = getLevel(number).getKind() != LevelKind::Compressed ||
                  getLevel(number).getUnique();
  for (unsigned below = number + 1; below < levels.size() && !isUnique; ++below)
    known.insert(below);
}

/// The key of the node of level `number` that has an element with these
/// coordinates below it, or that itself has them.
TensorBuilder::Key TensorBuilder::getKey(unsigned number,
                                         const Key &coordinates) const {
  Key key(levels.size(), -1);
  for (unsigned level : nodeLevels[number])
    key[level] = coordinates[level];
  return key;
}

void TensorBuilder::addCell(unsigned number, std::optional<Key> key) {
  Level &level = levels[number];
  if (key)
    level.places.emplace(*key, level.cells.size());
  level.cells.push_back(std::move(key));
}

//===----------------------------------------------------------------------===//
// Fibres
//===----------------------------------------------------------------------===//

/// Adds a cell for each coordinate below `count`; those that are cut away, or
/// lie under padding, are padding.
void TensorBuilder::addAll(unsigned number, const std::optional<Key> &under,
                           int64_t count) {
  int64_t cut = type.getFormat().getCutLevel(number);
  for (int64_t coordinate = 0; coordinate < count; ++coordinate) {
    std::optional<Key> key = under;
    if (key)
      (*key)[number] = coordinate;
    if (key && cut >= 0 &&
        (*key)[cut] * map.getExtent(number, sizes) + coordinate >=
            map.getDividendExtent(number, sizes))
      key.reset();
    addCell(number, std::move(key));
  }
}

/// Adds the children, and padding up to the width.
std::string TensorBuilder::addPadded(unsigned number,
                                     const std::set<Key> &children) {
  Level &level = levels[number];
  for (const Key &child : children)
    addCell(number, child);
  for (int64_t slot = children.size(); slot < level.width; ++slot)
    addCell(number, std::nullopt);
  return "";
}

/// Whether something says of a node of level `number` that it has no elements.
bool TensorBuilder::mayHaveEmptyNodes(unsigned number) const {
  sparse::FormatAttr format = type.getFormat();
  bool found = format.keepsBitmap();
  for (unsigned below = number + 1; below < levels.size(); ++below) {
    LevelKind kind = getLevel(below).getKind();
    bool tells = kind == LevelKind::Compressed || kind == LevelKind::Variable ||
                 (kind == LevelKind::Fixed && format.keepsLengths());
    found |= tells && nodeLevels[below].count(number);
  }
  return found;
}

/// Checks the number of nodes under a cell of the parent; the coordinates of a
/// level without an array of them.
std::string TensorBuilder::checkChildren(unsigned number,
                                         const std::optional<Key> &under,
                                         const std::set<Key> &children) const {
  sparse::LevelAttr level = getLevel(number);
  bool keepsNothing =
      !type.getFormat().keepsLengths() && !type.getFormat().keepsBitmap();
  int64_t count = children.size(), width = levels[number].width;
  std::string fault;
  if (level.getKind() == LevelKind::Fixed && count > width)
    fault = "at most " + std::to_string(width);
  if (level.getKind() == LevelKind::Fixed && count < width && under &&
      keepsNothing)
    fault = std::to_string(width);
  bool isEmpty = count == 0 && under && !type.getFormat().keepsBitmap();
  if (level.getKind() == LevelKind::Singleton && (count > 1 || isEmpty))
    fault = "one";
  bool hasGap = !children.empty() && (*children.rbegin())[number] != count - 1;
  if (level.getKind() == LevelKind::Variable && hasGap &&
      !mayHaveEmptyNodes(number))
    fault = "without a gap";
  if (fault.empty())
    return "";
  std::string place;
  for (int64_t coordinate : under.value_or(Key()))
    if (coordinate >= 0)
      place += (place.empty() ? "" : ", ") + std::to_string(coordinate);
  return "expected coordinates of level " + std::to_string(number) +
         " under (" + place + ") to be " + fault + " but got " +
         std::to_string(count);
}

/// Adds the cells under one cell of the parent.
std::string TensorBuilder::addFibre(unsigned number,
                                    const std::optional<Key> &under,
                                    const std::set<Key> &children) {
  std::string fault = checkChildren(number, under, children);
  if (!fault.empty())
    return fault;
  Level &level = levels[number];
  switch (getLevel(number).getKind()) {
  case LevelKind::Dense:
    addAll(number, under, level.width);
    break;
  case LevelKind::Variable:
    addAll(number, under,
           children.empty() ? 0 : (*children.rbegin())[number] + 1);
    break;
  case LevelKind::Compressed:
  case LevelKind::Fixed:
  case LevelKind::Singleton:
    fault = addPadded(number, children);
    break;
  case LevelKind::Structured:
    llvm_unreachable("a level that plans refuse");
  }
  level.positions.push_back(level.cells.size());
  level.lengths.push_back(children.size());
  return fault;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Checks that no coordinate of a singleton that is unique comes twice.
std::string TensorBuilder::checkUnique(unsigned number) const {
  if (getLevel(number).getKind() != LevelKind::Singleton ||
      !getLevel(number).getUnique())
    return "";
  std::set<int64_t> seen;
  for (const std::optional<Key> &cell : levels[number].cells)
    if (cell && !seen.insert((*cell)[number]).second)
      return "expected no coordinate of level " + std::to_string(number) +
             " twice but got " + std::to_string((*cell)[number]);
  return "";
}

/// Checks that the numbers of a level fit the types of its arrays.
std::string TensorBuilder::checkTypes(unsigned number) const {
  sparse::LevelAttr level = getLevel(number);
  auto fits = [](int64_t most, Type type) {
    return !type || llvm::isIntN(type.getIntOrFloatBitWidth(), most);
  };
  int64_t cells = levels[number].cells.size();
  bool hasLengths =
      level.getKind() == LevelKind::Fixed && type.getFormat().keepsLengths();
  if (fits(cells, level.getPos()) &&
      fits(map.getExtent(number, sizes) - 1, level.getCrd()) &&
      (!hasLengths || fits(levels[number].width, sparse::getLengthType(level))))
    return "";
  return "expected level " + std::to_string(number) +
         " to fit the types of its arrays";
}

/// Makes the cells of a level from those of its parent. Padding has no
/// children; a root lies under one cell, whose key has no coordinate.
std::string TensorBuilder::buildLevel(unsigned number) {
  ArrayRef<int64_t> parents = getLevel(number).getParents();
  Key root(levels.size(), -1);
  std::vector<std::optional<Key>> above = {root};
  if (!parents.empty())
    above = levels[parents.front()].cells;
  std::map<Key, std::set<Key>> children;
  for (const Key &element : coordinates) {
    Key parent = parents.empty() ? root : getKey(parents.front(), element);
    children[parent].insert(getKey(number, element));
  }
  Level &level = levels[number];
  if (getLevel(number).getKind() == LevelKind::Dense)
    level.width = map.getExtent(number, sizes);
  if (getLevel(number).getKind() == LevelKind::Singleton)
    level.width = 1;
  if (getLevel(number).getKind() == LevelKind::Fixed) {
    level.width = getLevel(number).getParams().front();
    if (ShapedType::isDynamic(level.width)) {
      level.width = 0;
      for (const auto &[parent, nodes] : children)
        level.width = std::max(level.width, int64_t(nodes.size()));
    }
  }
  std::string fault;
  for (const std::optional<Key> &under : above)
    if (fault.empty())
      fault =
          addFibre(number, under, under ? children[*under] : std::set<Key>());
  if (fault.empty())
    fault = checkUnique(number);
  return fault.empty() ? checkTypes(number) : fault;
}

std::string TensorBuilder::build(const Elements &elements, OwnedTensor &owned) {
  result = &owned;
  for (const auto &[dims, value] : elements) {
    Positions found = map.getLevels(dims);
    coordinates.emplace_back(found.begin(), found.end());
  }
  for (unsigned number = 0; number < levels.size(); ++number) {
    std::string fault = buildLevel(number);
    if (!fault.empty())
      return fault;
  }
  owned.tensor.shape.assign(sizes.begin(), sizes.end());
  for (unsigned number = 0; number < levels.size(); ++number)
    addArrays(number);
  addValues(elements);
  return "";
}
