//===- Sums.cpp - sums of dimensions as coordinates -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sums.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle::sparse;

static constexpr int64_t kMostFactor = int64_t(1) << 20,
                         kMostConstant = int64_t(1) << 40;

/// Adds `expr` times `factor` to `sum`; false where it is no sum.
static bool addTo(Sum &sum, AffineExpr expr, int64_t factor) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    int64_t product;
    return !llvm::MulOverflow(constant.getValue(), factor, product) &&
           !llvm::AddOverflow(sum.constant, product, sum.constant);
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    auto known = llvm::find_if(sum.terms, [&](const Sum::Term &term) {
      return term.dim == dim.getPosition();
    });
    if (known == sum.terms.end())
      sum.terms.push_back({dim.getPosition(), factor});
    else
      return !llvm::AddOverflow(known->factor, factor, known->factor);
    return true;
  }
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!operation)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addTo(sum, operation.getLHS(), factor) &&
           addTo(sum, operation.getRHS(), factor);
  auto times = dyn_cast<AffineConstantExpr>(operation.getRHS());
  int64_t product;
  return expr.getKind() == AffineExprKind::Mul && times &&
         !llvm::MulOverflow(times.getValue(), factor, product) &&
         addTo(sum, operation.getLHS(), product);
}

static bool isAtMost(int64_t number, int64_t most) {
  return -most <= number && number <= most;
}

std::optional<Sum> spindle::sparse::getSum(AffineExpr expr) {
  Sum sum;
  if (!addTo(sum, expr, 1) || !isAtMost(sum.constant, kMostConstant))
    return std::nullopt;
  llvm::erase_if(sum.terms,
                 [](const Sum::Term &term) { return term.factor == 0; });
  llvm::sort(sum.terms, [](const Sum::Term &a, const Sum::Term &b) {
    return a.dim < b.dim;
  });
  bool areSmall = llvm::all_of(sum.terms, [](const Sum::Term &term) {
    return isAtMost(term.factor, kMostFactor);
  });
  return areSmall ? std::optional(sum) : std::nullopt;
}

std::optional<SumRange> spindle::sparse::getRange(const Sum &sum,
                                                  ArrayRef<int64_t> sizes) {
  SumRange range{sum.constant, sum.constant};
  for (Sum::Term term : sum.terms) {
    int64_t size = sizes[term.dim], last;
    if (ShapedType::isDynamic(size) || size == 0)
      return std::nullopt;
    int64_t &end = term.factor < 0 ? range.low : range.high;
    // What is beyond all integers is beyond all tensors.
    if (llvm::MulOverflow(size - 1, term.factor, last) ||
        llvm::AddOverflow(end, last, end))
      end = term.factor < 0 ? INT64_MIN : INT64_MAX - 1;
  }
  ++range.high;
  return range;
}

std::string spindle::sparse::printSum(const Sum &sum,
                                      ArrayRef<std::string> names) {
  std::string text;
  auto add = [&](int64_t number, const std::string &word) {
    StringRef sign = number < 0 ? "- " : "+ ";
    if (text.empty())
      sign = number < 0 ? "-" : "";
    text += (text.empty() ? "" : " ") + sign.str() + word;
  };
  for (Sum::Term term : sum.terms) {
    int64_t factor = std::abs(term.factor);
    add(term.factor,
        (factor == 1 ? "" : std::to_string(factor) + " * ") + names[term.dim]);
  }
  if (sum.constant != 0 || sum.terms.empty())
    add(sum.constant, std::to_string(std::abs(sum.constant)));
  return text;
}
