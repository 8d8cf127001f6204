//===- LinearMap.cpp - maps of iterations, by coefficients ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearMap.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace spindle;

std::optional<unsigned> LinearExpr::getDim() const {
  std::optional<unsigned> dim;
  for (auto [number, coefficient] : llvm::enumerate(coefficients)) {
    if (coefficient == 0)
      continue;
    if (dim || coefficient != 1)
      return std::nullopt;
    dim = number;
  }
  return constant == 0 ? dim : std::nullopt;
}

bool LinearExpr::isConstant() const {
  return llvm::all_of(coefficients, [](int64_t c) { return c == 0; });
}

std::optional<LinearExpr> spindle::getLinearExpr(AffineExpr expr,
                                                 unsigned numDims) {
  LinearExpr linear;
  linear.coefficients.assign(numDims, 0);
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    linear.coefficients[dim.getPosition()] = 1;
    return linear;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    linear.constant = constant.getValue();
    return linear;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto left = getLinearExpr(binary.getLHS(), numDims);
  auto right = getLinearExpr(binary.getRHS(), numDims);
  if (!left || !right)
    return std::nullopt;
  bool sum = expr.getKind() == AffineExprKind::Add;
  // A product has its constant factor on the right.
  if (!sum && (expr.getKind() != AffineExprKind::Mul || !right->isConstant()))
    return std::nullopt;
  for (unsigned dim = 0; dim < numDims; ++dim)
    linear.coefficients[dim] =
        sum ? left->coefficients[dim] + right->coefficients[dim]
            : left->coefficients[dim] * right->constant;
  linear.constant =
      sum ? left->constant + right->constant : left->constant * right->constant;
  return linear;
}

Mask spindle::findImage(const LinearExpr &expr, const MaskSizes &sizes,
                        int64_t size) {
  std::vector<uint8_t> reached(size, 0);
  if (expr.constant >= 0 && expr.constant < size)
    reached[expr.constant] = 1;
  for (auto [coefficient, count] : llvm::zip_equal(expr.coefficients, sizes)) {
    if (coefficient == 0)
      continue;
    std::vector<uint8_t> shifted(size, 0);
    for (int64_t index = 0; index < size; ++index)
      for (int64_t i = 0; reached[index] && i < count; ++i) {
        int64_t moved = index + i * coefficient;
        if (moved >= 0 && moved < size)
          shifted[moved] = 1;
      }
    reached = std::move(shifted);
  }
  return Mask::ofCells({size}, {1}, std::move(reached));
}
