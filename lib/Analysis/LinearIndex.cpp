//===- LinearIndex.cpp - indices as sums ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/LinearIndex.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle::iter;

static constexpr int64_t kLargest = int64_t(1) << 20;
/// How many values are looked at, one as often as it is used.
static constexpr int64_t kLongest = 256;

namespace {
/// A sum while its products are added up.
struct Sum {
  LinearIndex index;

  /// Adds `factor` times what is given; false where it is no sum, or a number
  /// is too large.
  bool add(Value value, int64_t factor);
  bool add(AffineExpr expr, affine::AffineApplyOp op, int64_t factor);

private:
  int64_t visits = 0;

  bool addConstant(int64_t number, int64_t factor);
  bool addTerm(Value value, int64_t factor);
  bool addProduct(arith::MulIOp op, int64_t factor);
};
} // namespace

static bool isSmall(int64_t number) {
  return number >= -kLargest && number <= kLargest;
}

static std::optional<int64_t> getSmallNumber(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) ||
      !isSmall(number.getSExtValue()))
    return std::nullopt;
  return number.getSExtValue();
}

bool Sum::addConstant(int64_t number, int64_t factor) {
  if (!isSmall(number))
    return false;
  index.constant += number * factor;
  return isSmall(index.constant);
}

bool Sum::addTerm(Value value, int64_t factor) {
  for (LinearIndex::Term &term : index.terms)
    if (term.value == value) {
      term.factor += factor;
      return isSmall(term.factor);
    }
  index.terms.push_back({value, factor});
  return true;
}

bool Sum::addProduct(arith::MulIOp op, int64_t factor) {
  std::optional<int64_t> left = getSmallNumber(op.getLhs());
  std::optional<int64_t> right = getSmallNumber(op.getRhs());
  if (right)
    return add(op.getLhs(), factor * *right);
  return left ? add(op.getRhs(), factor * *left)
              : addTerm(op.getResult(), factor);
}

bool Sum::add(AffineExpr expr, affine::AffineApplyOp op, int64_t factor) {
  if (!isSmall(factor))
    return false;
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return addConstant(number.getValue(), factor);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return add(op.getDimOperands()[dim.getPosition()], factor);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return add(op.getSymbolOperands()[symbol.getPosition()], factor);
  auto pair = cast<AffineBinaryOpExpr>(expr);
  if (pair.getKind() == AffineExprKind::Add)
    return add(pair.getLHS(), op, factor) && add(pair.getRHS(), op, factor);
  auto number = dyn_cast<AffineConstantExpr>(pair.getRHS());
  return pair.getKind() == AffineExprKind::Mul && number &&
         isSmall(number.getValue()) &&
         add(pair.getLHS(), op, factor * number.getValue());
}

bool Sum::add(Value value, int64_t factor) {
  if (!isSmall(factor) || ++visits > kLongest)
    return false;
  if (std::optional<int64_t> number = getSmallNumber(value))
    return addConstant(*number, factor);
  Operation *op = value.getDefiningOp();
  if (!op)
    return addTerm(value, factor);
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](affine::AffineApplyOp op) {
        return add(op.getAffineMap().getResult(0), op, factor);
      })
      .Case([&](arith::AddIOp op) {
        return add(op.getLhs(), factor) && add(op.getRhs(), factor);
      })
      .Case([&](arith::SubIOp op) {
        return add(op.getLhs(), factor) && add(op.getRhs(), -factor);
      })
      .Case([&](arith::MulIOp op) { return addProduct(op, factor); })
      .Default([&](Operation *) { return addTerm(value, factor); });
}

std::optional<LinearIndex> spindle::iter::getLinearIndex(Value index) {
  Sum sum;
  if (!sum.add(index, 1))
    return std::nullopt;
  llvm::erase_if(sum.index.terms, [](const LinearIndex::Term &term) {
    return term.factor == 0;
  });
  return sum.index;
}
