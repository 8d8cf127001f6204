//===- TensorPieces.cpp - the memory of a tensor's levels -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPieces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Value Pieces::find(PieceRole role, int64_t index) const {
  for (auto [piece, arg] : llvm::zip_equal(list, args))
    if (piece.label.getRole() == role && piece.label.getIndex() == index)
      return arg;
  return {};
}

/// Adds the pieces of the structure of the tensor called `name`.
static void addStructure(Pieces &pieces, StringAttr name) {
  MLIRContext *context = name.getContext();
  FormatAttr format = pieces.tensor.getFormat();
  auto add = [&](PieceRole role, int64_t index, Type type) {
    pieces.list.push_back(
        {PieceAttr::get(context, name, {}, role, index), type});
  };
  if (!format.isAllDense())
    for (auto [dim, size] : llvm::enumerate(pieces.tensor.getShape()))
      if (ShapedType::isDynamic(size))
        add(PieceRole::Size, dim, IndexType::get(context));
  for (auto [index, level] : llvm::enumerate(format.getLevels())) {
    if (level.getKind() != LevelKind::Compressed)
      continue;
    int64_t unknown = ShapedType::kDynamic;
    add(PieceRole::Positions, index, MemRefType::get(unknown, level.getPos()));
    add(PieceRole::Coordinates, index,
        MemRefType::get(unknown, level.getCrd()));
  }
}

Pieces spindle::sparse::getPieces(SparseTensorType tensor, StringAttr name,
                                  bool sharesStructure) {
  Pieces pieces{tensor, sharesStructure, {}, {}};
  if (!sharesStructure)
    addStructure(pieces, name);
  auto buffer = cast<BufferType>(getUnpackedTypes(tensor).back());
  auto label =
      PieceAttr::get(name.getContext(), name, {}, PieceRole::Values, -1);
  pieces.list.push_back({label, buffer.getMemRefType()});
  return pieces;
}

//===----------------------------------------------------------------------===//
// What `sparse.unpack` gives
//===----------------------------------------------------------------------===//

/// The size of dimension `dim`, from the type, its own argument or the values.
static Value getSize(OpBuilder &builder, Location loc, const Pieces &pieces,
                     int64_t dim) {
  int64_t size = pieces.tensor.getDimSize(dim);
  if (!ShapedType::isDynamic(size))
    return arith::ConstantIndexOp::create(builder, loc, size);
  if (Value arg = pieces.find(PieceRole::Size, dim))
    return arg;
  return memref::DimOp::create(builder, loc, pieces.find(PieceRole::Values),
                               dim);
}

/// The axis of level `index`, under `parent` (null for a root).
static Value makeAxis(OpBuilder &builder, Location loc, const Pieces &pieces,
                      int64_t index, AxisType type, Value parent) {
  LevelAttr level = pieces.tensor.getFormat().getLevels()[index];
  Value extent = getSize(builder, loc, pieces, level.getDim());
  if (type.isDense())
    return axis::DenseFixedOp::create(builder, loc, type, extent,
                                      /*cut=*/Value(), /*by=*/Value(),
                                      /*lengths=*/Value(), parent);
  return axis::SparseVariableOp::create(
      builder, loc, type, extent, /*from=*/Value(), /*count=*/Value(), parent,
      pieces.find(PieceRole::Positions, index),
      pieces.find(PieceRole::Coordinates, index));
}

SmallVector<Value> spindle::sparse::makeAxes(OpBuilder &builder, Location loc,
                                             const Pieces &pieces) {
  SmallVector<Type> types = getUnpackedTypes(pieces.tensor);
  axis::ParentLists parents = getLevelParents(pieces.tensor.getFormat());
  SmallVector<Value> axes;
  for (auto [index, list] : llvm::enumerate(parents)) {
    Value parent = list.empty() ? Value() : axes[list.front()];
    axes.push_back(makeAxis(builder, loc, pieces, index,
                            cast<AxisType>(types[index]), parent));
  }
  return axes;
}

Value spindle::sparse::bindValues(OpBuilder &builder, Location loc,
                                  const Pieces &pieces, ValueRange axes) {
  ArrayAttr parents = axis::getParentListsAttr(
      builder.getContext(), getLevelParents(pieces.tensor.getFormat()));
  return BindOp::create(builder, loc, getUnpackedTypes(pieces.tensor).back(),
                        pieces.find(PieceRole::Values), axes, parents);
}
