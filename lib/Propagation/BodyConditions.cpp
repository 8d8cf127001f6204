//===- BodyConditions.cpp - what zeros do to a body -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyConditions.h"
#include "ScalarRules.h"
#include "ZeroSigns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;

BodyConditions::BodyConditions(Block &body, Conditions &conditions,
                               ArrayRef<unsigned> args,
                               ArrayRef<unsigned> needed, bool strict)
    : body(body), conditions(conditions), args(args), needed(needed),
      strict(strict) {}

unsigned BodyConditions::getNonzero(Value value) {
  if (isZeroConstant(value))
    return conditions.getFalse();
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg.getOwner() == &body ? args[arg.getArgNumber()]
                                   : conditions.getTrue();
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != &body)
    return conditions.getTrue();
  auto known = nonzero.find(value);
  if (known != nonzero.end())
    return known->second;
  unsigned found = findNonzero(op);
  nonzero[value] = found;
  return found;
}

unsigned BodyConditions::getInfinite(Value value) {
  if (!strict || isKnownFinite(value))
    return conditions.getFalse();
  // A number that is 0 is finite.
  return getNonzero(value);
}

/// Of the first two operands.
unsigned BodyConditions::getProduct(Operation *op) {
  Value a = op->getOperand(0), b = op->getOperand(1);
  return conditions.getOr(conditions.getAnd(getNonzero(a), getNonzero(b)),
                          conditions.getOr(getInfinite(a), getInfinite(b)));
}

/// Where what decides is 0, one of two values is chosen, and known.
unsigned BodyConditions::getChoice(Operation *op) {
  unsigned any = conditions.getOr(getNonzero(op->getOperand(1)),
                                  getNonzero(op->getOperand(2)));
  auto compared = getComparedWithConstant(op->getOperand(0));
  if (!compared)
    return any;
  unsigned chosen = getNonzero(op->getOperand(compared->atZero ? 1 : 2));
  return conditions.getOr(conditions.getAnd(getNonzero(compared->value), any),
                          chosen);
}

void BodyConditions::setDifference(BlockArgument a, BlockArgument b,
                                   unsigned condition) {
  differences[{a, b}] = differences[{b, a}] = condition;
}

unsigned BodyConditions::getDifference(Operation *op) {
  if (!isa<arith::SubFOp, arith::SubIOp>(op))
    return conditions.getTrue();
  Value a = op->getOperand(0), b = op->getOperand(1);
  auto known = differences.find({a, b});
  return known == differences.end()
             ? conditions.getTrue()
             // Infinity less itself is no number.
             : conditions.getOr(known->second, getInfinite(a));
}

void BodyConditions::setVaried(unsigned dim, ArrayRef<unsigned> conditions) {
  variedDim = dim;
  variedArgs.assign(conditions.begin(), conditions.end());
  varied.clear();
}

unsigned BodyConditions::getVaried(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg.getOwner() == &body ? variedArgs[arg.getArgNumber()]
                                   : conditions.getFalse();
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != &body)
    return conditions.getFalse();
  auto known = varied.find(value);
  if (known != varied.end())
    return known->second;
  unsigned found = findVaried(op);
  varied[value] = found;
  return found;
}

unsigned BodyConditions::findVaried(Operation *op) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return index.getDim() == variedDim ? conditions.getTrue()
                                       : conditions.getFalse();
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  bool isFast =
      fast && fast.getFastMathFlagsAttr() &&
      fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none;
  if (!isPure(op) || op->getNumRegions() > 0 || isFast)
    return conditions.getTrue();
  unsigned any = conditions.getFalse();
  for (OpOperand &operand : op->getOpOperands()) {
    // The zeros of a line may have both signs.
    if (getSignEffect(op, operand.getOperandNumber()) == SignEffect::Any)
      return conditions.getTrue();
    any = conditions.getOr(any, getVaried(operand.get()));
  }
  return conditions.getAnd(any, getNonzero(op->getResult(0)));
}

unsigned BodyConditions::findNonzero(Operation *op) {
  auto of = [&](unsigned operand) {
    return getNonzero(op->getOperand(operand));
  };
  switch (getZeroRule(op)) {
  case ZeroRule::Unknown:
    return conditions.getTrue();
  case ZeroRule::Any:
    return op->getNumOperands() == 1
               ? of(0)
               : conditions.getAnd(conditions.getOr(of(0), of(1)),
                                   getDifference(op));
  case ZeroRule::All:
    return getProduct(op);
  case ZeroRule::First:
    return of(0);
  case ZeroRule::Chosen:
    return getChoice(op);
  case ZeroRule::ProductOrThird:
    return conditions.getOr(getProduct(op), of(2));
  }
  llvm_unreachable("a rule");
}

unsigned BodyConditions::getUse(OpOperand &use) {
  Operation *op = use.getOwner();
  if (op->getBlock() != &body)
    return conditions.getTrue();
  if (op == body.getTerminator())
    return needed[use.getOperandNumber()];
  // What is computed without an effect on anything else, and not needed.
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op) || !maySetZero(op, use.getOperandNumber()))
    return conditions.getTrue();
  unsigned result = getNeeded(op->getResult(0));
  bool product = getZeroRule(op) == ZeroRule::All ||
                 (getZeroRule(op) == ZeroRule::ProductOrThird &&
                  use.getOperandNumber() < 2);
  if (!product)
    return result;
  Value other = op->getOperand(1 - use.getOperandNumber());
  // The sign of the operand is that of a zero.
  if (strict && isZeroSignSeen(op->getResult(0)))
    return result;
  return conditions.getAnd(
      result, conditions.getOr(getNonzero(other), getInfinite(use.get())));
}

unsigned BodyConditions::getNeeded(Value value) {
  auto known = need.find(value);
  if (known != need.end())
    return known->second;
  unsigned found = conditions.getFalse();
  for (OpOperand &use : value.getUses())
    found = conditions.getOr(found, getUse(use));
  need[value] = found;
  return found;
}
