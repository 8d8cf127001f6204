//===- Descriptors.cpp - what the attributes of formats hold --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatReading.h"

#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Format/Spread.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;
using format::ExprKind;

// The enumerations are numbered alike.
static_assert(int(LevelKind::Structured) == int(format::LevelKind::Structured));
static_assert(int(InspectorAttr::Kind::Length) ==
              int(format::InspectorKind::Length));
static_assert(int(InspectorAttr::Key::NegatedLength) ==
              int(format::InspectorKey::NegatedLength));
static_assert(int(Kept::LengthsAndBitmap) ==
              int(format::Kept::LengthsAndBitmap));
static_assert(int(CriterionAttr::Kind::Cover) ==
              int(format::CriterionKind::Cover));

//===----------------------------------------------------------------------===//
// Expressions and numbers
//===----------------------------------------------------------------------===//

static ExprKind getKind(AffineExprKind kind) {
  switch (kind) {
  case AffineExprKind::Add:
    return ExprKind::Add;
  case AffineExprKind::Mul:
    return ExprKind::Mul;
  case AffineExprKind::FloorDiv:
    return ExprKind::FloorDiv;
  case AffineExprKind::CeilDiv:
    return ExprKind::CeilDiv;
  case AffineExprKind::Mod:
    return ExprKind::Mod;
  case AffineExprKind::Constant:
    return ExprKind::Constant;
  case AffineExprKind::DimId:
    return ExprKind::Dim;
  case AffineExprKind::SymbolId:
    return ExprKind::Symbol;
  }
  llvm_unreachable("unknown kind of expression");
}

format::Expr sparse::getExpr(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return format::Expr::constant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return format::Expr::dim(dim.getPosition());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return format::Expr::symbol(symbol.getPosition());
  auto operation = cast<AffineBinaryOpExpr>(expr);
  return format::Expr::operation(getKind(expr.getKind()),
                                 getExpr(operation.getLHS()),
                                 getExpr(operation.getRHS()));
}

AffineExpr sparse::getExpr(MLIRContext *context, const format::Expr &expr) {
  auto get = [&](const format::Expr &part) { return getExpr(context, part); };
  switch (expr.kind()) {
  case ExprKind::Constant:
    return getAffineConstantExpr(expr.number(), context);
  case ExprKind::Dim:
    return getAffineDimExpr(expr.number(), context);
  case ExprKind::Symbol:
    return getAffineSymbolExpr(expr.number(), context);
  case ExprKind::Add:
    return get(expr.lhs()) + get(expr.rhs());
  case ExprKind::Mul:
    return get(expr.lhs()) * get(expr.rhs());
  case ExprKind::FloorDiv:
    return get(expr.lhs()).floorDiv(get(expr.rhs()));
  case ExprKind::CeilDiv:
    return get(expr.lhs()).ceilDiv(get(expr.rhs()));
  case ExprKind::Mod:
    return get(expr.lhs()) % get(expr.rhs());
  }
  llvm_unreachable("unknown kind of expression");
}

/// A rank or a width, `unknown` for kDynamic; nothing else becomes that.
static int64_t getNumber(int64_t number, int64_t unknown) {
  if (ShapedType::isDynamic(number))
    return unknown;
  return number == unknown ? unknown - 1 : number;
}

static Type getIndexType(MLIRContext *context, int bits) {
  return bits ? IntegerType::get(context, bits) : Type();
}

static int getBits(Type type) {
  return type && type.isSignlessInteger() ? type.getIntOrFloatBitWidth() : 0;
}

//===----------------------------------------------------------------------===//
// Formats of levels
//===----------------------------------------------------------------------===//

format::Inspector sparse::getInspector(InspectorAttr::Kind kind,
                                       AffineExpr subject,
                                       InspectorAttr::Key key,
                                       AffineExpr group) {
  return {format::InspectorKind(kind), getExpr(subject),
          format::InspectorKey(key), getExpr(group)};
}

format::Level sparse::getLevel(AffineExpr expr, LevelKind kind,
                               ArrayRef<int64_t> params,
                               ArrayRef<int64_t> parents, Type pos, Type crd,
                               bool ordered, bool unique) {
  format::Level level{getExpr(expr), format::LevelKind(kind)};
  for (int64_t param : params)
    level.params.push_back(getNumber(param, format::kUnknownWidth));
  level.parents.assign(parents.begin(), parents.end());
  level.pos = getBits(pos);
  level.crd = getBits(crd);
  level.ordered = ordered;
  level.unique = unique;
  return level;
}

static format::Level getLevel(LevelAttr attr) {
  return getLevel(attr.getExpr(), attr.getKind(), attr.getParams(),
                  attr.getParents(), attr.getPos(), attr.getCrd(),
                  attr.getOrdered(), attr.getUnique());
}

