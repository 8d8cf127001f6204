//===- TensorAxes.cpp - the axes of a tensor's levels ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorAxes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisType;

namespace {
/// Makes the axes of one tensor, level by level.
struct AxisConstructor {
  OpBuilder &builder;
  Location loc;
  const Pieces &pieces;
  DimSizes &sizes;
  FormatAttr format = pieces.tensor.getFormat();
  SmallVector<Type> types = getUnpackedTypes(pieces.tensor);
  /// Those that are made.
  SmallVector<Value> axes = {};

  Value makeLevel(int64_t level);
  Value makeOccupancy();

private:
  LevelAttr getLevel(int64_t level) const { return format.getLevels()[level]; }
  AxisType getType(int64_t level) const { return cast<AxisType>(types[level]); }
  SmallVector<Value> getParents(int64_t level) const {
    return llvm::map_to_vector(getLevel(level).getParents(),
                               [&](int64_t parent) { return axes[parent]; });
  }
  /// The only parent; null for a root.
  Value getParent(int64_t level) const {
    SmallVector<Value> parents = getParents(level);
    return parents.empty() ? Value() : parents.front();
  }
  Value find(PieceRole role, int64_t level) const {
    return pieces.find(role, level);
  }

  Value buildConstant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value buildExtent(AffineExpr expr);
  Value buildDiagonals(Difference sum);
  Value buildFrom(AffineExpr expr);
  Value buildNumbersExtent(InspectorAttr inspector);
  Value buildLastSize(Value memory);
  /// A size at which fibres end, and the axis whose coordinate says where; null
  /// for none, and the latter for the parent.
  struct Cut {
    Value size, by;
  };
  Cut buildCut(int64_t level);
  Value makeDense(int64_t level);
  Value makeFixed(int64_t level);
  Value makeCompressed(int64_t level);
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A number above all that an inspector derives: a length goes up to the size
/// of the other dimension, others count coordinates of the subject.
Value AxisConstructor::buildNumbersExtent(InspectorAttr inspector) {
  auto subject = cast<AffineDimExpr>(inspector.getSubject());
  if (inspector.getKind() != InspectorAttr::Kind::Length)
    return buildExtent(subject);
  Value one = buildConstant(1);
  if (format.getRank() < 2)
    return buildConstant(2);
  Value longest = sizes.build(builder, loc, pieces, 1 - subject.getPosition());
  return arith::AddIOp::create(builder, loc, longest, one);
}

/// How many values the difference of two dimensions has.
Value AxisConstructor::buildDiagonals(Difference sum) {
  Value plus = sizes.build(builder, loc, pieces, sum.plus);
  Value minus = sizes.build(builder, loc, pieces, sum.minus);
  Value both = builder.createOrFold<arith::AddIOp>(loc, plus, minus);
  Value most = builder.createOrFold<arith::SubIOp>(loc, both, buildConstant(1));
  // None of an empty matrix.
  return builder.createOrFold<arith::MaxSIOp>(loc, most, buildConstant(0));
}

/// The smallest value of a coordinate that is `expr`; null for 0.
Value AxisConstructor::buildFrom(AffineExpr expr) {
  std::optional<Difference> sum = getDifference(expr);
  if (!sum)
    return {};
  Value minus = sizes.build(builder, loc, pieces, sum->minus);
  return builder.createOrFold<arith::SubIOp>(loc, buildConstant(1), minus);
}

/// The extent of a coordinate that is `expr`: of a quotient the number of
/// blocks, the last of which may jut out, of a remainder the divisor, of the
/// constant 0 one.
Value AxisConstructor::buildExtent(AffineExpr expr) {
  if (isa<AffineConstantExpr>(expr))
    return buildConstant(1);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return sizes.build(builder, loc, pieces, dim.getPosition());
  if (isa<AffineSymbolExpr>(expr))
    return buildNumbersExtent(getInspector(format, expr));
  if (std::optional<Difference> sum = getDifference(expr))
    return buildDiagonals(*sum);
  auto operation = cast<AffineBinaryOpExpr>(expr);
  int64_t divisor = cast<AffineConstantExpr>(operation.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return buildConstant(divisor);
  Value divided = buildExtent(operation.getLHS());
  APInt known;
  if (matchPattern(divided, m_ConstantInt(&known)))
    return buildConstant(llvm::divideCeil(known.getZExtValue(), divisor));
  return arith::CeilDivUIOp::create(builder, loc, divided,
                                    buildConstant(divisor));
}

/// The size of the last dimension of `memory`.
Value AxisConstructor::buildLastSize(Value memory) {
  int64_t rank = cast<MemRefType>(memory.getType()).getRank();
  return memref::DimOp::create(builder, loc, memory, rank - 1);
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

AxisConstructor::Cut AxisConstructor::buildCut(int64_t level) {
  int64_t by = format.getCutLevel(level);
  if (by < 0)
    return {};
  AffineExpr expr = getLevel(level).getExpr();
  Value size = buildExtent(cast<AffineBinaryOpExpr>(expr).getLHS());
  return {size, axes[by] == getParent(level) ? Value() : axes[by]};
}

/// The last fibres of a level of remainders are cut by the level of quotients
/// above it, and fibres of what a difference takes away are skewed along it.
Value AxisConstructor::makeDense(int64_t level) {
  Value extent = buildExtent(getLevel(level).getExpr());
  Cut cut = buildCut(level), skew;
  if (int64_t along = getSkewLevel(format, level); along >= 0) {
    Difference sum = *getDifference(getLevel(along).getExpr());
    skew = {sizes.build(builder, loc, pieces, sum.plus), axes[along]};
  }
  return axis::DenseFixedOp::create(
      builder, loc, getType(level), extent, cut.size, cut.by,
      /*lengths=*/Value(), getParent(level), skew.size, skew.by);
}

/// The slots of an unknown width are the last dimension of the coordinates.
Value AxisConstructor::makeFixed(int64_t level) {
  Value coordinates = find(PieceRole::Coordinates, level);
  int64_t known = getType(level).getWidth();
  Value extent = buildExtent(getLevel(level).getExpr());
  Value width = ShapedType::isDynamic(known) ? buildLastSize(coordinates)
                                             : buildConstant(known);
  Cut cut = buildCut(level);
  return axis::SparseFixedOp::create(
      builder, loc, getType(level), extent,
      buildFrom(getLevel(level).getExpr()), width, getParent(level),
      find(PieceRole::Lengths, level), coordinates, cut.size, cut.by);
}

/// A root has as many positions as coordinates.
Value AxisConstructor::makeCompressed(int64_t level) {
  Value coordinates = find(PieceRole::Coordinates, level);
  Value extent = buildExtent(getLevel(level).getExpr());
  Value parent = getParent(level);
  Value count = parent ? Value() : buildLastSize(coordinates);
  return axis::SparseVariableOp::create(
      builder, loc, getType(level), extent,
      buildFrom(getLevel(level).getExpr()), count, parent,
      find(PieceRole::Positions, level), coordinates);
}

Value AxisConstructor::makeLevel(int64_t level) {
  switch (getLevel(level).getKind()) {
  case LevelKind::Dense:
    return makeDense(level);
  case LevelKind::Compressed:
    return makeCompressed(level);
  case LevelKind::Fixed:
  case LevelKind::Structured:
    return makeFixed(level);
  case LevelKind::Variable:
    return axis::DenseVariableOp::create(
        builder, loc, getType(level), buildExtent(getLevel(level).getExpr()),
        getParent(level), find(PieceRole::Positions, level),
        /*count=*/Value());
  case LevelKind::Singleton:
    return axis::SingletonOp::create(
        builder, loc, getType(level), buildExtent(getLevel(level).getExpr()),
        buildFrom(getLevel(level).getExpr()), getParents(level),
        find(PieceRole::Coordinates, level));
  }
  llvm_unreachable("unknown kind of level");
}

Value AxisConstructor::makeOccupancy() {
  SmallVector<int64_t> levels = getOccupiedLevels(format);
  SmallVector<Value> list;
  axis::ParentLists parents;
  for (int64_t level : levels) {
    list.push_back(axes[level]);
    auto &own = parents.emplace_back();
    for (int64_t parent : getLevel(level).getParents())
      own.push_back(llvm::find(levels, parent) - levels.begin());
  }
  return axis::OccupancyOp::create(
      builder, loc, types[axes.size()], pieces.find(PieceRole::Bitmap), list,
      axis::getParentListsAttr(builder.getContext(), parents));
}

SmallVector<Value> spindle::sparse::makeAxes(OpBuilder &builder, Location loc,
                                             const Pieces &pieces,
                                             DimSizes &sizes) {
  AxisConstructor constructor{builder, loc, pieces, sizes};
  int64_t levels = constructor.format.getLevels().size();
  for (int64_t level = 0; level < levels; ++level)
    constructor.axes.push_back(constructor.makeLevel(level));
  if (constructor.format.keepsBitmap())
    constructor.axes.push_back(constructor.makeOccupancy());
  return constructor.axes;
}

Value spindle::sparse::bindValues(OpBuilder &builder, Location loc,
                                  const Pieces &pieces, ValueRange axes) {
  ArrayAttr parents = axis::getParentListsAttr(
      builder.getContext(), getListParents(pieces.tensor.getFormat()));
  return BindOp::create(builder, loc, getUnpackedTypes(pieces.tensor).back(),
                        pieces.find(PieceRole::Values), axes, parents);
}
