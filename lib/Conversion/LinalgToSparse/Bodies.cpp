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

#include <numeric>

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

Value spindle::getSplat(linalg::GenericOp op) {
  if (op.getNumResults() != 1 || op.getNumReductionLoops() != 0)
    return {};
  Value value = op.getBody()->getTerminator()->getOperand(0);
  if (auto arg = dyn_cast<BlockArgument>(value);
      arg && arg.getOwner() == op.getBody()) {
    Value operand = op.getMatchingOpOperand(arg)->get();
    return isa<ShapedType>(operand.getType()) ? Value() : operand;
  }
  bool isNumber = value.getParentBlock() != op.getBody() ||
                  isa<arith::ConstantOp>(value.getDefiningOp());
  return isNumber ? value : Value();
}

OpOperand *spindle::getMoved(linalg::GenericOp op) {
  if (op.getNumResults() != 1 || op.getNumReductionLoops() != 0 ||
      !op.getIndexingMapsArray().back().isPermutation())
    return nullptr;
  auto arg =
      dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  if (!arg || arg.getOwner() != op.getBody())
    return nullptr;
  OpOperand *operand = op.getMatchingOpOperand(arg);
  return op.isDpsInput(operand) &&
                 isa<RankedTensorType>(operand->get().getType())
             ? operand
             : nullptr;
}

Value spindle::skipMovements(Value value, SmallVectorImpl<unsigned> &dims) {
  dims.resize(cast<RankedTensorType>(value.getType()).getRank());
  std::iota(dims.begin(), dims.end(), 0);
  while (auto op = value.getDefiningOp<linalg::GenericOp>()) {
    OpOperand *moved = getMoved(op);
    if (!moved || !op.getMatchingIndexingMap(moved).isPermutation())
      break;
    AffineMap map = op.getMatchingIndexingMap(moved).compose(
        inversePermutation(op.getIndexingMapsArray().back()));
    for (unsigned &dim : dims)
      dim = *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
    value = moved->get();
  }
  return value;
}

SmallVector<std::pair<int64_t, int64_t>>
spindle::findNeighbours(tensor::CollapseShapeOp op) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    std::optional<int64_t> last;
    for (int64_t dim : group) {
      if (op.getSrcType().getDimSize(dim) == 1)
        continue;
      if (last)
        pairs.emplace_back(*last, dim);
      last = dim;
    }
  }
  return pairs;
}
