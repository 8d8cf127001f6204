//===- CellCoordinates.cpp - coordinates of all cells ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CellCoordinates.h"

#include "SiteNumbers.h"
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
/// An index as an expression of the coordinates of nests and of other values,
/// its dimensions and symbols.
struct CoordinateExpr {
  SmallVector<Value> coordinates, symbols;

  /// The expression that gives `index`; null where it is not affine.
  AffineExpr build(Value index);
  /// The expression that gives the coordinate `inner` within blocks of `width`,
  /// numbered by the coordinate `outer`.
  AffineExpr buildInBlock(unsigned outer, unsigned inner, Value width);

  bool isSame(AffineExpr lhs, AffineExpr rhs) const {
    auto simplify = [&](AffineExpr expr) {
      return simplifyAffineExpr(expr, coordinates.size(), symbols.size());
    };
    return simplify(lhs) == simplify(rhs);
  }

private:
  AffineExpr buildApply(affine::AffineApplyOp apply);
};
} // namespace

/// The index of `value` in `list`, to which it is added where it is not there.
static unsigned number(SmallVectorImpl<Value> &list, Value value) {
  auto *known = llvm::find(list, value);
  unsigned number = known - list.begin();
  if (known == list.end())
    list.push_back(value);
  return number;
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

/// The product of two expressions; null where it is not affine.
static AffineExpr multiply(AffineExpr lhs, AffineExpr rhs) {
  if (!lhs || !rhs)
    return {};
  if (lhs.isSymbolicOrConstant())
    std::swap(lhs, rhs);
  return rhs.isSymbolicOrConstant() ? lhs * rhs : AffineExpr();
}

AffineExpr CoordinateExpr::build(Value index) {
  if (getSiteOfCoordinate(index))
    return getAffineDimExpr(number(coordinates, index), index.getContext());
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getAffineConstantExpr(*constant, index.getContext());
  if (auto apply = index.getDefiningOp<affine::AffineApplyOp>())
    return buildApply(apply);
  if (auto product = index.getDefiningOp<arith::MulIOp>())
    return multiply(build(product.getLhs()), build(product.getRhs()));
  if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    AffineExpr lhs = build(sum.getLhs()), rhs = build(sum.getRhs());
    return lhs && rhs ? lhs + rhs : AffineExpr();
  }
  return getAffineSymbolExpr(number(symbols, index), index.getContext());
}

AffineExpr CoordinateExpr::buildInBlock(unsigned outer, unsigned inner,
                                        Value width) {
  MLIRContext *context = width.getContext();
  return multiply(getAffineDimExpr(outer, context), build(width)) +
         getAffineDimExpr(inner, context);
}

/// How many coordinates a block of `axis`, which has a cut, has.
static Value getBlockExtent(Value axis) {
  if (auto sparse = axis.getDefiningOp<axis::SparseFixedOp>())
    return sparse.getExtent();
  return axis.getDefiningOp<DenseFixedOp>().getExtent();
}

/// Whether `expr` of the two coordinates is that of coordinate `inner`, of a
/// block that is cut, within its block row.
static bool isCutBlock(CoordinateExpr &parts, AffineExpr expr, unsigned inner) {
  unsigned outer = 1 - inner;
  Value site = getSiteOfCoordinate(parts.coordinates[inner]);
  Value axis = axis::getSiteAxis(site);
  Value by = getCutSite(axis, axis::getSiteParents(site));
  if (!by || by != getSiteOfCoordinate(parts.coordinates[outer]))
    return false;
  Value width = getBlockExtent(axis);
  AffineExpr expected = parts.buildInBlock(outer, inner, width);
  return parts.coordinates.size() == 2 && parts.isSame(expr, expected);
}

/// The number of the coordinate of `site` among `parts`; none where it is not
/// there, or where `site` is null.
static std::optional<unsigned> findCoordinate(const CoordinateExpr &parts,
                                              Value site) {
  for (auto [number, coordinate] : llvm::enumerate(parts.coordinates))
    if (site && getSiteOfCoordinate(coordinate) == site)
      return number;
  return std::nullopt;
}

/// Whether `expr` is the sum of what cells of a skewed axis, whose coordinate
/// is number `inner`, stand for and of the coordinate that they are skewed
/// along.
static bool isSkewed(CoordinateExpr &parts, AffineExpr expr, unsigned inner) {
  Value site = getSiteOfCoordinate(parts.coordinates[inner]);
  Value axis = axis::getSiteAxis(site);
  SmallVector<Value> under = axis::getSiteParents(site);
  auto along = findCoordinate(parts, getSkewSite(axis, under));
  if (!along)
    return false;
  AffineExpr own = getAffineDimExpr(inner, site.getContext());
  size_t count = 2;
  if (axis::hasCut(axis)) {
    auto outer = findCoordinate(parts, getCutSite(axis, under));
    Value width = axis.getDefiningOp<DenseFixedOp>().getExtent();
    own = outer ? parts.buildInBlock(*outer, inner, width) : AffineExpr();
    ++count;
  }
  return own && parts.coordinates.size() == count &&
         parts.isSame(expr, own + getAffineDimExpr(*along, site.getContext()));
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

bool spindle::isThereForElements(Value axis) {
  if (cast<axis::AxisType>(axis.getType()).isVariable())
    return true;
  auto sparse = axis.getDefiningOp<axis::SparseFixedOp>();
  return (sparse && sparse.getLengths()) ||
         llvm::any_of(axis::getParents(axis), isThereForElements);
}

bool spindle::mayLackCoordinates(Value axis) {
  Value extent;
  if (auto sparse = axis.getDefiningOp<axis::SparseFixedOp>())
    extent = sparse.getExtent();
  else if (auto singleton = axis.getDefiningOp<axis::SingletonOp>())
    extent = singleton.getExtent();
  return extent && getConstantIntValue(extent).value_or(0) <= 0;
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
  if (!expr)
    return false;
  for (unsigned inner = 0; inner < parts.coordinates.size(); ++inner)
    if (isSkewed(parts, expr, inner))
      return true;
  return parts.coordinates.size() == 2 &&
         (isCutBlock(parts, expr, 0) || isCutBlock(parts, expr, 1));
}
