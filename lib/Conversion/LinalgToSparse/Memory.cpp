//===- Memory.cpp - memory for values of builtin tensors ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertFunction.h"

#include "Spindle/Dialect/Sparse/IR/Sums.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <algorithm>

using namespace mlir;
using namespace spindle;
using spindle::sparse::BufferType;
using spindle::sparse::FormatAttr;
using spindle::sparse::SparseTensorType;

//===----------------------------------------------------------------------===//
// Dense tensors
//===----------------------------------------------------------------------===//

Value FunctionConversion::getAxis(int64_t size) {
  Value &axis = axes[size];
  if (axis)
    return axis;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&made.getBody().front());
  Value extent = arith::ConstantIndexOp::create(builder, made.getLoc(), size);
  axis = axis::DenseFixedOp::create(
      builder, made.getLoc(), axis::AxisType::getDense(made.getContext(), size),
      extent, Value(), Value(), Value(), Value(), Value(), Value());
  return axis;
}

using Groups = ArrayRef<ReassociationIndices>;

/// The map from the dimensions of a tensor to those of its memory, which are
/// `groups`, or one.
static AffineMap getMemoryMap(RankedTensorType type, Groups groups) {
  MLIRContext *context = type.getContext();
  SmallVector<AffineExpr> exprs;
  for (const ReassociationIndices &group : groups) {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (int64_t dim : group)
      sum = sum * type.getDimSize(dim) + getAffineDimExpr(dim, context);
    exprs.push_back(sum);
  }
  if (exprs.empty())
    exprs.push_back(getAffineConstantExpr(0, context));
  return simplifyAffineMap(AffineMap::get(type.getRank(), 0, exprs, context));
}

/// The sizes of the memory of a tensor whose dimensions are `groups`.
static SmallVector<int64_t> getMemoryShape(RankedTensorType type,
                                           Groups groups) {
  SmallVector<int64_t> shape;
  for (const ReassociationIndices &group : groups) {
    shape.push_back(1);
    for (int64_t dim : group)
      shape.back() *= type.getDimSize(dim);
  }
  if (shape.empty())
    shape.push_back(1);
  return shape;
}

SmallVector<Value> FunctionConversion::getAxes(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape,
                             [&](int64_t size) { return getAxis(size); });
}

Value FunctionConversion::packValues(Value values, Location loc) {
  MLIRContext *context = made.getContext();
  auto buffer = cast<BufferType>(values.getType());
  ArrayRef<int64_t> shape = buffer.getShape();
  auto type =
      SparseTensorType::get(context, shape, buffer.getElementType(),
                            FormatAttr::getDense(context, shape.size()));
  Value tensor = sparse::PackOp::create(builder, loc, type, values);
  buffers[tensor] = values;
  return tensor;
}

Place FunctionConversion::allocate(RankedTensorType type, Location loc) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(type.getRank()));
  return allocate(type, loc, splitOrder(order));
}

Place FunctionConversion::allocate(RankedTensorType type, Location loc,
                                   Groups groups) {
  SmallVector<int64_t> shape = getMemoryShape(type, groups);
  MLIRContext *context = made.getContext();
  Value values = sparse::AllocOp::create(
      builder, loc, BufferType::get(shape, type.getElementType()),
      getAxes(shape),
      axis::getParentListsAttr(context, axis::ParentLists(shape.size())));
  return {packValues(values, loc), getMemoryMap(type, groups), {}, {}};
}

Place FunctionConversion::getHome(Value value) {
  auto home = homes.find(value);
  if (home != homes.end())
    return home->second;
  return allocate(cast<RankedTensorType>(value.getType()), value.getLoc(),
                  layouts.getGroups(value));
}

Value FunctionConversion::getBuffer(Value tensor) {
  Value &buffer = buffers[tensor];
  if (buffer)
    return buffer;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&made.getBody().front());
  auto unpack = sparse::UnpackOp::create(
      builder, tensor.getLoc(),
      sparse::getUnpackedTypes(cast<SparseTensorType>(tensor.getType())),
      tensor, ValueRange());
  buffer = unpack.getBuffer();
  return buffer;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void FunctionConversion::fill(const Place &place, Value value, Location loc) {
  sparse::FillOp::create(builder, loc, getBuffer(place.tensor), value);
}

/// Whether `coordinates` are inside of `shape`; null without any.
static Value buildIsInside(OpBuilder &builder, Location loc,
                           ValueRange coordinates, ArrayRef<int64_t> shape) {
  Value all;
  for (auto [coordinate, size] : llvm::zip_equal(coordinates, shape)) {
    Value count = arith::ConstantIndexOp::create(builder, loc, size);
    // Without a sign, one comparison does for both ends.
    Value is = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     coordinate, count);
    all = all ? arith::AndIOp::create(builder, loc, all, is).getResult() : is;
  }
  return all;
}

