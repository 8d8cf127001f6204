//===- Bodies.cpp - what bodies of linalg operations compute --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::CombineKind;

/// The kind of combination that `op` makes of its operands; none for others.
static std::optional<CombineKind> getKind(Operation *op) {
  using Kind = std::optional<CombineKind>;
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case<arith::AddFOp, arith::AddIOp, complex::AddOp>(
          [](auto) { return CombineKind::Add; })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>(
          [](auto) { return CombineKind::Mul; })
      .Case<arith::MinimumFOp, arith::MinSIOp>(
          [](auto) { return CombineKind::Min; })
      .Case<arith::MaximumFOp, arith::MaxSIOp>(
          [](auto) { return CombineKind::Max; })
      .Case<arith::AndIOp>([](auto) { return CombineKind::And; })
      .Case<arith::OrIOp>([](auto) { return CombineKind::Or; })
      .Default([](auto) { return Kind(); });
}

std::optional<Combination> spindle::findCombination(linalg::GenericOp op,
                                                    unsigned number) {
  BlockArgument output = op.getRegionOutputArgs()[number];
  Operation *yield = op.getBody()->getTerminator();
  Value result = yield->getOperand(number);
  Operation *made = result.getDefiningOp();
  if (!made || made->getBlock() != op.getBody() || !output.hasOneUse() ||
      !result.hasOneUse())
    return std::nullopt;
  std::optional<CombineKind> kind = getKind(made);
  if (!kind || !iter::hasMeaning(*kind, output.getType()))
    return std::nullopt;
  if (made->getOperand(0) == output)
    return Combination{*kind, made->getOperand(1), made};
  if (made->getOperand(1) == output)
    return Combination{*kind, made->getOperand(0), made};
  return std::nullopt;
}

/// Whether `value`, or each element of the operand that it is of, is 0.
static bool isZero(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    if (auto op = dyn_cast<linalg::GenericOp>(arg.getOwner()->getParentOp()))
      value = op.getMatchingOpOperand(arg)->get();
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

bool spindle::isZeroWithArgument(Value value, BlockArgument arg) {
  if (value == arg || isZero(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<arith::MulFOp, arith::MulIOp, complex::MulOp>(op))
    return isZeroWithArgument(op->getOperand(0), arg) ||
           isZeroWithArgument(op->getOperand(1), arg);
  if (isa<arith::SelectOp>(op))
    return isZeroWithArgument(op->getOperand(1), arg) &&
           isZeroWithArgument(op->getOperand(2), arg);
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncFOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
             arith::FPToUIOp, arith::NegFOp, math::AbsFOp, math::AbsIOp>(op) &&
         isZeroWithArgument(op->getOperand(0), arg);
}
