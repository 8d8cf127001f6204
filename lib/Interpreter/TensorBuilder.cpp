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
std::string
TensorBuilder::checkChildren(unsigned number, const std::optional<Key> &under,
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
  bool hasGap =
      !children.empty() && (*children.rbegin())[number] != count - 1;
  if (level.getKind() == LevelKind::Variable && hasGap &&
      !mayHaveEmptyNodes(number))
    fault = "no gap among";
  if (fault.empty())
    return "";
  std::string place;
  for (int64_t coordinate : under.value_or(Key()))
    if (coordinate >= 0)
      place += (place.empty() ? "" : ", ") + std::to_string(coordinate);
  return "expected " + fault + " coordinates of level " +
         std::to_string(number) + " under (" + place + ") but got " +
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
  bool hasLengths = level.getKind() == LevelKind::Fixed &&
                    type.getFormat().keepsLengths();
  if (fits(cells, level.getPos()) &&
      fits(map.getExtent(number, sizes) - 1, level.getCrd()) &&
      (!hasLengths ||
       fits(levels[number].width, sparse::getLengthType(level))))
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
      fault = addFibre(number, under,
                       under ? children[*under] : std::set<Key>());
  if (fault.empty())
    fault = checkUnique(number);
  return fault.empty() ? checkTypes(number) : fault;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Memory TensorBuilder::addMemory(Type element, ArrayRef<int64_t> shape) {
  int64_t size = getByteSize(element);
  for (int64_t extent : shape)
    size *= extent;
  // Zeros.
  result->memory.push_back(std::make_unique<char[]>(size));
  return {result->memory.back().get(), element,
          llvm::to_vector_of<int64_t>(shape)};
}

Memory TensorBuilder::addIntegers(Type element, ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> integers) {
  Memory memory = addMemory(element, shape);
  char *data = static_cast<char *>(memory.data);
  Element stored = getElement(element);
  for (int64_t integer : integers) {
    Cell cell;
    cell.integer = integer;
    stored.store(data, cell);
    data += stored.bytes;
  }
  return memory;
}

/// The storage shape of values on what level `number` lies under, which are
/// levels one below the other: a compressed or variable one closes those above.
SmallVector<int64_t> TensorBuilder::getShapeUnder(unsigned number) const {
  if (getLevel(number).getParents().empty())
    return {};
  unsigned parent = getLevel(number).getParents().front();
  SmallVector<int64_t> shape = getShapeUnder(parent);
  LevelKind kind = getLevel(parent).getKind();
  if (kind == LevelKind::Compressed || kind == LevelKind::Variable)
    return {int64_t(levels[parent].cells.size())};
  if (kind != LevelKind::Singleton)
    shape.push_back(levels[parent].width);
  return shape;
}

/// Makes the arrays of a level; padding has coordinate 0.
void TensorBuilder::addArrays(unsigned number) {
  sparse::LevelAttr attr = getLevel(number);
  const Level &level = levels[number];
  Memory positions, numbers, lengths;
  SmallVector<int64_t> shape = getShapeUnder(number);
  if (attr.getPos() && !attr.getParents().empty())
    positions = addIntegers(attr.getPos(), int64_t(level.positions.size()),
                            level.positions);
  if (attr.getKind() == LevelKind::Fixed && type.getFormat().keepsLengths())
    lengths = addIntegers(sparse::getLengthType(attr), shape, level.lengths);
  if (attr.getKind() == LevelKind::Compressed)
    shape = {int64_t(level.cells.size())};
  if (attr.getKind() == LevelKind::Fixed)
    shape.push_back(level.width);
  SmallVector<int64_t> stored;
  for (const std::optional<Key> &cell : level.cells)
    stored.push_back(cell ? (*cell)[number] : 0);
  if (attr.getCrd())
    numbers = addIntegers(attr.getCrd(), shape, stored);
  result->tensor.positions.push_back(std::move(positions));
  result->tensor.coordinates.push_back(std::move(numbers));
  result->tensor.lengths.push_back(std::move(lengths));
}

/// Makes the values, and the bitmap where there is one.
void TensorBuilder::addValues(const Elements &elements) {
  SmallVector<int64_t> owners = type.getFormat().getStorageDims();
  auto isFixed = [&](unsigned number) {
    LevelKind kind = getLevel(number).getKind();
    return kind == LevelKind::Dense || kind == LevelKind::Fixed;
  };
  SmallVector<int64_t> shape;
  for (int64_t owner : owners)
    shape.push_back(isFixed(owner) ? levels[owner].width
                                   : int64_t(levels[owner].cells.size()));
  Tensor &tensor = result->tensor;
  tensor.values = addMemory(type.getElementType(), shape);
  if (type.getFormat().keepsBitmap())
    tensor.bitmap = addMemory(IntegerType::get(type.getContext(), 1), shape);
  Element stored = getElement(type.getElementType());
  for (const auto &[entry, element] : llvm::zip(elements, coordinates)) {
    int64_t index = 0;
    for (auto [owner, extent] : llvm::zip(owners, shape)) {
      int64_t place = levels[owner].places.at(getKey(owner, element));
      index = index * extent + (isFixed(owner) ? place % extent : place);
    }
    stored.store(static_cast<char *>(tensor.values.data) + index * stored.bytes,
                 entry.second);
    if (type.getFormat().keepsBitmap())
      static_cast<char *>(tensor.bitmap.data)[index] = 1;
  }
}

std::string TensorBuilder::build(const Elements &elements,
                                 OwnedTensor &owned) {
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
