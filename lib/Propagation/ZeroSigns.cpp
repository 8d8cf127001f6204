//===- ZeroSigns.cpp - who sees the sign of a zero ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroSigns.h"
#include "EqualArguments.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle;

/// Values that a sign is followed through at most.
static constexpr size_t kMostValues = 64;

static bool isNegativeZero(Attribute number) {
  auto real = dyn_cast_if_present<FloatAttr>(number);
  return !real || real.getValue().isNegZero();
}

/// Whether the argument that is added up in the body of `op` starts from a
/// number other than -0.
static bool isSumFromPositive(linalg::LinalgOp op, OpOperand &init) {
  if (isNegativeZero(getStart(init.get())))
    return false;
  unsigned result = op.getTiedOpResult(&init).getResultNumber();
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(result)
                 .getDefiningOp<arith::AddFOp>();
  return sum && llvm::is_contained(sum->getOperands(),
                                   op.getMatchingBlockArgument(&init));
}

/// Whether `value` is never -0.
static bool isNeverNegativeZero(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    if (auto splat = dyn_cast<SplatElementsAttr>(constant))
      constant = splat.getSplatValue<Attribute>();
    return !isNegativeZero(constant);
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    auto op = dyn_cast<linalg::LinalgOp>(arg.getOwner()->getParentOp());
    if (!op)
      return false;
    OpOperand &operand = *op.getMatchingOpOperand(arg);
    return op.isDpsInit(&operand) ? isSumFromPositive(op, operand)
                                  : !isNegativeZero(getStart(operand.get()));
  }
  Operation *op = value.getDefiningOp();
  return isa<arith::SIToFPOp, arith::UIToFPOp, math::AbsFOp, math::ExpOp,
             math::Exp2Op>(op);
}

/// Whether the sign of a zero ends at `use`, an operand of a sum: that is -0
/// only if both terms are.
static bool endsInSum(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<arith::AddFOp>(op))
    return isNeverNegativeZero(op->getOperand(1 - use.getOperandNumber()));
  return isa<math::FmaOp>(op) && use.getOperandNumber() < 2 &&
         isNeverNegativeZero(op->getOperand(2));
}

/// What only moves elements.
static bool isMove(Operation *op) {
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp,
             tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp,
             tensor::PadOp, tesa::MarkOp, tesa::ReplaceOp>(op);
}

/// Adds to `values` those that the sign of a zero is passed on to at `use`;
/// true if it has another effect.
static bool followUse(OpOperand &use, llvm::SetVector<Value> &values) {
  Operation *op = use.getOwner();
  auto body = dyn_cast<linalg::LinalgOp>(op);
  if (body && body.getBlock()) {
    values.insert(body.getMatchingBlockArgument(&use));
    // Elements that no iteration writes stay.
    if (body.isDpsInit(&use))
      values.insert(body.getTiedOpResult(&use));
    return false;
  }
  auto parent = dyn_cast<linalg::LinalgOp>(op->getParentOp());
  if (parent && isa<linalg::YieldOp>(op)) {
    unsigned number = use.getOperandNumber();
    values.insert(parent->getResult(number));
    // The next iteration may read it.
    values.insert(
        parent.getMatchingBlockArgument(parent.getDpsInitOperand(number)));
    return false;
  }
  if (isMove(op)) {
    values.insert(op->getResult(0));
    return false;
  }
  bool isArithmetic =
      isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect());
  if (!isArithmetic || op->getNumResults() != 1)
    return true;
  switch (getSignEffect(op, use.getOperandNumber())) {
  case SignEffect::None:
    return false;
  case SignEffect::OfZero:
    if (!endsInSum(use))
      values.insert(op->getResult(0));
    return false;
  case SignEffect::Any:
    return true;
  }
  llvm_unreachable("an effect");
}

bool spindle::isZeroSignSeen(Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t next = 0; next < values.size(); ++next) {
    if (next == kMostValues)
      return true;
    if (!isa<FloatType>(getElementTypeOrSelf(values[next])))
      continue;
    for (OpOperand &use : values[next].getUses())
      if (followUse(use, values))
        return true;
  }
  return false;
}
