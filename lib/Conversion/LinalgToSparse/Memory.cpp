//===- Memory.cpp - memory for values of builtin tensors ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertFunction.h"

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

/// The map from the dimensions of a tensor to those of its memory, which has
/// one at least.
static AffineMap getMemoryMap(MLIRContext *context, int64_t rank) {
  return rank == 0 ? AffineMap::get(0, 0, getAffineConstantExpr(0, context))
                   : AffineMap::getMultiDimIdentityMap(rank, context);
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
  SmallVector<int64_t> shape(type.getShape());
  if (shape.empty())
    shape.push_back(1);
  MLIRContext *context = made.getContext();
  Value values = sparse::AllocOp::create(
      builder, loc, BufferType::get(shape, type.getElementType()),
      getAxes(shape),
      axis::getParentListsAttr(context, axis::ParentLists(shape.size())));
  return {
      packValues(values, loc), getMemoryMap(context, type.getRank()), {}, {}};
}

Place FunctionConversion::getHome(Value value) {
  auto home = homes.find(value);
  if (home != homes.end())
    return home->second;
  return allocate(cast<RankedTensorType>(value.getType()), value.getLoc());
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
// Generic operations
//===----------------------------------------------------------------------===//

AffineExpr GenericOperands::addUnit(MLIRContext *context, iter::DimKind kind) {
  kinds.push_back(kind);
  ++numUnits;
  return getAffineDimExpr(kinds.size() - 1, context);
}

void GenericOperands::addInput(const Place &place) {
  bool isInside =
      llvm::all_of(place.map.getResults(), llvm::IsaPred<AffineDimExpr>);
  ins.push_back(place.tensor);
  inMaps.push_back(place.map);
  borders.push_back(isInside ? TypedAttr() : place.border);
}

void FunctionConversion::addOutput(GenericOperands &operands, const Place &to,
                                   AffineMap map) {
  MLIRContext *context = made.getContext();
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : to.map.compose(map).getResults()) {
    if (isa<AffineConstantExpr>(expr)) {
      expr = operands.addUnit(context, iter::DimKind::Spatial);
    }
    exprs.push_back(expr);
  }
  operands.outs.push_back(to.tensor);
  operands.outMaps.push_back(
      AffineMap::get(operands.kinds.size(), 0, exprs, context));
}

/// The maps of `operands`, from the dimensions in the order of loops: those
/// with one coordinate first.
static SmallVector<Attribute> getMapAttrs(const GenericOperands &operands) {
  unsigned numDims = operands.kinds.size(), units = operands.numUnits;
  SmallVector<Attribute> maps;
  for (ArrayRef<AffineMap> list :
       {ArrayRef(operands.inMaps), ArrayRef(operands.outMaps)})
    for (AffineMap map : list) {
      SmallVector<AffineExpr> dims;
      for (unsigned dim = 0; dim < numDims; ++dim)
        dims.push_back(getAffineDimExpr((dim + units) % std::max(numDims, 1u),
                                        map.getContext()));
      SmallVector<AffineExpr> exprs;
      for (AffineExpr expr : map.getResults())
        exprs.push_back(expr.replaceDims(dims));
      maps.push_back(AffineMapAttr::get(
          AffineMap::get(numDims, 0, exprs, map.getContext())));
    }
  return maps;
}

/// What the inputs of `operands` read outside; null where none has a border.
static ArrayAttr getBorderAttrs(const GenericOperands &operands,
                                Builder &builder) {
  if (llvm::none_of(operands.borders, [](TypedAttr border) { return border; }))
    return {};
  return builder.getArrayAttr(
      llvm::map_to_vector(operands.borders, [&](TypedAttr border) -> Attribute {
        return border ? Attribute(border) : builder.getUnitAttr();
      }));
}

sparse::GenericOp FunctionConversion::buildGeneric(
    Location loc, const GenericOperands &operands, bool takesCoordinates,
    llvm::function_ref<LogicalResult(OpBuilder &, ValueRange, ValueRange,
                                     SmallVectorImpl<Value> &)>
        body) {
  MLIRContext *context = made.getContext();
  unsigned numDims = operands.kinds.size();
  SmallVector<Attribute> maps = getMapAttrs(operands), kinds, combine;
  for (iter::DimKind kind : operands.kinds)
    kinds.push_back(iter::DimKindAttr::get(context, kind));
  std::rotate(kinds.begin(), kinds.end() - operands.numUnits, kinds.end());
  for (iter::CombineKind kind : operands.combine)
    combine.push_back(iter::CombineKindAttr::get(context, kind));
  auto op = sparse::GenericOp::create(
      builder, loc, operands.ins, operands.outs,
      operands.driver < 0 ? IntegerAttr()
                          : builder.getI64IntegerAttr(operands.driver),
      operands.name.empty() ? StringAttr()
                            : builder.getStringAttr(operands.name),
      builder.getArrayAttr(maps), builder.getArrayAttr(kinds),
      builder.getArrayAttr(combine), getBorderAttrs(operands, builder));
  Block &block = op.getBody().emplaceBlock();
  for (Value in : operands.ins)
    block.addArgument(
        cast<sparse::AnyTensorType>(in.getType()).getElementType(), loc);
  for (unsigned dim = 0; takesCoordinates && dim < numDims; ++dim)
    block.addArgument(builder.getIndexType(), loc);
  OpBuilder inside = OpBuilder::atBlockEnd(&block);
  ValueRange args = block.getArguments();
  ValueRange dims = args.drop_front(operands.ins.size());
  SmallVector<Value> results;
  if (failed(body(inside, args.take_front(operands.ins.size()),
                  takesCoordinates ? dims.drop_front(operands.numUnits) : dims,
                  results))) {
    op.erase();
    return {};
  }
  sparse::YieldOp::create(inside, loc, results);
  return op;
}

void FunctionConversion::copy(const Place &from, const Place &to,
                              ArrayRef<int64_t> shape, Location loc) {
  if (from.splat)
    return fill(to, from.splat, loc);
  GenericOperands operands;
  operands.kinds.assign(shape.size(), iter::DimKind::Spatial);
  operands.name = "copy";
  bool reads = hasSums(from.map) && spans(from, from.map, shape);
  if (reads) {
    operands.addInput(from);
  }
  addOutput(operands, to,
            AffineMap::getMultiDimIdentityMap(shape.size(), made.getContext()));
  buildGeneric(loc, operands, !reads,
               [&](OpBuilder &inside, ValueRange ins, ValueRange dims,
                   SmallVectorImpl<Value> &results) {
                 results.push_back(reads ? ins.front()
                                         : load(inside, loc, from,
                                                dims.take_front(shape.size())));
                 return success();
               });
}

Place FunctionConversion::copyToMemory(Value value, Location loc) {
  auto type = cast<RankedTensorType>(value.getType());
  Place place = allocate(type, loc);
  if (!places[value].isEmpty()) {
    copy(places[value], place, type.getShape(), loc);
    return place;
  }
  if (TypedAttr zero = builder.getZeroAttr(type.getElementType()))
    fill(place, arith::ConstantOp::create(builder, loc, zero), loc);
  return place;
}
