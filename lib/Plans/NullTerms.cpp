//===- NullTerms.cpp - what adds nothing to a sum -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NullTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle::plans;

bool NullTerms::isZero(Value value, const llvm::SmallBitVector &zero) {
  if (matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == op.getBlock() &&
           zero[argument.getArgNumber()];
  Operation *made = value.getDefiningOp();
  if (!made || made->getBlock() != op.getBlock())
    return false;
  auto isZeroOperand = [&](Value operand) { return isZero(operand, zero); };
  if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(made))
    return llvm::any_of(made->getOperands(), isZeroOperand);
  if (isa<arith::SelectOp>(made))
    return llvm::all_of(made->getOperands().drop_front(), isZeroOperand);
  if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
          arith::NegFOp, arith::OrIOp, arith::XOrIOp, arith::MaximumFOp,
          arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp,
          arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, arith::ExtFOp,
          arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
          arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp, arith::FPToUIOp,
          math::AbsFOp, math::AbsIOp>(made))
    return llvm::all_of(made->getOperands(), isZeroOperand);
  return false;
}

bool NullTerms::staysTheSame(Value yielded, Value before,
                             const llvm::SmallBitVector &zero) {
  if (yielded == before)
    return true;
  Operation *made = yielded.getDefiningOp();
  if (!made || made->getBlock() != op.getBlock() || made->getNumOperands() != 2)
    return false;
  Value left = made->getOperand(0), right = made->getOperand(1);
  if (isa<arith::AddFOp, arith::AddIOp, arith::OrIOp, arith::XOrIOp>(made))
    return (staysTheSame(left, before, zero) && isZero(right, zero)) ||
           (staysTheSame(right, before, zero) && isZero(left, zero));
  if (isa<arith::SubFOp, arith::SubIOp>(made))
    return staysTheSame(left, before, zero) && isZero(right, zero);
  return false;
}

bool NullTerms::areNull(const llvm::SmallBitVector &zero) {
  if (hasAnswer && asked == zero)
    return answer;
  asked = zero;
  hasAnswer = true;
  Operation *yield = op.getBlock()->getTerminator();
  auto before = op.getRegionOutputArgs();
  answer = llvm::all_of(
      llvm::zip_equal(yield->getOperands(), before), [&](auto pair) {
        return staysTheSame(std::get<0>(pair), std::get<1>(pair), zero);
      });
  return answer;
}
