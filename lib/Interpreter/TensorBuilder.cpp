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
  ancestors.resize(levels.size());
  for (unsigned number = 0; number < levels.size(); ++number)
    setNodeLevels(number);
}

/// A level that is not unique has singletons below it and nothing else, or a
/// level of fibres of one width.
void TensorBuilder::setNodeLevels(unsigned number) {
  ancestors[number].insert(number);
  for (int64_t parent : getLevel(number).getParents())
    ancestors[number].insert(ancestors[parent].begin(),
                             ancestors[parent].end());
  std::set<unsigned> &known = nodeLevels[number];
  known.insert(number);
  for (int64_t parent : getLevel(number).getParents())
    known.insert(nodeLevels[parent].begin(), nodeLevels[parent].end());
  bool isUnique = getLevel(number).getKind() != LevelKind::Compressed ||
                  getLevel(number).getUnique();
  if (!isUnique && hasPieces())
    known.insert(levels.size());
  else if (!isUnique)
    for (unsigned below = number + 1; below < levels.size(); ++below)
      known.insert(below);
}

/// The key of the node of level `number` that has an element with these
/// coordinates below it, or that itself has them.
TensorBuilder::Key TensorBuilder::getKey(unsigned number,
                                         const Key &coordinates) const {
  Key key = makeKey();
  for (unsigned level : nodeLevels[number])
    key[level] = coordinates[level];
  return key;
}