format::Format sparse::getFormat(int64_t rank,
                                 ArrayRef<InspectorAttr> inspectors,
                                 ArrayRef<LevelAttr> levels, Kept keeps) {
  format::Format format{getNumber(rank, format::kUnknownRank)};
  for (InspectorAttr attr : inspectors)
    format.inspectors.push_back(getInspector(attr.getKind(), attr.getSubject(),
                                             attr.getKey(), attr.getGroup()));
  for (LevelAttr attr : levels)
    format.levels.push_back(::getLevel(attr));
  format.keeps = format::Kept(keeps);
  return format;
}

format::Format sparse::getDescriptor(FormatAttr attr) {
  return getFormat(attr.getRank(), attr.getInspectors(), attr.getLevels(),
                   attr.getKeeps());
}

static LevelAttr getAttr(MLIRContext *context, const format::Level &level) {
  SmallVector<int64_t> params(ArrayRef<int64_t>(level.params));
  for (int64_t &param : params)
    param = param == format::kUnknownWidth ? ShapedType::kDynamic : param;
  return LevelAttr::get(
      context, getExpr(context, level.expr), LevelKind(level.kind), params,
      level.parents, getIndexType(context, level.pos),
      getIndexType(context, level.crd), level.ordered, level.unique);
}

FormatAttr sparse::getAttr(MLIRContext *context, const format::Format &format) {
  auto inspectors = llvm::map_to_vector(
      format.inspectors, [&](const format::Inspector &inspector) {
        return InspectorAttr::get(context, InspectorAttr::Kind(inspector.kind),
                                  getExpr(context, inspector.subject),
                                  InspectorAttr::Key(inspector.key),
                                  getExpr(context, inspector.group));
      });
  auto levels =
      llvm::map_to_vector(format.levels, [&](const format::Level &level) {
        return ::getAttr(context, level);
      });
  int64_t rank = format.isFamily() ? ShapedType::kDynamic : format.rank;
  return FormatAttr::get(context, rank, inspectors, levels, Kept(format.keeps));
}

//===----------------------------------------------------------------------===//
// Composite formats
//===----------------------------------------------------------------------===//

static format::Part getPart(PartAttr attr) {
  format::Part part;
  for (auto [expr, low, high] :
       llvm::zip_equal(attr.getExprs(), attr.getLows(), attr.getHighs()))
    part.ranges.push_back({getExpr(expr), low, high});
  part.isRest = attr.getIsRest();
  if (auto composite = dyn_cast<CompositeAttr>(attr.getFormat()))
    part.composite =
        std::make_shared<format::Composite>(getDescriptor(composite));
  else
    part.format = getDescriptor(cast<FormatAttr>(attr.getFormat()));
  return part;
}

format::Composite sparse::getComposite(int64_t rank,
                                       ArrayRef<CriterionAttr> criteria,
                                       ArrayRef<PartAttr> parts) {
  format::Composite format{rank};
  for (CriterionAttr attr : criteria) {
    format::Criterion &criterion = format.criteria.emplace_back();
    criterion.kind = format::CriterionKind(attr.getKind());
    for (AffineExpr expr : attr.getExprs())
      criterion.exprs.push_back(getExpr(expr));
    criterion.numbers = attr.getNumbers().vec();
  }
  for (PartAttr attr : parts)
    format.parts.push_back(getPart(attr));
  return format;
}

format::Composite sparse::getDescriptor(CompositeAttr attr) {
  return getComposite(attr.getRank(), attr.getCriteria(), attr.getParts());
}

static PartAttr getAttr(MLIRContext *context, const format::Part &part) {
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> lows, highs;
  for (const format::Range &range : part.ranges) {
    exprs.push_back(getExpr(context, range.expr));
    lows.push_back(range.low);
    highs.push_back(range.high);
  }
  Attribute inner = part.composite
                        ? Attribute(getAttr(context, *part.composite))
                        : Attribute(getAttr(context, part.format));
  return PartAttr::get(context, exprs, lows, highs, part.isRest, inner);
}

CompositeAttr sparse::getAttr(MLIRContext *context,
                              const format::Composite &format) {
  auto criteria = llvm::map_to_vector(
      format.criteria, [&](const format::Criterion &criterion) {
        auto exprs =
            llvm::map_to_vector(criterion.exprs, [&](const format::Expr &expr) {
              return getExpr(context, expr);
            });
        return CriterionAttr::get(context, CriterionAttr::Kind(criterion.kind),
                                  exprs, criterion.numbers);
      });
  auto parts = llvm::map_to_vector(format.parts, [&](const format::Part &part) {
    return ::getAttr(context, part);
  });
  return CompositeAttr::get(context, format.rank, criteria, parts);
}

FormatAttr spindle::sparse::spreadFormat(FormatAttr matrix,
                                         ArrayRef<int64_t> rows,
                                         ArrayRef<int64_t> columns,
                                         EmitError emitError) {
  std::optional<format::Format> spread = format::spreadFormat(
      getDescriptor(matrix), {rows.vec(), columns.vec()}, getReport(emitError));
  return spread ? getAttr(matrix.getContext(), *spread) : FormatAttr();
}
