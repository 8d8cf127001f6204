//===- ElementRules.cpp - zeros through arithmetic on tensors -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "ZeroSigns.h"

#include "mlir/IR/OpDefinition.h"

using namespace mlir;
using namespace spindle;

/// Whether `op` works element by element on tensors of the shape of its result.
static bool isElementwise(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         op->getNumResults() == 1 && tesa::hasMask(op->getResult(0).getType());
}

/// The elements of operand `number` that may be other than 0: of one number all
/// or none.
static Mask getNonzero(Operation *op, unsigned number, ArrayRef<Mask> zeros) {
  Value operand = op->getOperand(number);
  Mask none = tesa::getNoElement(op->getResult(0).getType());
  if (tesa::hasMask(operand.getType()))
    return ~zeros[number];
  return isZeroConstant(operand) ? none : ~none;
}

/// The elements of operand `number` that may be infinite; none if not `strict`.
static Mask getInfinite(Operation *op, unsigned number, ArrayRef<Mask> zeros,
                        bool strict) {
  if (!strict || isKnownFinite(op->getOperand(number)))
    return tesa::getNoElement(op->getResult(0).getType());
  return getNonzero(op, number, zeros);
}

bool spindle::inferElementZeros(Operation *op, ArrayRef<Mask> operands,
                                MutableArrayRef<Mask> results, bool strict) {
  if (!isElementwise(op))
    return false;
  auto of = [&](unsigned number) { return getNonzero(op, number, operands); };
  auto ofProduct = [&] {
    return (of(0) & of(1)) | getInfinite(op, 0, operands, strict) |
           getInfinite(op, 1, operands, strict);
  };
  Mask nonzero = Mask::all(results[0].getShape());
  switch (getZeroRule(op)) {
  case ZeroRule::Unknown:
    break;
  case ZeroRule::Any:
    nonzero = op->getNumOperands() == 1 ? of(0) : of(0) | of(1);
    break;
  case ZeroRule::All:
    nonzero = ofProduct();
    break;
  case ZeroRule::First:
    nonzero = of(0);
    break;
  case ZeroRule::Chosen:
    nonzero = of(1) | of(2);
    break;
  case ZeroRule::ProductOrThird:
    nonzero = ofProduct() | of(2);
    break;
  }
  results[0] = results[0] | ~nonzero;
  return true;
}

bool spindle::inferElementDead(Operation *op, ArrayRef<Mask> zeros,
                               ArrayRef<Mask> dead,
                               MutableArrayRef<Mask> operands, bool strict) {
  if (!isElementwise(op))
    return false;
  ZeroRule rule = getZeroRule(op);
  // The sign of a factor is that of a product that is 0.
  bool hasSign = strict && isZeroSignSeen(op->getResult(0));
  for (unsigned number = 0; number < op->getNumOperands(); ++number) {
    if (!tesa::hasMask(op->getOperand(number).getType()) ||
        !maySetZero(op, number))
      continue;
    Mask unneeded = dead[0];
    if (!hasSign && (rule == ZeroRule::All ||
                     (rule == ZeroRule::ProductOrThird && number < 2)))
      unneeded = unneeded | ~(getNonzero(op, 1 - number, zeros) |
                              getInfinite(op, number, zeros, strict));
    operands[number] = operands[number] | unneeded;
  }
  return true;
}
