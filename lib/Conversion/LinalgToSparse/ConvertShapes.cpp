//===- ConvertShapes.cpp - operations that move elements ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertFunction.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// The same elements
//===----------------------------------------------------------------------===//

LogicalResult FunctionConversion::convertSlice(tensor::ExtractSliceOp op) {
  if (ShapedType::isDynamicShape(op.getStaticOffsets()) ||
      ShapedType::isDynamicShape(op.getStaticStrides()))
    return op.emitOpError("expected offsets and strides that are constants");
  const Place &from = places[op.getSource()];
  places[op.getResult()] = from.tensor ? slicePlace(from, op) : from;
  return success();
}

LogicalResult FunctionConversion::convertExtract(tensor::ExtractOp op) {
  const Place &from = places[op.getTensor()];
  if (from.isEmpty())
    return op.emitOpError("expected a tensor that was written");
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(numbers.lookup(index));
  numbers.map(op.getResult(), load(builder, op.getLoc(), from, indices));
  return success();
}

LogicalResult FunctionConversion::convertView(Operation &op) {
  MLIRContext *context = op.getContext();
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](tensor::EmptyOp own) {
        places[own.getResult()] = Place();
        return success();
      })
      .Case([&](tensor::ExpandShapeOp own) {
        places[own.getResult()] =
            readThrough(places[own.getSrc()],
                        linearizeMap(own.getReassociationIndices(),
                                     own.getResultType().getShape(), context));
        return success();
      })
      .Case([&](tensor::CollapseShapeOp own) {
        places[own.getResult()] =
            readThrough(places[own.getSrc()],
                        delinearizeMap(own.getReassociationIndices(),
                                       own.getSrcType().getShape(), context));
        return success();
      })
      .Case([&](tensor::ExtractSliceOp own) { return convertSlice(own); })
      .Case([&](tensor::ExtractOp own) { return convertExtract(own); })
      .Case([&](tensor::CastOp own) {
        Place from = places[own.getSource()];
        places[own.getResult()] = from;
        return success();
      })
      .Case([&](tensor::SplatOp own) {
        Place &place = places[own.getResult()];
        place.splat = numbers.lookup(own.getInput());
        return success();
      })
      .Default([](Operation *other) {
        return other->emitOpError(
            "expected an operation of linalg or tensor that has a counterpart "
            "on Spindle's tensors, or one on numbers");
      });
}

//===----------------------------------------------------------------------===//
// Elements of several tensors
//===----------------------------------------------------------------------===//

/// Whether each of `indices` is at least the entry of `from` and below it and
/// that of `sizes`; null where it always is, in `shape`.
static Value buildIsInPiece(OpBuilder &builder, Location loc,
                            ValueRange indices, ArrayRef<int64_t> from,
                            ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape) {
  Value all;
  for (auto [index, start, size, whole] :
       llvm::zip_equal(indices, from, sizes, shape)) {
    if (start == 0 && size == whole)
      continue;
    Value first = arith::ConstantIndexOp::create(builder, loc, start);
    Value offset = arith::SubIOp::create(builder, loc, index, first);
    Value count = arith::ConstantIndexOp::create(builder, loc, size);
    // Without a sign, one comparison does for both ends.
    Value is = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     offset, count);
    all = all ? arith::AndIOp::create(builder, loc, all, is).getResult() : is;
  }
  return all;
}

Value FunctionConversion::loadPiece(OpBuilder &builder, Location loc,
                                    ArrayRef<Piece> pieces,
                                    ArrayRef<int64_t> shape,
                                    ValueRange indices) {
  const Piece &piece = pieces.front();
  auto loadHere = [&](OpBuilder &at) {
    SmallVector<AffineExpr> exprs;
    for (auto [dim, start] : llvm::enumerate(piece.from))
      exprs.push_back(getAffineDimExpr(dim, at.getContext()) - start);
    Place place = readThrough(
        piece.place, AffineMap::get(exprs.size(), 0, exprs, at.getContext()));
    return load(at, loc, place, indices);
  };
  Value isHere = pieces.size() == 1
                     ? Value()
                     : buildIsInPiece(builder, loc, indices, piece.from,
                                      piece.sizes, shape);
  if (!isHere)
    return loadHere(builder);
  auto branch = scf::IfOp::create(
      builder, loc, isHere,
      [&](OpBuilder &inside, Location) {
        scf::YieldOp::create(inside, loc, loadHere(inside));
      },
      [&](OpBuilder &outside, Location) {
        scf::YieldOp::create(
            outside, loc,
            loadPiece(outside, loc, pieces.drop_front(), shape, indices));
      });
  return branch.getResult(0);
}

void FunctionConversion::joinPieces(Value result, ArrayRef<Piece> pieces) {
  Location loc = result.getLoc();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(result.getType()).getShape();
  GenericOperands operands;
  operands.kinds.assign(shape.size(), iter::DimKind::Spatial);
  operands.sizes.assign(shape.begin(), shape.end());
  operands.name = "join";
  Place to = getHome(result);
  addOutput(operands, to,
            AffineMap::getMultiDimIdentityMap(shape.size(), made.getContext()));
  addExtents(operands);
  buildGeneric(loc, operands, /*takesCoordinates=*/true,
               [&](OpBuilder &inside, ValueRange, ValueRange dims,
                   SmallVectorImpl<Value> &values) {
                 values.push_back(loadPiece(inside, loc, pieces, shape,
                                            dims.take_front(shape.size())));
                 return success();
               });
  places[result] = to;
}

LogicalResult FunctionConversion::convertConcat(tensor::ConcatOp op) {
  SmallVector<Piece> pieces;
  SmallVector<int64_t> from(op.getResultType().getRank(), 0);
  for (Value input : op.getInputs()) {
    ArrayRef<int64_t> sizes =
        cast<RankedTensorType>(input.getType()).getShape();
    if (places[input].isEmpty())
      return op.emitOpError("expected tensors that were written");
    if (!llvm::is_contained(sizes, 0))
      pieces.push_back({places[input], from, llvm::to_vector(sizes)});
    from[op.getDim()] += sizes[op.getDim()];
  }
  if (pieces.empty())
    places[op.getResult()] = allocate(op.getResultType(), op.getLoc(),
                                      layouts.getGroups(op.getResult()));
  else
    joinPieces(op.getResult(), pieces);
  return success();
}

/// The sizes of the slice that `op` writes, as of the tensor's dimensions.
static bool isInPlainSlice(tensor::InsertSliceOp op) {
  return !ShapedType::isDynamicShape(op.getStaticOffsets()) &&
         llvm::all_of(op.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; });
}

LogicalResult FunctionConversion::convertInsertSlice(tensor::InsertSliceOp op) {
  const Place &source = places[op.getSource()], &dest = places[op.getDest()];
  if (!isInPlainSlice(op) || source.isEmpty() || dest.isEmpty())
    return op.emitOpError("expected a slice with offsets that are constants "
                          "and strides of 1, and tensors that were written");
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<AffineExpr> kept;
  for (int64_t dim = 0; dim < op.getType().getRank(); ++dim)
    if (!dropped.test(dim))
      kept.push_back(getAffineDimExpr(dim, op.getContext()));
  Place piece = readThrough(
      source, AffineMap::get(op.getType().getRank(), 0, kept, op.getContext()));
  SmallVector<int64_t> zeros(op.getType().getRank(), 0);
  joinPieces(op.getResult(),
             {{piece, llvm::to_vector(op.getStaticOffsets()),
               llvm::to_vector(op.getStaticSizes())},
              {dest, zeros, llvm::to_vector(op.getType().getShape())}});
  return success();
}
