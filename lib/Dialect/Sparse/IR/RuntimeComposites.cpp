//===- RuntimeComposites.cpp - parts as the runtime knows them ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/RuntimeFormats.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle;
using runtime::ElementExpr;
using ExprOp = ElementExpr::Op;

/// What combines two numbers in an expression of `kind`.
static ExprOp getOp(AffineExprKind kind) {
  switch (kind) {
  case AffineExprKind::Add:
    return ExprOp::Add;
  case AffineExprKind::Mul:
    return ExprOp::Mul;
  case AffineExprKind::FloorDiv:
    return ExprOp::FloorDiv;
  case AffineExprKind::Mod:
    return ExprOp::Mod;
  default:
    llvm_unreachable("expressions of formats have no other operations");
  }
}

/// Appends the steps of `expr`.
static void addSteps(AffineExpr expr, ElementExpr &steps) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    steps.steps.push_back({ExprOp::Constant, constant.getValue()});
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    steps.steps.push_back({ExprOp::Dim, int64_t(dim.getPosition())});
  } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    steps.steps.push_back({ExprOp::Criterion, int64_t(symbol.getPosition())});
  } else {
    auto operation = cast<AffineBinaryOpExpr>(expr);
    addSteps(operation.getLHS(), steps);
    addSteps(operation.getRHS(), steps);
    steps.steps.push_back({getOp(expr.getKind()), 0});
  }
}

static ElementExpr describeExpr(AffineExpr expr) {
  ElementExpr steps;
  addSteps(expr, steps);
  return steps;
}

static runtime::Criterion describeCriterion(sparse::CriterionAttr attr) {
  using Kind = sparse::CriterionAttr::Kind;
  runtime::Criterion criterion;
  switch (attr.getKind()) {
  case Kind::Section:
    criterion.kind = runtime::Criterion::Kind::Section;
    break;
  case Kind::Length:
    criterion.kind = runtime::Criterion::Kind::Length;
    break;
  case Kind::Slot:
    criterion.kind = runtime::Criterion::Kind::Slot;
    break;
  case Kind::Order:
    criterion.kind = runtime::Criterion::Kind::Order;
    break;
  }
  for (AffineExpr expr : attr.getExprs())
    criterion.exprs.push_back(describeExpr(expr));
  criterion.count = attr.getCount();
  return criterion;
}

static runtime::Part describePart(sparse::PartAttr attr) {
  runtime::Part part;
  for (auto [expr, low, high] :
       llvm::zip_equal(attr.getExprs(), attr.getLows(), attr.getHighs()))
    part.ranges.push_back({describeExpr(expr), low, high});
  part.isRest = attr.getIsRest();
  if (auto composite = dyn_cast<sparse::CompositeAttr>(attr.getFormat()))
    part.composite = std::make_shared<runtime::Composite>(
        sparse::describeComposite(composite));
  else
    part.format =
        sparse::describeFormat(cast<sparse::FormatAttr>(attr.getFormat()));
  return part;
}

runtime::Composite sparse::describeComposite(CompositeAttr attr) {
  runtime::Composite format;
  format.rank = attr.getRank();
  for (CriterionAttr criterion : attr.getCriteria())
    format.criteria.push_back(describeCriterion(criterion));
  for (PartAttr part : attr.getParts())
    format.parts.push_back(describePart(part));
  format.name = attr.getShortName();
  if (format.name.empty())
    format.name = debugString(attr);
  return format;
}
