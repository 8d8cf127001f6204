//===- TensorBuilderArrays.cpp - the arrays of a tensor -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBuilder.h"

#include "Spindle/Dialect/Axis/IR/Layout.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::LevelKind;

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

/// Whether the storage dimension of level `number` is indexed by the offsets in
/// a fibre, and not by positions.
bool TensorBuilder::isIndexedByOffset(unsigned number) const {
  return getLevel(number).getKind() == LevelKind::Dense || hasWidth(number);
}

/// The levels of the storage dimensions of values on what level `number` lies
/// under.
SmallVector<int64_t> TensorBuilder::getOwnersAbove(unsigned number) const {
  std::set<unsigned> above = ancestors[number];
  above.erase(number);
  SmallVector<spindle::axis::AxisType> types;
  spindle::axis::ParentLists parents;
  SmallVector<int64_t> unknown(sizes.size(), ShapedType::kDynamic);
  for (unsigned level : above) {
    types.push_back(getLevel(level).getAxisType(unknown));
    auto &own = parents.emplace_back();
    for (int64_t parent : getLevel(level).getParents())
      own.push_back(std::distance(above.begin(), above.find(parent)));
  }
  int64_t fault;
  FailureOr<SmallVector<int64_t>> entries =
      spindle::axis::computeStorageDims(types, parents, fault);
  SmallVector<int64_t> owners, list(above.begin(), above.end());
  for (int64_t entry : *entries)
    owners.push_back(list[entry]);
  return owners;
}

/// The sizes of the storage dimensions of `owners`.
SmallVector<int64_t> TensorBuilder::getShape(ArrayRef<int64_t> owners) const {
  SmallVector<int64_t> shape;
  for (int64_t owner : owners)
    shape.push_back(isIndexedByOffset(owner)
                        ? levels[owner].width
                        : int64_t(levels[owner].cells.size()));
  return shape;
}

/// The coordinates that a level stores: padding has 0, and in a structured
/// level the smallest ones that its group leaves free.
SmallVector<int64_t> TensorBuilder::getStored(unsigned number) const {
  const Level &level = levels[number];
  bool isStructured = getLevel(number).getKind() == LevelKind::Structured;
  SmallVector<int64_t> stored;
  std::set<int64_t> taken;
  for (size_t c = 0; c < level.cells.size(); ++c) {
    if (isStructured && c % level.width == 0) {
      taken.clear();
      for (int64_t other = c; other < int64_t(c) + level.width; ++other)
        if (level.cells[other])
          taken.insert((*level.cells[other])[number]);
    }
    int64_t coordinate = 0;
    while (isStructured && taken.count(coordinate))
      ++coordinate;
    stored.push_back(level.cells[c] ? (*level.cells[c])[number] : coordinate);
    taken.insert(stored.back());
  }
  return stored;
}

/// Makes the arrays of a level.
void TensorBuilder::addArrays(unsigned number) {
  sparse::LevelAttr attr = getLevel(number);
  const Level &level = levels[number];
  Memory positions, numbers, lengths;
  SmallVector<int64_t> shape = getShape(getOwnersAbove(number));
  if (attr.getPos() && !attr.getParents().empty())
    positions = addIntegers(attr.getPos(), int64_t(level.positions.size()),
                            level.positions);
  if (attr.getKind() == LevelKind::Fixed && type.getFormat().keepsLengths())
    lengths = addIntegers(sparse::getLengthType(attr), shape, level.lengths);
  if (attr.getKind() == LevelKind::Compressed)
    shape = {int64_t(level.cells.size())};
  if (hasWidth(number))
    shape.push_back(level.width);
  if (attr.getCrd())
    numbers = addIntegers(attr.getCrd(), shape, getStored(number));
  result->tensor.positions.push_back(std::move(positions));
  result->tensor.coordinates.push_back(std::move(numbers));
  result->tensor.lengths.push_back(std::move(lengths));
}

/// Makes the values, and the bitmap where there is one.
void TensorBuilder::addValues(const Elements &elements) {
  SmallVector<int64_t> owners = type.getFormat().getStorageDims();
  SmallVector<int64_t> shape = getShape(owners);
  Tensor &tensor = result->tensor;
  tensor.values = addMemory(type.getElementType(), shape);
  if (type.getFormat().keepsBitmap())
    tensor.bitmap = addMemory(IntegerType::get(type.getContext(), 1), shape);
  Element stored = getElement(type.getElementType());
  for (const auto &[entry, element] : llvm::zip(elements, coordinates)) {
    int64_t index = 0;
    for (auto [owner, extent] : llvm::zip(owners, shape)) {
      int64_t place = levels[owner].places.at(getKey(owner, element));
      index =
          index * extent + (isIndexedByOffset(owner) ? place % extent : place);
    }
    stored.store(static_cast<char *>(tensor.values.data) + index * stored.bytes,
                 entry.second);
    if (type.getFormat().keepsBitmap())
      static_cast<char *>(tensor.bitmap.data)[index] = 1;
  }
}
