//===- TensorPieces.cpp - the memory of a tensor's levels -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPieces.h"

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

/// The storage shape of values on `levels`, which include their ancestors.
static SmallVector<int64_t> getShape(SparseTensorType tensor,
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
  SmallVector<int64_t> shape;
  // Formats of tensors have a layout, and so has each part with all ancestors.
  for (int64_t entry : *axis::computeStorageDims(types, parents, fault))
    shape.push_back(types[entry].getWidth());
  return shape;
}

/// The storage shape of values on level `level` and its ancestors.
static SmallVector<int64_t> getLevelShape(SparseTensorType tensor,
                                          int64_t level) {
  llvm::SetVector<int64_t> levels;
  addWithAncestors(tensor.getFormat(), level, levels);
  return getShape(tensor, levels);
}

/// The storage shape of values on the parents of level `level` and on theirs.
static SmallVector<int64_t> getParentsShape(SparseTensorType tensor,
                                            int64_t level) {
  llvm::SetVector<int64_t> levels;
  for (int64_t parent : tensor.getFormat().getLevels()[level].getParents())
    addWithAncestors(tensor.getFormat(), parent, levels);
  return getShape(tensor, levels);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

namespace {
/// Lists the pieces of one tensor.
struct PieceLister {
  Pieces &pieces;
  StringAttr name;

  FormatAttr getFormat() const { return pieces.tensor.getFormat(); }
  void add(PieceRole role, int64_t index, Type type) {
    auto label = PieceAttr::get(name.getContext(), name, {}, role, index);
    pieces.list.push_back({label, type});
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
  SmallVector<int64_t> unknown = {ShapedType::kDynamic}, shape = unknown;
  if (level.getPos() && !level.getParents().empty())
    add(PieceRole::Positions, index, MemRefType::get(unknown, level.getPos()));
  if (level.getKind() == LevelKind::Fixed)
    shape = getLevelShape(pieces.tensor, index);
  if (level.getKind() == LevelKind::Singleton)
    shape = getParentsShape(pieces.tensor, index);
  if (level.getCrd())
    add(PieceRole::Coordinates, index, MemRefType::get(shape, level.getCrd()));
  if (level.getKind() == LevelKind::Fixed && getFormat().keepsLengths())
    add(PieceRole::Lengths, index,
        MemRefType::get(getParentsShape(pieces.tensor, index),
                        getLengthType(level)));
}

Pieces spindle::sparse::getPieces(SparseTensorType tensor, StringAttr name,
                                  bool sharesStructure) {
  Pieces pieces{tensor, sharesStructure, {}, {}};
  PieceLister lister{pieces, name};
  FormatAttr format = tensor.getFormat();
  auto buffer = cast<BufferType>(getUnpackedTypes(tensor).back());
  if (!sharesStructure) {
    lister.addSizes();
    for (size_t level = 0; level < format.getLevels().size(); ++level)
      lister.addLevel(level);
    Type bit = IntegerType::get(name.getContext(), 1);
    if (format.keepsBitmap())
      lister.add(PieceRole::Bitmap, -1,
                 MemRefType::get(buffer.getShape(), bit));
  }
  lister.add(PieceRole::Values, -1, buffer.getMemRefType());
  return pieces;
}
