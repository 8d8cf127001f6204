//===- Questions.cpp - answers of axes as arithmetic and loads ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Questions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;
using spindle::axis::DenseFixedOp;
using spindle::axis::LocateStrategy;
using spindle::axis::SparseVariableOp;

static Value constant(AnswerBuilder &builder, int64_t value) {
  return arith::ConstantIndexOp::create(builder, builder.getLoc(), value);
}

static Value compare(AnswerBuilder &builder, CmpIPredicate predicate, Value lhs,
                     Value rhs) {
  return arith::CmpIOp::create(builder, predicate, lhs, rhs);
}

/// The element `index` of an array of signed integers, as an index.
static Value loadIndex(AnswerBuilder &builder, Value array, Value index) {
  Value loaded = memref::LoadOp::create(builder, array, index);
  return arith::IndexCastOp::create(builder, builder.getIndexType(), loaded);
}

/// Where the fibre under `under` ends.
static Value buildEnd(AnswerBuilder &builder, SparseVariableOp axis,
                      Value under) {
  Value next = arith::AddIOp::create(builder, under, constant(builder, 1));
  return loadIndex(builder, axis.getPositions(), next);
}

/// The first position of the fibre of a dense axis under `under`.
static Value buildDenseBegin(AnswerBuilder &builder, DenseFixedOp axis,
                             Value under) {
  return arith::MulIOp::create(builder, under, axis.getExtent());
}

Value spindle::buildExtent(AnswerBuilder &builder, Value axis) {
  if (auto dense = axis.getDefiningOp<DenseFixedOp>())
    return dense.getExtent();
  return axis.getDefiningOp<SparseVariableOp>().getExtent();
}

Value spindle::buildSize(AnswerBuilder &builder, Value axis) {
  if (auto sparse = axis.getDefiningOp<SparseVariableOp>())
    return loadIndex(builder, sparse.getPositions(),
                     buildSize(builder, sparse.getParent()));
  auto dense = axis.getDefiningOp<DenseFixedOp>();
  if (!dense.getParent())
    return dense.getExtent();
  Value fibres = buildSize(builder, dense.getParent());
  return arith::MulIOp::create(builder, fibres, dense.getExtent());
}

Value spindle::buildLength(AnswerBuilder &builder, Value axis, Value under) {
  auto sparse = axis.getDefiningOp<SparseVariableOp>();
  if (!sparse)
    return buildExtent(builder, axis);
  Value begin = loadIndex(builder, sparse.getPositions(), under);
  return arith::SubIOp::create(builder, buildEnd(builder, sparse, under),
                               begin);
}

Value spindle::buildPosition(AnswerBuilder &builder, Value axis, Value offset,
                             Value under) {
  if (!under)
    return offset;
  Value begin;
  if (auto sparse = axis.getDefiningOp<SparseVariableOp>())
    begin = loadIndex(builder, sparse.getPositions(), under);
  else
    begin = buildDenseBegin(builder, axis.getDefiningOp<DenseFixedOp>(), under);
  return arith::AddIOp::create(builder, begin, offset);
}

Value spindle::buildCoordinate(AnswerBuilder &builder, Value axis,
                               Value position, Value under) {
  if (auto sparse = axis.getDefiningOp<SparseVariableOp>())
    return loadIndex(builder, sparse.getCoordinates(), position);
  if (!under)
    return position;
  Value begin =
      buildDenseBegin(builder, axis.getDefiningOp<DenseFixedOp>(), under);
  return arith::SubIOp::create(builder, position, begin);
}

Value spindle::buildParent(AnswerBuilder &builder, Value axis, Value position) {
  if (auto dense = axis.getDefiningOp<DenseFixedOp>())
    return arith::DivUIOp::create(builder, position, dense.getExtent());
  auto sparse = axis.getDefiningOp<SparseVariableOp>();
  // The first fibre that ends after the position.
  Value fibres = buildSize(builder, sparse.getParent());
  auto endsBefore = [&](AnswerBuilder &inside, Value fibre) {
    Value end = buildEnd(inside, sparse, fibre);
    return compare(inside, CmpIPredicate::sle, end, position);
  };
  return buildBinarySearch(builder, constant(builder, 0), fibres, endsBefore);
}

Value spindle::buildOccupied(AnswerBuilder &builder, Value axis, Value position,
                             Value under) {
  Value begin = buildPosition(builder, axis, constant(builder, 0), under);
  Value end =
      arith::AddIOp::create(builder, begin, buildLength(builder, axis, under));
  Value above = compare(builder, CmpIPredicate::sge, position, begin);
  Value below = compare(builder, CmpIPredicate::slt, position, end);
  return arith::AndIOp::create(builder, above, below);
}

/// A coordinate of a dense fibre: there where it is in range.
static std::pair<Value, Value> locateDense(AnswerBuilder &builder, Value axis,
                                           Value coordinate, Value under) {
  Value position = buildPosition(builder, axis, coordinate, under);
  // As unsigned numbers, negative ones are out of range too.
  Value found = compare(builder, CmpIPredicate::ult, coordinate,
                        buildExtent(builder, axis));
  return {position, found};
}

std::pair<Value, Value>
spindle::buildLocate(AnswerBuilder &builder, Value axis, Value coordinate,
                     Value under, std::optional<LocateStrategy> strategy) {
  auto sparse = axis.getDefiningOp<SparseVariableOp>();
  if (!sparse)
    return locateDense(builder, axis, coordinate, under);
  bool sorted = sparse.getResult().getType().getSorted();
  bool linear = !sorted || strategy == LocateStrategy::Linear;
  Value begin = loadIndex(builder, sparse.getPositions(), under);
  Value end = buildEnd(builder, sparse, under);
  auto predicate = linear ? CmpIPredicate::ne : CmpIPredicate::slt;
  auto isBelow = [&](AnswerBuilder &inside, Value position) {
    Value here = loadIndex(inside, sparse.getCoordinates(), position);
    return compare(inside, predicate, here, coordinate);
  };
  Value place = linear ? buildLinearSearch(builder, begin, end, isBelow)
                       : buildBinarySearch(builder, begin, end, isBelow);
  Value inside = compare(builder, CmpIPredicate::slt, place, end);
  auto branch = scf::IfOp::create(
      builder, inside,
      [&](OpBuilder &b, Location loc) {
        AnswerBuilder then(loc, b);
        Value here = loadIndex(then, sparse.getCoordinates(), place);
        Value equal = compare(then, CmpIPredicate::eq, here, coordinate);
        scf::YieldOp::create(then, equal);
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, inside);
      });
  return {place, branch.getResult(0)};
}
