//===- FormatSupport.cpp - formats that this version builds ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatNames.h"
#include "InspectorSupport.h"
#include "SumSupport.h"

using namespace mlir;
using namespace spindle::sparse;

/// Whether `expr` is a dimension, or made of one by quotients and remainders.
static bool isOfOneDimension(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr))
    return true;
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  return operation &&
         (expr.getKind() == AffineExprKind::FloorDiv ||
          expr.getKind() == AffineExprKind::Mod) &&
         isOfOneDimension(operation.getLHS());
}

/// Whether a remainder is taken in `expr`.
static bool hasRemainder(AffineExpr expr) {
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  return operation && (expr.getKind() == AffineExprKind::Mod ||
                       hasRemainder(operation.getLHS()));
}

/// Whether all that lies right below level `l` are singletons, which tell the
/// positions of equal coordinates apart, as in COO.
static bool hasSingletonsBelow(ArrayRef<LevelAttr> levels, int64_t l) {
  auto isBelow = [&](LevelAttr level) {
    return llvm::is_contained(level.getParents(), l);
  };
  return llvm::any_of(levels, isBelow) &&
         llvm::all_of(levels, [&](LevelAttr level) {
           return !isBelow(level) || level.getKind() == LevelKind::Singleton;
         });
}

/// Whether level `l` is a root right below which a fixed level lies and nothing
/// else: a fibre of more elements than that is wide is cut into pieces, each
/// with a position of the root.
static bool isCutToPieces(ArrayRef<LevelAttr> levels, int64_t l) {
  bool isAlone = l == 0 && levels.size() == 2;
  return isAlone && levels[1].getKind() == LevelKind::Fixed &&
         !ShapedType::isDynamic(levels[1].getParams().front());
}

/// Whether `level` is among the ancestors of level `l`.
static bool isAbove(ArrayRef<LevelAttr> levels, int64_t level, int64_t l) {
  return llvm::any_of(levels[l].getParents(), [&](int64_t parent) {
    return parent == level || isAbove(levels, level, parent);
  });
}

/// Whether cells that no element has may lie outside of the tensor by the
/// coordinate of level `l`: where it lies beside another level of its
/// dimension, with which it has all pairs of coordinates, and where it is a
/// dense quotient below a remainder, by which nothing is cut.
static bool mayLieOutside(FormatAttr format, int64_t l) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  AffineExpr expr = levels[l].getExpr();
  bool isDense = levels[l].getKind() == LevelKind::Dense;
  for (unsigned dim = 0; dim < format.getRank(); ++dim)
    for (int64_t other = 0; other < l; ++other) {
      AffineExpr before = levels[other].getExpr();
      if (expr.isFunctionOfDim(dim) && before.isFunctionOfDim(dim) &&
          (!isAbove(levels, other, l) || (isDense && hasRemainder(before))))
        return true;
    }
  return false;
}

/// Why no tensor is built whose level `l` has its coordinate; empty where one
/// is.
static StringRef refuseCoordinate(FormatAttr format, int64_t l) {
  LevelAttr level = format.getLevels()[l];
  AffineExpr expr = level.getExpr();
  bool isDense = level.getKind() == LevelKind::Dense;
  // The remainder modulo 1, of a dimension that is of no matter.
  if (isa<AffineConstantExpr>(expr) && isDense && format.getRank() > 0)
    return "";
  if (isa<AffineConstantExpr>(expr))
    return "has a constant coordinate";
  if (getInspector(format, expr))
    return refuseDerived(format, l);
  if (getDifference(expr))
    return refuseDifference(format, l);
  if (!isOfOneDimension(expr))
    return "has a coordinate that is neither made of one dimension by "
           "'floordiv' and 'mod' nor the difference of two";
  if (level.getKind() == LevelKind::Variable && level.getDim() < 0)
    return "is variable and has a coordinate that is not a dimension";
  // What a dense remainder is taken of must have a border that one level cuts.
  if (isDense && hasRemainder(expr) &&
      (format.getCutLevel(l) < 0 ||
       hasRemainder(cast<AffineBinaryOpExpr>(expr).getLHS())))
    return "is dense and has a remainder whose quotient is no level above it";
  if (!format.keepsBitmap() && mayLieOutside(format, l))
    return "lies beside or is dense below another level of its dimension, and "
           "no bitmap is kept";
  return "";
}

/// Why no tensor is built that has level `l`; empty where one is.
static StringRef refuseLevel(FormatAttr format, int64_t l) {
  ArrayRef<LevelAttr> levels = format.getLevels();
  LevelAttr level = levels[l];
  if (level.getKind() == LevelKind::Structured)
    return refuseStructured(format, l);
  if (StringRef reason = refuseParents(format, l); !reason.empty())
    return reason;
  if (level.getKind() == LevelKind::Fixed && level.getParents().empty() &&
      format.keepsLengths())
    return "is fixed and a root, of which lengths are kept";
  if (level.getUnique() || level.getKind() == LevelKind::Singleton)
    return refuseCoordinate(format, l);
  if (level.getKind() == LevelKind::Fixed)
    return "is fixed and nonunique";
  if (!hasSingletonsBelow(levels, l) && !isCutToPieces(levels, l))
    return "is nonunique, with other levels right below it than singletons, or "
           "one fixed level of a known width below a root";
  return refuseCoordinate(format, l);
}

LogicalResult FormatAttr::verifySupported(EmitError emitError) const {
  auto refuse = [&]() {
    return emitError() << "format " << *this << " is not supported yet: ";
  };
  if (isFamily())
    return refuse() << "its rank is not known";
  for (int64_t number = 0; number < int64_t(getInspectors().size()); ++number)
    if (StringRef reason = refuseInspector(*this, number); !reason.empty())
      return refuse() << "inspector " << number << " " << reason;
  for (int64_t l = 0; l < int64_t(getLevels().size()); ++l)
    if (StringRef reason = refuseLevel(*this, l); !reason.empty())
      return refuse() << "level " << l << " " << reason;
  AffineMap dims = getDimMap();
  if (!dims)
    return refuse() << "a dimension follows from a sum alone";
  // Each level tells elements apart, or cells of the storage would stand for
  // none.
  for (auto [l, level] : llvm::enumerate(getLevels()))
    if (!isa<AffineConstantExpr>(level.getExpr()) &&
        !getInspector(*this, level.getExpr()) && !dims.isFunctionOfDim(l))
      return refuse() << "level " << l
                      << " has a coordinate that follows from other levels";
  if (!getLevels().empty() && getStorageDims().empty())
    return refuse() << "its levels have no layout";
  return success();
}
