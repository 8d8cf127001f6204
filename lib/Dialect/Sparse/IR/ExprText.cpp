//===- ExprText.cpp - expressions of formats as text ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprText.h"

using namespace mlir;
using namespace spindle::sparse;

/// Prints a sum; one with a term of a negative factor as a difference.
static void printSum(raw_ostream &os, AffineBinaryOpExpr sum,
                     llvm::function_ref<void(AffineExpr)> printName) {
  AffineExpr rhs = sum.getRHS();
  printFormatExpr(os, sum.getLHS(), printName);
  auto term = dyn_cast<AffineBinaryOpExpr>(rhs);
  AffineExpr factor =
      term && rhs.getKind() == AffineExprKind::Mul ? term.getRHS() : rhs;
  auto constant = dyn_cast<AffineConstantExpr>(factor);
  bool isMinus = constant && constant.getValue() < 0;
  os << (isMinus ? " - " : " + ");
  AffineExpr printed = isMinus ? -rhs : rhs;
  printFormatExpr(os, printed, printName,
                  printed.getKind() == AffineExprKind::Add);
}

void spindle::sparse::printFormatExpr(
    raw_ostream &os, AffineExpr expr,
    llvm::function_ref<void(AffineExpr)> printName, bool isFactor) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    os << constant.getValue();
    return;
  }
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!operation)
    return printName(expr);
  AffineExprKind kind = expr.getKind();
  os << (isFactor ? "(" : "");
  if (kind == AffineExprKind::Add) {
    printSum(os, operation, printName);
  } else {
    printFormatExpr(os, operation.getLHS(), printName, /*isFactor=*/true);
    os << (kind == AffineExprKind::Mul   ? " * "
           : kind == AffineExprKind::Mod ? " mod "
                                         : " floordiv ");
    printFormatExpr(os, operation.getRHS(), printName, /*isFactor=*/true);
  }
  os << (isFactor ? ")" : "");
}
