//===- TensorBuilderArrays.cpp - the arrays of a tensor -------------------===//
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
