//===- UnmaskSums.cpp - sums of what masks leave 0 ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace spindle {
#define GEN_PASS_DEF_UNMASKSUMSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// Whether the integers `value` are 0 where `mask` is not set.
static bool isZeroOutside(Value value, Value mask) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getMask() == mask && matchPattern(load.getPassThru(), m_Zero());
  auto isZero = [&](Value operand) { return isZeroOutside(operand, mask); };
  if (isa<arith::MulIOp, arith::AndIOp>(op))
    return llvm::any_of(op->getOperands(), isZero);
  return isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op) &&
         isZero(op->getOperand(0));
}

/// Whether `op` chooses between a sum and itself.
static bool choosesSum(arith::SelectOp op) {
  Value sum = op.getTrueValue(), before = op.getFalseValue();
  if (!isa<VectorType>(op.getCondition().getType()))
    return false;
  if (isZeroOutside(sum, op.getCondition()))
    return matchPattern(before, m_Zero());
  auto add = sum.getDefiningOp<arith::AddIOp>();
  if (!add || (add.getLhs() != before && add.getRhs() != before))
    return false;
  Value added = add.getLhs() == before ? add.getRhs() : add.getLhs();
  return isZeroOutside(added, op.getCondition());
}

namespace {
struct UnmaskSumsPass : spindle::impl::UnmaskSumsPassBase<UnmaskSumsPass> {
  void runOnOperation() override {
    SmallVector<arith::SelectOp> choices;
    getOperation()->walk([&](arith::SelectOp op) {
      if (choosesSum(op))
        choices.push_back(op);
    });
    if (choices.empty())
      return markAllAnalysesPreserved();
    for (arith::SelectOp op : choices) {
      op.replaceAllUsesWith(op.getTrueValue());
      op.erase();
    }
  }
};
} // namespace
