//===- FormatStorage.cpp - what a format keeps in memory ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatRules.h"

#include "Spindle/Dialect/Axis/IR/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisKind;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Levels as axes
//===----------------------------------------------------------------------===//

/// How many values `expr` has, an expression of one dimension of a tensor of
/// `shape`; kDynamic where that is not known.
static int64_t getExtent(AffineExpr expr, ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return shape[dim.getPosition()];
  if (isa<AffineConstantExpr>(expr))
    return 1;
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  bool isDivision = operation && (expr.getKind() == AffineExprKind::FloorDiv ||
                                  expr.getKind() == AffineExprKind::Mod);
  if (!isDivision)
    return ShapedType::kDynamic;
  int64_t divisor = cast<AffineConstantExpr>(operation.getRHS()).getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return divisor;
  int64_t dividend = getExtent(operation.getLHS(), shape);
  return ShapedType::isDynamic(dividend)
             ? dividend
             : int64_t(llvm::divideCeil(dividend, divisor));
}

AxisType LevelAttr::getAxisType(ArrayRef<int64_t> shape) const {
  auto make = [&](AxisKind kind, int64_t width = ShapedType::kDynamic) {
    return AxisType::get(getContext(), kind, width, getPos(), getCrd(),
                         getOrdered(), getUnique());
  };
  switch (getKind()) {
  case LevelKind::Dense:
    return make(AxisKind::DenseFixed, getExtent(getExpr(), shape));
  case LevelKind::Compressed:
    return make(AxisKind::SparseVariable);
  case LevelKind::Fixed:
    return make(AxisKind::SparseFixed, getParams().front());
  case LevelKind::Structured:
    // Elements come first in a group, then what is free.
    return AxisType::get(getContext(), AxisKind::SparseFixed,
                         getParams().front(), Type(), getCrd(),
                         /*sorted=*/false, getUnique());
  case LevelKind::Variable:
    return make(AxisKind::DenseVariable);
  case LevelKind::Singleton:
    // The kind of axis makes no claim of order.
    return AxisType::get(getContext(), AxisKind::Singleton,
                         ShapedType::kDynamic, Type(), getCrd(),
                         /*sorted=*/true, getUnique());
  }
  llvm_unreachable("unknown kind of level");
}

/// For each storage dimension the level that it belongs to. None where the
/// layout rule refuses the levels; they need not be those of a format.
static SmallVector<int64_t> computeLevelDims(ArrayRef<LevelAttr> levels) {
  SmallVector<AxisType> types;
  axis::ParentLists parents;
  SmallVector<int64_t> shape(FormatAttr::kMaxRank, ShapedType::kDynamic);
  for (auto [l, level] : llvm::enumerate(levels)) {
    for (int64_t parent : level.getParents())
      if (parent < 0 || parent >= int64_t(l))
        return {};
    types.push_back(level.getAxisType(shape));
    parents.emplace_back(level.getParents());
  }
  int64_t fault = 0;
  auto dims = axis::computeStorageDims(types, parents, fault);
  return succeeded(dims) ? *dims : SmallVector<int64_t>();
}

SmallVector<int64_t> FormatAttr::getStorageDims() const {
  return computeLevelDims(getLevels());
}

//===----------------------------------------------------------------------===//
// What tells cells from padding
//===----------------------------------------------------------------------===//

/// Whether a `fixed` level lies below level `l`.
static bool hasFixedBelow(ArrayRef<LevelAttr> levels, int64_t l) {
  for (auto [other, level] : llvm::enumerate(levels))
    if (llvm::is_contained(level.getParents(), l) &&
        (level.getKind() == LevelKind::Fixed || hasFixedBelow(levels, other)))
      return true;
  return false;
}

/// Whether level `l` lies below level `above`.
static bool isBelow(ArrayRef<LevelAttr> levels, int64_t l, int64_t above) {
  return llvm::any_of(levels[l].getParents(), [&](int64_t parent) {
    return parent == above || isBelow(levels, parent, above);
  });
}

