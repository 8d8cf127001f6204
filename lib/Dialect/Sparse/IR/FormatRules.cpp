//===- FormatRules.cpp - the rules of formats -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatRules.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle::sparse;

/// (C8) The parents of level `l`, which has to be the first to have none.
static LogicalResult verifyParents(EmitError emitError, LevelAttr level,
                                   int64_t l, bool allDense) {
  ArrayRef<int64_t> parents = level.getParents();
  if (parents.empty() && l > 0 && !allDense)
    return emitError() << "(C8) expected a parent of level " << l
                       << ", since not all levels are dense";
  for (int64_t parent : parents)
    if (parent < 0 || parent >= l)
      return emitError() << "(C8) expected a parent before level " << l
                         << " but got level " << parent;
  return success();
}

/// (C9) The kinds that need a parent.
static LogicalResult verifyRoot(EmitError emitError, LevelAttr level,
                                int64_t l) {
  LevelKind kind = level.getKind();
  bool needsParent = kind == LevelKind::Singleton ||
                     kind == LevelKind::Variable ||
                     kind == LevelKind::Structured;
  if (!needsParent || !level.getParents().empty())
    return success();
  return emitError() << "(C9) expected a parent of level " << l << ", which is "
                     << stringifyLevelKind(kind);
}

/// Whether `expr` has a slot or a rank that is not taken modulo a constant.
static bool isWithoutExtent(AffineExpr expr,
                            ArrayRef<InspectorAttr> inspectors) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    InspectorAttr::Kind kind = inspectors[symbol.getPosition()].getKind();
    return kind == InspectorAttr::Kind::Slot ||
           kind == InspectorAttr::Kind::Rank;
  }
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!operation || expr.getKind() == AffineExprKind::Mod)
    return false;
  return isWithoutExtent(operation.getLHS(), inspectors) ||
         isWithoutExtent(operation.getRHS(), inspectors);
}

/// (C13) The extent of a dense level.
static LogicalResult verifyExtent(EmitError emitError, LevelAttr level,
                                  int64_t l,
                                  ArrayRef<InspectorAttr> inspectors) {
  if (level.getKind() != LevelKind::Dense ||
      !isWithoutExtent(level.getExpr(), inspectors))
    return success();
  return emitError() << "(C13) expected a slot or a rank modulo a constant on "
                        "dense level "
                     << l << ", for it has no extent";
}

/// (C2) The dimensions and inspectors that `expr` may use.
static LogicalResult verifyNames(EmitError emitError, AffineExpr expr,
                                 int64_t rank, size_t numInspectors) {
  bool isKnown = true;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      isKnown &= dim.getPosition() < rank;
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      isKnown &= symbol.getPosition() < numInspectors;
  });
  if (isKnown)
    return success();
  return emitError() << "(C2) expected expressions over " << rank
                     << " dimensions and " << numInspectors << " definitions";
}

/// (C2) The names of inspectors and levels.
static LogicalResult verifyAllNames(EmitError emitError, int64_t rank,
                                    ArrayRef<InspectorAttr> inspectors,
                                    ArrayRef<LevelAttr> levels) {
  for (auto [s, inspector] : llvm::enumerate(inspectors))
    if (failed(verifyNames(emitError, inspector.getSubject(), rank, s)) ||
        failed(verifyNames(emitError, inspector.getGroup(), rank, s)))
      return failure();
  for (LevelAttr level : levels)
    if (failed(
            verifyNames(emitError, level.getExpr(), rank, inspectors.size())))
      return failure();
  return success();
}

/// (C6) The coordinates of levels differ.
static LogicalResult verifyDifferent(EmitError emitError,
                                     ArrayRef<LevelAttr> levels) {
  for (size_t l = 0; l < levels.size(); ++l)
    for (size_t other = 0; other < l; ++other)
      if (levels[l].getExpr() == levels[other].getExpr() &&
          !isa<AffineConstantExpr>(levels[l].getExpr()))
        return emitError() << "(C6) expected different coordinates of levels "
                           << other << " and " << l;
  return success();
}

/// (C15) The order of the inspectors.
static LogicalResult verifyOrder(EmitError emitError,
                                 ArrayRef<InspectorAttr> inspectors,
                                 ArrayRef<LevelAttr> levels) {
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(
      levels, [](LevelAttr level) { return level.getExpr(); });
  NumberedExprs numbered = numberInspectors(inspectors, exprs);
  llvm::SmallDenseSet<Attribute> different(inspectors.begin(),
                                           inspectors.end());
  if (ArrayRef(numbered.inspectors) == inspectors &&
      different.size() == inspectors.size())
    return success();
  return emitError() << "(C15) expected different definitions in the order of "
                        "their first use, each used";
}

/// (C16) and (C17) The sizes; sets `rank` to 2 for a family.
static LogicalResult verifySizes(EmitError emitError, int64_t &rank,
                                 ArrayRef<InspectorAttr> inspectors,
                                 ArrayRef<LevelAttr> levels) {
  if (ShapedType::isDynamic(rank))
    rank = 2;
  if (rank < 0 || rank > FormatAttr::kMaxRank)
    return emitError() << "(C16) expected at most " << FormatAttr::kMaxRank
                       << " dimensions but got " << rank;
  if (std::max(levels.size(), inspectors.size()) > kMaxLevels)
    return emitError() << "(C16) expected at most " << kMaxLevels
                       << " levels and inspectors but got "
                       << std::max(levels.size(), inspectors.size());
  return success();
}

/// (C17) The levels of a format of unknown rank.
static LogicalResult verifyFamily(EmitError emitError, MLIRContext *context,
                                  ArrayRef<InspectorAttr> inspectors,
                                  ArrayRef<LevelAttr> levels, Kept keeps) {
  auto member = FormatAttr::get(context, 2, inspectors, levels, keeps);
  if (findFamily(member))
    return success();
  return emitError() << "(C17) expected a family in a format of unknown rank "
                        "but got "
                     << member;
}

LogicalResult FormatAttr::verify(EmitError emitError, int64_t rank,
                                 ArrayRef<InspectorAttr> inspectors,
                                 ArrayRef<LevelAttr> levels, Kept keeps) {
  bool isFamily = ShapedType::isDynamic(rank);
  if (failed(verifySizes(emitError, rank, inspectors, levels)) ||    // (C16)
      failed(verifyAllNames(emitError, rank, inspectors, levels)) || // (C2)
      failed(verifyDifferent(emitError, levels)))                    // (C6)
    return failure();
  bool allDense = llvm::all_of(levels, [](LevelAttr level) {
    return level.getKind() == LevelKind::Dense;
  });
  for (auto [l, level] : llvm::enumerate(levels))
    if (failed(verifyRoot(emitError, level, l)) ||              // (C9)
        failed(verifyParents(emitError, level, l, allDense)) || // (C8)
        failed(verifyExtent(emitError, level, l, inspectors)))  // (C13)
      return failure();
  int64_t undetermined = findUndetermined(rank, levels); // (C7)
  if (undetermined >= 0)
    return emitError() << "(C7) expected the levels to determine dimension "
                       << undetermined;
  if (failed(verifyOrder(emitError, inspectors, levels)) || // (C15)
      failed(verifyKept(emitError, levels, keeps)))         // (C19)
    return failure();
  if (isFamily)
    return verifyFamily(emitError, levels.front().getContext(), inspectors,
                        levels, keeps); // (C17)
  return success();
}
