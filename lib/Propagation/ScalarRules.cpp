//===- ScalarRules.cpp - what zeros do to arithmetic ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

/// Whether `op` is the smaller of a number and a constant that is 0 or more, or
/// the larger one of a number and a constant that is 0 or less.
static bool isBound(Operation *op) {
  bool isMin = isa<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(op);
  if (!isMin && !isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(op))
    return isa<arith::MinUIOp>(op) && getNumber(op->getOperand(1));
  Attribute bound = getNumber(op->getOperand(1));
  if (auto real = dyn_cast_if_present<FloatAttr>(bound))
    return !real.getValue().isNaN() &&
           (isZero(bound) || real.getValue().isNegative() != isMin);
  auto integer = dyn_cast_if_present<IntegerAttr>(bound);
  return integer && (isZero(bound) || integer.getValue().isNegative() != isMin);
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
  if (isBound(op))
    return ZeroRule::First;
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

/// `predicate` of 0 and `number`, or the other way round.
template <typename Op, typename Number>
static bool compareZero(Op op, const Number &number, const Number &zero,
                        bool isLeft) {
  return isLeft ? arith::applyCmpPredicate(op.getPredicate(), zero, number)
                : arith::applyCmpPredicate(op.getPredicate(), number, zero);
}

std::optional<ComparedWithConstant>
spindle::getComparedWithConstant(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (!isa_and_nonnull<arith::CmpFOp, arith::CmpIOp>(op))
    return std::nullopt;
  // The value is on the left if the constant is on the right.
  bool isLeft = bool(getNumber(op->getOperand(1)));
  Attribute number = getNumber(op->getOperand(isLeft ? 1 : 0));
  Value value = op->getOperand(isLeft ? 0 : 1);
  if (auto real = dyn_cast_if_present<FloatAttr>(number)) {
    APFloat zero = APFloat::getZero(real.getValue().getSemantics());
    return ComparedWithConstant{
        value,
        compareZero(cast<arith::CmpFOp>(op), real.getValue(), zero, isLeft)};
  }
  if (auto integer = dyn_cast_if_present<IntegerAttr>(number)) {
    APInt zero = APInt::getZero(integer.getValue().getBitWidth());
    return ComparedWithConstant{
        value,
        compareZero(cast<arith::CmpIOp>(op), integer.getValue(), zero, isLeft)};
  }
  return std::nullopt;
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

/// Functions of one number that have the same result for both zeros.
static bool isEven(Operation *op) {
  return isa<arith::CmpFOp, arith::FPToSIOp, arith::FPToUIOp>(op) ||
         isa<math::AbsFOp, math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op,
             math::Log10Op, math::CosOp, math::CoshOp, math::AcosOp,
             math::ErfcOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
             math::IsNormalOp>(op);
}

SignEffect spindle::getSignEffect(Operation *op, unsigned number) {
  if (!isa<FloatType>(getElementTypeOrSelf(op->getOperand(number))) ||
      isEven(op))
    return SignEffect::None;
  switch (getZeroRule(op)) {
  case ZeroRule::Unknown:
    break;
  case ZeroRule::First:
    // Divisors and exponents are constants that are not 0.
    return number == 0 ? SignEffect::OfZero : SignEffect::None;
  default:
    return SignEffect::OfZero;
  }
  if (isa<math::CopySignOp, arith::DivFOp, arith::RemFOp>(op) && number == 0)
    return isa<math::CopySignOp>(op) ? SignEffect::None : SignEffect::OfZero;
  return SignEffect::Any;
}

bool spindle::isZeroConstant(Value value) {
  Attribute number = getNumber(value);
  return number && isZero(number);
}

bool spindle::isNonzeroConstant(Value value) {
  Attribute number = getNumber(value);
  if (auto real = dyn_cast_if_present<FloatAttr>(number))
    return !real.getValue().isNaN() && !isZero(number);
  return isa_and_nonnull<IntegerAttr>(number) && !isZero(number);
}

static bool isFiniteConstant(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return false;
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  if (auto real = dyn_cast<FloatAttr>(attr))
    return real.getValue().isFinite();
  auto elements = dyn_cast<ElementsAttr>(attr);
  if (!elements)
    return false;
  auto reals = elements.tryGetValues<APFloat>();
  return reals && llvm::all_of(*reals, [](const APFloat &real) {
           return real.isFinite();
         });
}

/// Whether each integer of the operand of `op` is finite as a float.
static bool isFiniteConversion(Operation *op) {
  if (!isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return false;
  auto real = cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  return int(getElementTypeOrSelf(op->getOperand(0)).getIntOrFloatBitWidth()) <=
         APFloat::semanticsMaxExponent(real.getFloatSemantics());
}

/// Whether the result of `op` is finite if all its operands are.
static bool keepsFinite(Operation *op) {
  return isa<arith::NegFOp, arith::ExtFOp, arith::SelectOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(op) ||
         isa<math::AbsFOp, math::FloorOp, math::CeilOp, math::RoundEvenOp,
             math::SinOp, math::CosOp, math::TanhOp, math::ErfOp>(op) ||
         isa<linalg::FillOp, tensor::SplatOp, tensor::CastOp,
             tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp,
             linalg::TransposeOp, linalg::BroadcastOp>(op);
}

/// Operations that are looked through at most, one behind another.
static constexpr unsigned kMostSteps = 6;

static bool isFinite(Value value, unsigned steps) {
  if (!isa<FloatType>(getElementTypeOrSelf(value)) || isFiniteConstant(value))
    return true;
  if (steps == kMostSteps)
    return false;
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    // An argument of a body is an element of an operand.
    auto op = dyn_cast<linalg::LinalgOp>(arg.getOwner()->getParentOp());
    return op && arg.getArgNumber() < op.getNumDpsInputs() &&
           isFinite(op.getMatchingOpOperand(arg)->get(), steps + 1);
  }
  Operation *op = value.getDefiningOp();
  if (isFiniteConversion(op))
    return true;
  // What is written over is no part of the result.
  unsigned count = op->getNumOperands() - isa<linalg::LinalgOp>(op);
  return keepsFinite(op) &&
         llvm::all_of(op->getOperands().take_front(count), [&](Value operand) {
           return isFinite(operand, steps + 1);
         });
}

bool spindle::isKnownFinite(Value value) { return isFinite(value, 0); }