/// Whether two of the storage dimensions `dims` lie beside each other: the
/// cells are then all pairs of theirs.
static bool haveBranches(ArrayRef<LevelAttr> levels, ArrayRef<int64_t> dims) {
  for (auto [place, l] : llvm::enumerate(dims))
    for (int64_t other : dims.drop_front(place + 1))
      if (!isBelow(levels, l, other) && !isBelow(levels, other, l))
        return true;
  return false;
}

Kept FormatAttr::getDefaultKept(ArrayRef<LevelAttr> levels) {
  auto isKind = [&](LevelKind kind) {
    return [=](LevelAttr level) { return level.getKind() == kind; };
  };
  if (llvm::all_of(levels, isKind(LevelKind::Dense)))
    return Kept::None;
  bool lengths = llvm::any_of(levels, isKind(LevelKind::Fixed));
  bool bitmap = llvm::any_of(levels, isKind(LevelKind::Structured));
  SmallVector<int64_t> dims = computeLevelDims(levels);
  bitmap |= haveBranches(levels, dims);
  for (int64_t l : dims)
    bitmap |=
        levels[l].getKind() == LevelKind::Dense && !hasFixedBelow(levels, l);
  if (lengths && bitmap)
    return Kept::LengthsAndBitmap;
  return lengths ? Kept::Lengths : bitmap ? Kept::Bitmap : Kept::None;
}

bool FormatAttr::keepsLengths() const {
  return getKeeps() == Kept::Lengths || getKeeps() == Kept::LengthsAndBitmap;
}

bool FormatAttr::keepsBitmap() const {
  return getKeeps() == Kept::Bitmap || getKeeps() == Kept::LengthsAndBitmap;
}

LogicalResult spindle::sparse::verifyKept(EmitError emitError,
                                          ArrayRef<LevelAttr> levels,
                                          Kept keeps) {
  bool lengths = keeps == Kept::Lengths || keeps == Kept::LengthsAndBitmap;
  bool bitmap = keeps == Kept::Bitmap || keeps == Kept::LengthsAndBitmap;
  auto isFixed = [](LevelAttr level) {
    return level.getKind() == LevelKind::Fixed;
  };
  if (lengths && llvm::none_of(levels, isFixed))
    return emitError() << "(C19) expected a fixed level to keep lengths of";
  auto keepsWidth = [&](int64_t l) {
    LevelKind kind = levels[l].getKind();
    return kind == LevelKind::Dense || kind == LevelKind::Fixed ||
           kind == LevelKind::Structured;
  };
  SmallVector<int64_t> dims = computeLevelDims(levels);
  if (bitmap && llvm::none_of(dims, keepsWidth) && !haveBranches(levels, dims))
    return emitError() << "(C19) expected a storage dimension of a dense, "
                          "fixed or structured level to keep a bitmap of";
  return success();
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

AffineMap FormatAttr::getLevelMap() const {
  if (isFamily() || !getInspectors().empty())
    return {};
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(
      getLevels(), [](LevelAttr level) { return level.getExpr(); });
  return AffineMap::get(getRank(), 0, exprs, getContext());
}

/// Whether how many values `expr` has follows from the sizes of a tensor: those
/// of slots, ranks and lengths depend on the pattern.
static bool hasKnownExtent(FormatAttr format, AffineExpr expr) {
  InspectorAttr inspector = getInspector(format, expr);
  return !inspector || inspector.getKind() == InspectorAttr::Kind::Order;
}

int64_t FormatAttr::getCutLevel(int64_t level) const {
  ArrayRef<LevelAttr> levels = getLevels();
  auto remainder = dyn_cast<AffineBinaryOpExpr>(levels[level].getExpr());
  bool isWhole = levels[level].getKind() == LevelKind::Dense ||
                 levels[level].getKind() == LevelKind::Structured;
  if (!isWhole || !remainder || remainder.getKind() != AffineExprKind::Mod ||
      !hasKnownExtent(*this, remainder))
    return -1;
  AffineExpr quotient = remainder.getLHS().floorDiv(remainder.getRHS());
  while (levels[level].getParents().size() == 1) {
    level = levels[level].getParents().front();
    if (levels[level].getExpr() == quotient)
      return level;
  }
  return -1;
}
