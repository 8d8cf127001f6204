//===- CellCoordinates.cpp - coordinates of all cells ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CellCoordinates.h"

#include "Places.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::DenseFixedOp;
using spindle::iter::NestOp;

Value spindle::getSiteOfCoordinate(Value coordinate) {
  auto arg = dyn_cast<BlockArgument>(coordinate);
  if (!arg || arg.getArgNumber() % 2 != 0 ||
      !isa_and_nonnull<NestOp>(arg.getOwner()->getParentOp()))
    return {};
  return arg.getOwner()->getArgument(arg.getArgNumber() + 1);
}

namespace {
/// An index as an expression of the coordinates of nests.
struct CoordinateExpr {
  /// The coordinates, in the order of the expression's dimensions.
  SmallVector<Value> coordinates;

  /// The expression that gives `index`; null where it is made of other things.
  AffineExpr build(Value index);

private:
  AffineExpr getDim(Value coordinate);
  AffineExpr buildApply(affine::AffineApplyOp apply);
  AffineExpr buildProduct(arith::MulIOp product);
};
} // namespace

AffineExpr CoordinateExpr::getDim(Value coordinate) {
  auto *known = llvm::find(coordinates, coordinate);
  unsigned number = known - coordinates.begin();
  if (known == coordinates.end())
    coordinates.push_back(coordinate);
  return getAffineDimExpr(number, coordinate.getContext());
}

AffineExpr CoordinateExpr::buildApply(affine::AffineApplyOp apply) {
  SmallVector<AffineExpr> operands;
  for (Value operand : apply.getMapOperands()) {
    operands.push_back(build(operand));
    if (!operands.back())
      return {};
  }
  AffineMap map = apply.getAffineMap();
  ArrayRef<AffineExpr> all = operands;
  return map.getResult(0).replaceDimsAndSymbols(
      all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
}

/// An affine product has a constant factor.
AffineExpr CoordinateExpr::buildProduct(arith::MulIOp product) {
  AffineExpr lhs = build(product.getLhs()), rhs = build(product.getRhs());
  if (!lhs || !rhs)
    return {};
  if (isa<AffineConstantExpr>(lhs))
    std::swap(lhs, rhs);
  return isa<AffineConstantExpr>(rhs) ? lhs * rhs : AffineExpr();
}

AffineExpr CoordinateExpr::build(Value index) {
  if (getSiteOfCoordinate(index))
    return getDim(index);
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getAffineConstantExpr(*constant, index.getContext());
  if (auto apply = index.getDefiningOp<affine::AffineApplyOp>())
    return buildApply(apply);
  if (auto product = index.getDefiningOp<arith::MulIOp>())
    return buildProduct(product);
  if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    AffineExpr lhs = build(sum.getLhs()), rhs = build(sum.getRhs());
    return lhs && rhs ? lhs + rhs : AffineExpr();
  }
  return {};
}

/// Whether `expr` of the two coordinates is that of `inner`, a block's
/// dimension, within its block row, and the block is cut.
static bool isCutBlock(AffineExpr expr, ArrayRef<Value> coordinates,
                       unsigned inner) {
  Value site = getSiteOfCoordinate(coordinates[inner]);
  Value outer = getSiteOfCoordinate(coordinates[1 - inner]);
  Value axis = axis::getSiteAxis(site);
  if (!getCutBy(axis))
    return false;
  auto dense = axis.getDefiningOp<DenseFixedOp>();
  std::optional<int64_t> width = getConstantIntValue(dense.getExtent());
  if (!width || getCutSite(axis, axis::getSiteParents(site)) != outer)
    return false;
  MLIRContext *context = axis.getContext();
  AffineExpr expected = getAffineDimExpr(1 - inner, context) * *width +
                        getAffineDimExpr(inner, context);
  return simplifyAffineExpr(expr, 2, 0) == simplifyAffineExpr(expected, 2, 0);
}

/// Whether coordinates on `axis` start at 0.
static bool startsAtZero(Value axis) {
  if (auto sparse = axis.getDefiningOp<axis::SparseVariableOp>())
    return !sparse.getFrom();
  if (auto sparse = axis.getDefiningOp<axis::SparseFixedOp>())
    return !sparse.getFrom();
  auto singleton = axis.getDefiningOp<axis::SingletonOp>();
  return !singleton || !singleton.getFrom();
}

/// The extent of an axis that is dense_fixed, where it is known.
static std::optional<int64_t> getExtent(Value axis) {
  auto dense = axis.getDefiningOp<DenseFixedOp>();
  return dense ? getConstantIntValue(dense.getExtent()) : std::nullopt;
}

bool spindle::isInRangeForCells(Value coordinate, Value level) {
  if (Value site = getSiteOfCoordinate(coordinate)) {
    Value axis = axis::getSiteAxis(site);
    std::optional<int64_t> own = getExtent(axis), other = getExtent(level);
    return startsAtZero(axis) && !(own && other && *own > *other);
  }
  CoordinateExpr parts;
  AffineExpr expr = parts.build(coordinate);
  if (!expr || parts.coordinates.size() != 2)
    return false;
  return isCutBlock(expr, parts.coordinates, 0) ||
         isCutBlock(expr, parts.coordinates, 1);
}
