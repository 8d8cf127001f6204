//===- TensorPieces.cpp - the memory of a tensor's levels -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"

#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisType;

Value Pieces::find(PieceRole role, int64_t index) const {
  for (auto [piece, arg] : llvm::zip_equal(list, args))
    if (piece.label.getRole() == role && piece.label.getIndex() == index)
      return arg;
  return {};
}

int64_t spindle::sparse::getDimOfValues(FormatAttr format, int64_t dim) {
  if (!format.isAllDense())
    return -1;
  for (auto [storage, level] : llvm::enumerate(format.getStorageDims()))
    if (format.getLevels()[level].getDim() == dim)
      return storage;
  return -1;
}

//===----------------------------------------------------------------------===//
// Shapes of arrays
//===----------------------------------------------------------------------===//

/// Adds `level` after all levels that it lies under.
static void addWithAncestors(FormatAttr format, int64_t level,
                             llvm::SetVector<int64_t> &levels) {
  for (int64_t parent : format.getLevels()[level].getParents())
    addWithAncestors(format, parent, levels);
  levels.insert(level);
}

namespace {
/// An array whose type is not known: a size per dimension, and its level.
struct ArrayShape {
  SmallVector<int64_t> sizes;
  SmallVector<int64_t> levels;
};
} // namespace

/// The storage shape of values on `levels`, which include their ancestors.
static ArrayShape getShape(SparseTensorType tensor,
                           const llvm::SetVector<int64_t> &levels) {
  SmallVector<AxisType> types;
  axis::ParentLists parents;
  for (int64_t index : levels) {
    LevelAttr level = tensor.getFormat().getLevels()[index];
    types.push_back(level.getAxisType(tensor.getShape()));
    auto &list = parents.emplace_back();
    for (int64_t parent : level.getParents())
      list.push_back(llvm::find(levels, parent) - levels.begin());
  }
  int64_t fault = 0;
  ArrayShape shape;
  // Formats of tensors have a layout, and so has each part with all ancestors.
  auto dims = axis::computeStorageDims(types, parents, fault);
  for (int64_t entry : *dims) {
    shape.sizes.push_back(types[entry].getWidth());
    shape.levels.push_back(levels[entry]);
  }
  return shape;
}

/// The storage shape of values on level `level` and its ancestors.
static ArrayShape getLevelShape(SparseTensorType tensor, int64_t level) {
  llvm::SetVector<int64_t> levels;
  addWithAncestors(tensor.getFormat(), level, levels);
  return getShape(tensor, levels);
}

/// The storage shape of values on the parents of level `level` and on theirs.
static ArrayShape getParentsShape(SparseTensorType tensor, int64_t level) {
  llvm::SetVector<int64_t> levels;
  for (int64_t parent : tensor.getFormat().getLevels()[level].getParents())
    addWithAncestors(tensor.getFormat(), parent, levels);
  return getShape(tensor, levels);
}

/// The storage shape of the values, whose elements are of `buffer`.
static ArrayShape getValuesShape(SparseTensorType tensor, BufferType buffer) {
  return {SmallVector<int64_t>(buffer.getShape()),
          tensor.getFormat().getStorageDims()};
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

namespace {
/// Lists the pieces of one tensor.
struct PieceLister {
  Pieces &pieces;
  StringAttr name;
  ArrayRef<int64_t> part;

  FormatAttr getFormat() const { return pieces.tensor.getFormat(); }
  void add(PieceRole role, int64_t index, Type type,
           ArrayRef<int64_t> levels = {}) {
    auto label = PieceAttr::get(name.getContext(), name, part, role, index);
    pieces.list.push_back({label, type, llvm::to_vector(levels)});
  }
  void addArray(PieceRole role, int64_t index, Type element,
                const ArrayShape &shape) {
    add(role, index, MemRefType::get(shape.sizes, element), shape.levels);
  }
  void addSizes();
  void addLevel(int64_t index);
};
} // namespace

void PieceLister::addSizes() {
  for (auto [dim, size] : llvm::enumerate(pieces.tensor.getShape()))
    if (ShapedType::isDynamic(size) && getDimOfValues(getFormat(), dim) < 0)
      add(PieceRole::Size, dim, IndexType::get(name.getContext()));
}

/// Adds the arrays of level `index`. A root has one fibre, as long as its array
/// of coordinates.
void PieceLister::addLevel(int64_t index) {
  LevelAttr level = getFormat().getLevels()[index];
  SmallVector<int64_t> unknown = {ShapedType::kDynamic};
  ArrayShape shape = {unknown, {index}};
  if (level.getPos() && !level.getParents().empty())
    add(PieceRole::Positions, index, MemRefType::get(unknown, level.getPos()));
  if (level.getKind() == LevelKind::Fixed ||
      level.getKind() == LevelKind::Structured)
    shape = getLevelShape(pieces.tensor, index);
  if (level.getKind() == LevelKind::Singleton)
    shape = getParentsShape(pieces.tensor, index);
  if (level.getCrd())
    addArray(PieceRole::Coordinates, index, level.getCrd(), shape);
  if (level.getKind() == LevelKind::Fixed && getFormat().keepsLengths())
    addArray(PieceRole::Lengths, index, getLengthType(level),
             getParentsShape(pieces.tensor, index));
}

/// The memory of values in a dense tensor that may be a part of a larger one:
/// its rows are where they are told to be.
static MemRefType getStridedType(MemRefType type) {
  SmallVector<int64_t> strides(type.getRank(), ShapedType::kDynamic);
  strides.back() = 1;
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), /*offset=*/0, strides));
}

Pieces spindle::sparse::getPieces(SparseTensorType tensor, StringAttr name,
                                  bool sharesStructure, bool strided,
                                  ArrayRef<int64_t> part) {
  Pieces pieces{tensor, sharesStructure, {}, {}};
  PieceLister lister{pieces, name, part};
  FormatAttr format = tensor.getFormat();
  auto buffer = cast<BufferType>(getUnpackedTypes(tensor).back());
  ArrayShape shape = getValuesShape(tensor, buffer);
  if (!sharesStructure) {
    lister.addSizes();
    for (size_t level = 0; level < format.getLevels().size(); ++level)
      lister.addLevel(level);
    if (format.keepsBitmap())
      lister.addArray(PieceRole::Bitmap, -1,
                      IntegerType::get(name.getContext(), 1), shape);
  }
  MemRefType values = buffer.getMemRefType();
  bool hasRows = isDense(tensor) && values.getRank() > 1;
  lister.add(PieceRole::Values, -1,
             strided && hasRows ? getStridedType(values) : values,
             shape.levels);
  return pieces;
}

bool spindle::sparse::isDense(SparseTensorType tensor) {
  return tensor.getFormat() ==
         FormatAttr::getDense(tensor.getContext(), tensor.getRank());
}