/// The key of the node that a node of level `number` with an element of these
/// coordinates lies under; of a root, one without coordinates.
TensorBuilder::Key TensorBuilder::getParentKey(unsigned number,
                                               const Key &coordinates) const {
  Key key = makeKey();
  for (int64_t parent : getLevel(number).getParents())
    for (unsigned level : nodeLevels[parent])
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

/// Whether the cell of dense level `number` with the coordinates `key` is cut
/// away, or what it stands for has a sum outside of a dimension.
bool TensorBuilder::isOutside(unsigned number, const Key &key) const {
  int64_t cut = type.getFormat().getCutLevel(number);
  int64_t skew = sparse::getSkewLevel(type.getFormat(), number);
  int64_t coordinate = key[number];
  if (cut >= 0) {
    coordinate += key[cut] * map.getExtent(number, sizes);
    if (coordinate >= map.getDividendExtent(number, sizes))
      return true;
  }
  if (skew < 0)
    return false;
  int64_t sum = coordinate + key[skew];
  return sum < 0 || sum >= map.getSumExtent(skew, sizes);
}

/// Adds a cell for each coordinate below `count`; those that are cut or skewed
/// away, or lie under padding, are padding.
void TensorBuilder::addAll(unsigned number, const std::optional<Key> &under,
                           int64_t count) {
  for (int64_t coordinate = 0; coordinate < count; ++coordinate) {
    std::optional<Key> key = under;
    if (key)
      (*key)[number] = coordinate;
    if (key && isOutside(number, *key))
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

/// For a level that stores the subjects of an order, below dense levels that
/// are the position in it: the node below `under`, which needs no element; none
/// for others.
std::optional<TensorBuilder::Key>
TensorBuilder::findSubject(unsigned number,
                           const std::optional<Key> &under) const {
  ArrayRef<sparse::InspectorAttr> inspectors = type.getFormat().getInspectors();
  bool isBelowDense = llvm::all_of(ancestors[number], [&](unsigned level) {
    return level == number || getLevel(level).getKind() == LevelKind::Dense;
  });
  if (!under || !isBelowDense ||
      getLevel(number).getKind() != LevelKind::Singleton)
    return std::nullopt;
  for (auto [symbol, inspector] : llvm::enumerate(inspectors)) {
    std::optional<int64_t> place = map.getNumber(symbol, *under);
    if (!place || inspector.getSubject() != getLevel(number).getExpr() ||
        inspector.getKind() != sparse::InspectorAttr::Kind::Order)
      continue;
    std::optional<Key> key = under;
    (*key)[number] = subjects[symbol][*place];
    return key;
  }
  return std::nullopt;
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
  if (hasWidth(number) && count > width)
    fault = "at most " + std::to_string(width);
  if (level.getKind() == LevelKind::Fixed && count < width && under &&
      keepsNothing)
    fault = std::to_string(width);
  bool isEmpty = count == 0 && under && !type.getFormat().keepsBitmap() &&
                 !findSubject(number, under);
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
  case LevelKind::Singleton:
    if (std::optional<Key> subject = findSubject(number, under)) {
      addCell(number, subject);
      break;
    }
    [[fallthrough]];
  case LevelKind::Compressed:
  case LevelKind::Fixed:
  case LevelKind::Structured:
    fault = addPadded(number, children);
    break;
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
      fits(map.getFrom(number, sizes), level.getCrd()) &&
      fits(map.getFrom(number, sizes) + map.getExtent(number, sizes) - 1,
           level.getCrd()) &&
      (!hasLengths || fits(levels[number].width, sparse::getLengthType(level))))
    return "";
  return "expected level " + std::to_string(number) +
         " to fit the types of its arrays";
}

/// The key of the node that lies under the cells with these indices in the
/// storage dimensions of `owners`; none where one of them is padding.
std::optional<TensorBuilder::Key>
TensorBuilder::joinKeys(ArrayRef<int64_t> owners,
                        ArrayRef<int64_t> indices) const {
  Key joined = makeKey();
  for (unsigned number = 0; number < levels.size(); ++number) {
    const auto *owner = llvm::find(owners, int64_t(number));
    if (owner == owners.end())
      continue;
    int64_t cell = indices[owner - owners.begin()];
    ArrayRef<int64_t> parents = getLevel(number).getParents();
    if (isIndexedByOffset(number) && !parents.empty())
      cell += levels[number].width * levels[parents.front()].places.at(
                                         getKey(parents.front(), joined));
    const std::optional<Key> &key = levels[number].cells[cell];
    if (!key)
      return std::nullopt;
    for (auto [known, own] : llvm::zip(joined, *key))
      known = own < 0 ? known : own;
  }
  return joined;
}

/// The cells that level `number` has one fibre each for, in their order.
/// Padding has no key, and the one cell above a root has one without
/// coordinates.
std::vector<std::optional<TensorBuilder::Key>>
TensorBuilder::getCellsAbove(unsigned number) const {
  ArrayRef<int64_t> parents = getLevel(number).getParents();
  if (parents.empty())
    return {makeKey()};
  if (parents.size() == 1)
    return levels[parents.front()].cells;
  SmallVector<int64_t> owners = getOwnersAbove(number);
  SmallVector<int64_t> shape = getShape(owners), indices(shape.size(), 0);
  std::vector<std::optional<Key>> cells;
  if (llvm::is_contained(shape, 0))
    return cells;
  while (true) {
    cells.push_back(joinKeys(owners, indices));
    int64_t dim = int64_t(shape.size()) - 1;
    while (dim >= 0 && ++indices[dim] == shape[dim])
      indices[dim--] = 0;
    if (dim < 0)
      return cells;
  }
}

/// Makes the cells of a level from those above it. Padding has no children.
std::string TensorBuilder::buildLevel(unsigned number) {
  std::vector<std::optional<Key>> above = getCellsAbove(number);
  std::map<Key, std::set<Key>> children;
  for (const Key &element : coordinates)
    children[getParentKey(number, element)].insert(getKey(number, element));
  Level &level = levels[number];
  if (getLevel(number).getKind() == LevelKind::Dense)
    level.width = map.getExtent(number, sizes);
  if (getLevel(number).getKind() == LevelKind::Singleton)
    level.width = 1;
  if (hasWidth(number)) {
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

/// Of a variable level whose coordinates are positions in an order, counts
/// those of each fibre from 0.
void TensorBuilder::countFromFirst(unsigned number) {
  sparse::InspectorAttr inspector =
      sparse::getInspector(type.getFormat(), getLevel(number).getExpr());
  if (getLevel(number).getKind() != LevelKind::Variable || !inspector ||
      inspector.getKind() != sparse::InspectorAttr::Kind::Order)
    return;
  std::map<Key, std::set<int64_t>> fibres;
  for (const Key &element : coordinates)
    fibres[getParentKey(number, element)].insert(element[number]);
  for (Key &element : coordinates) {
    const std::set<int64_t> &fibre = fibres[getParentKey(number, element)];
    element[number] = std::distance(fibre.begin(), fibre.find(element[number]));
  }
}

/// Notes behind the coordinates of each element in which piece of its fibre it
/// is: as many come before it there as the fibres below are wide.
void TensorBuilder::setPieces() {
  std::map<int64_t, std::set<int64_t>> fibres;
  for (const Key &element : coordinates)
    fibres[element[0]].insert(element[1]);
  for (Key &element : coordinates) {
    const std::set<int64_t> &fibre = fibres[element[0]];
    int64_t slot = std::distance(fibre.begin(), fibre.find(element[1]));
    element.push_back(slot / getLevel(1).getParams().front());
  }
}

std::string TensorBuilder::build(const Elements &elements, OwnedTensor &owned) {
  result = &owned;
  std::vector<std::vector<int64_t>> dims;
  for (const auto &[own, value] : elements)
    dims.push_back(own);
  PatternNumbers derived(type.getFormat(), dims, sizes);
  for (auto [own, numbers] : llvm::zip(dims, derived.numbers)) {
    Positions found = map.getLevels(own, numbers);
    coordinates.emplace_back(found.begin(), found.end());
  }
  subjects = std::move(derived.subjects);
  for (unsigned number = 0; number < levels.size(); ++number)
    countFromFirst(number);
  if (hasPieces())
    setPieces();
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