/// The coordinates of the levels of a tensor of `type`, from those of its
/// dimensions; of a format that numbers levels by the pattern the latter, which
/// the verifier of a look-up refuses.
static SmallVector<Value> getLevelCoordinates(OpBuilder &builder, Location loc,
                                              sparse::AnyTensorType type,
                                              ArrayRef<Value> coordinates) {
  auto format = dyn_cast<FormatAttr>(type.getFormat());
  AffineMap levels = format ? format.getLevelMap() : AffineMap();
  if (!levels || levels.isIdentity())
    return SmallVector<Value>(coordinates);
  return llvm::map_to_vector(
      levels.getResults(), [&](AffineExpr expr) -> Value {
        return affine::AffineApplyOp::create(
                   builder, loc, AffineMap::get(levels.getNumDims(), 0, expr),
                   coordinates)
            .getResult();
      });
}

Value FunctionConversion::load(OpBuilder &at, Location loc, const Place &place,
                               ValueRange indices) {
  if (place.splat)
    return place.splat;
  SmallVector<Value> coordinates;
  for (AffineExpr expr : place.map.getResults())
    coordinates.push_back(affine::AffineApplyOp::create(
        at, loc, AffineMap::get(place.map.getNumDims(), 0, expr), indices));
  Value buffer = getBuffer(place.tensor);
  auto type = cast<sparse::AnyTensorType>(place.tensor.getType());
  auto loadHere = [&](OpBuilder &inside) -> Value {
    return sparse::LoadOp::create(
               inside, loc, type.getElementType(), Type(), buffer,
               getLevelCoordinates(inside, loc, type, coordinates),
               sparse::AccessForm::LookUp)
        .getResult();
  };
  Value isInside = place.border
                       ? buildIsInside(at, loc, coordinates, type.getShape())
                       : Value();
  if (!isInside)
    return loadHere(at);
  auto branch = scf::IfOp::create(
      at, loc, isInside,
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, loadHere(inside));
      },
      [&](OpBuilder &outside, Location) {
        Value border = arith::ConstantOp::create(outside, loc, place.border);
        scf::YieldOp::create(outside, loc, border);
      });
  return branch.getResult(0);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void FunctionConversion::copy(const Place &from, const Place &to,
                              ArrayRef<int64_t> shape, Location loc) {
  if (from.splat)
    return fill(to, from.splat, loc);
  GenericOperands operands;
  operands.kinds.assign(shape.size(), iter::DimKind::Spatial);
  operands.sizes.assign(shape.begin(), shape.end());
  operands.name = "copy";
  bool reads = hasSums(from.map) && spans(from, from.map, shape);
  if (reads)
    operands.addInput(from);
  addOutput(operands, to,
            AffineMap::getMultiDimIdentityMap(shape.size(), made.getContext()));
  if (reads)
    joinDigits(operands);
  addExtents(operands);
  buildGeneric(loc, operands, !reads,
               [&](OpBuilder &inside, ValueRange ins, ValueRange dims,
                   SmallVectorImpl<Value> &results) {
                 results.push_back(reads ? ins.front()
                                         : load(inside, loc, from,
                                                dims.take_front(shape.size())));
                 return success();
               });
}

Place FunctionConversion::copyInGroups(Value value, Location loc,
                                       Groups groups) {
  auto type = cast<RankedTensorType>(value.getType());
  for (const Place &copied : copies[value])
    if (copied.map == getMemoryMap(type, groups))
      return copied;
  // What is collapsed is copied by the dimensions that it has elsewhere.
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>();
      collapse && type.getRank() > 0) {
    SmallVector<ReassociationIndices> parts =
                                          collapse.getReassociationIndices(),
                                      split;
    for (const ReassociationIndices &group : groups) {
      split.emplace_back();
      for (int64_t dim : group)
        split.back().append(parts[dim].begin(), parts[dim].end());
    }
    Place place = copyInGroups(collapse.getSrc(), loc, split);
    place.map = getMemoryMap(type, groups);
    copies[value].push_back(place);
    return place;
  }
  Place place = allocate(type, loc, groups);
  if (!places[value].isEmpty())
    copy(places[value], place, type.getShape(), loc);
  else if (TypedAttr zero = builder.getZeroAttr(type.getElementType()))
    fill(place, arith::ConstantOp::create(builder, loc, zero), loc);
  copies[value].push_back(place);
  return place;
}

Place FunctionConversion::copyToMemory(Value value, Location loc) {
  bool wasWritten = !places[value].isEmpty();
  Place place = copyInGroups(value, loc, layouts.getGroups(value));
  if (wasWritten)
    places[value] = place;
  return place;
}

Place FunctionConversion::getStreamed(linalg::GenericOp op,
                                      OpOperand &operand) {
  Value value = operand.get();
  const Place &place = places[value];
  ArrayRef<unsigned> order = layouts.getStreamedOrder(operand);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  // A copy that is there is read where it lies as the result does.
  std::optional<unsigned> dim =
      order.empty() ? map.getResultPosition(getAffineDimExpr(
                          op.getNumLoops() - 1, op.getContext()))
                    : std::optional<unsigned>(order.back());
  if (!place.tensor || !dim || areSideBySide(place, *dim))
    return place;
  for (const Place &copied : copies[value])
    if (areSideBySide(copied, *dim))
      return copied;
  return order.empty() ? place
                       : copyInGroups(value, value.getLoc(), splitOrder(order));
}
