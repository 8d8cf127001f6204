//===- ScalarRules.cpp - what zeros do to arithmetic ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spindle;

static bool isSum(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::AddIOp, arith::SubIOp,
             arith::OrIOp, arith::XOrIOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MaxUIOp,
             arith::MinSIOp, arith::MinUIOp>(op);
}

/// Functions f of one number with f(0) = 0.
static bool keepsZero(Operation *op) {
  return isa<arith::NegFOp, arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp,
             arith::FPToSIOp, arith::FPToUIOp>(op) ||
         isa<math::AbsFOp, math::AbsIOp, math::SinOp, math::TanOp, math::SinhOp,
             math::TanhOp, math::AsinOp, math::AsinhOp, math::AtanOp,
             math::AtanhOp, math::ErfOp, math::ExpM1Op, math::Log1pOp,
             math::SqrtOp, math::CbrtOp, math::FloorOp, math::CeilOp,
             math::RoundOp, math::RoundEvenOp, math::TruncOp>(op);
}

/// Whether `op` has the bits of an integer: those of 0 are 0, and those of -0
/// are not.
static bool isIntegerCast(Operation *op) {
  return isa<arith::BitcastOp>(op) &&
         getElementTypeOrSelf(op->getOperand(0)).isInteger();
}

/// Whether the result of `op` is of a type that has a 0.
static bool mayBeZero(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  auto real = dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  return !real || APFloat::semanticsHasZero(real.getFloatSemantics());
}

/// Whether `op` is a power with a constant exponent above 0.
static bool isPower(Operation *op) {
  if (!isa<math::PowFOp, math::FPowIOp, math::IPowIOp>(op))
    return false;
  APFloat number(0.0);
  APInt integer;
  if (matchPattern(op->getOperand(1), m_ConstantFloat(&number)))
    return !number.isNaN() && !number.isNegative() && !number.isZero();
  return matchPattern(op->getOperand(1), m_ConstantInt(&integer)) &&
         integer.isStrictlyPositive();
}

/// A quotient by a constant, since 0 / 0 is not 0, a remainder, or a shift.
static bool isQuotient(Operation *op) {
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return true;
  return isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
             arith::RemSIOp, arith::RemUIOp>(op) &&
         isNonzeroConstant(op->getOperand(1));
}

ZeroRule spindle::getZeroRule(Operation *op) {
  if (!mayBeZero(op))
    return ZeroRule::Unknown;
  if (isSum(op) || keepsZero(op) || isIntegerCast(op))
    return ZeroRule::Any;
  if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(op))
    return ZeroRule::All;
  if (isPower(op) || isQuotient(op))
    return ZeroRule::First;
  if (isa<arith::SelectOp>(op))
    return ZeroRule::Chosen;
  return isa<math::FmaOp>(op) ? ZeroRule::ProductOrThird : ZeroRule::Unknown;
}

/// Whether `op`, of which no zeros are known, has a finite result for any
/// numbers.
static bool isTotal(Operation *op) {
  return isa<arith::CmpFOp, arith::CmpIOp, arith::BitcastOp>(op) ||
         isa<math::ExpOp, math::Exp2Op, math::CosOp, math::CoshOp, math::AcosOp,
             math::ErfcOp>(op);
}

bool spindle::maySetZero(Operation *op, unsigned number) {
  switch (getZeroRule(op)) {
  case ZeroRule::First:
    return number == 0 ||
           isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
  case ZeroRule::Unknown:
    if (isTotal(op))
      return true;
    return number == 0 &&
           isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
               arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp,
               arith::CeilDivSIOp, arith::CeilDivUIOp>(op);
  default:
    return true;
  }
}

/// The number that `value` is, or has everywhere.
static Attribute getNumber(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    return splat.getSplatValue<Attribute>();
  return attr;
}

static bool isZero(Attribute number) {
  if (auto real = dyn_cast<FloatAttr>(number))
    return real.getValue().isZero();
  auto integer = dyn_cast<IntegerAttr>(number);
  return integer && integer.getValue().isZero();
}

bool spindle::isZeroConstant(Value value) {
  Attribute number = getNumber(value);
  return number && isZero(number);
}

bool spindle::isNonzeroConstant(Value value) {
  Attribute number = getNumber(value);
  return isa_and_nonnull<FloatAttr, IntegerAttr>(number) && !isZero(number);
}
