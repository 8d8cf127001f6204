//===- NarrowIndices.cpp - kernels that 32-bit indices change not ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowIndices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace spindle;

namespace {
/// What an operation asks of an operand.
enum class Demand {
  /// Its residue modulo 2^32.
  Residue,
  /// A number of 32 bits with a sign.
  Number,
  /// Such a number of at least 0.
  Natural,
  /// The count of a shift.
  Shift,
};
} // namespace

/// Returns whether results of `op` keep residues of operands that it only asks
/// for their residues, or for which it has only numbers.
static bool givesIndices(Operation *op) {
  return isa<
      arith::ConstantOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
      arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp,
      arith::ShRUIOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
      arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
      arith::FloorDivSIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
      arith::MaxUIOp, arith::SelectOp, arith::IndexCastOp, arith::IndexCastUIOp,
      gpu::BlockIdOp, gpu::ThreadIdOp, gpu::GridDimOp, gpu::BlockDimOp,
      memref::DimOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp,
      ub::PoisonOp, vector::BroadcastOp, vector::ConstantMaskOp,
      vector::ExtractOp, vector::ExtractStridedSliceOp, vector::FromElementsOp,
      vector::InsertOp, vector::InsertStridedSliceOp, vector::ShapeCastOp,
      vector::ShuffleOp, vector::StepOp, vector::ToElementsOp>(op);
}

/// Returns whether `op` asks each of its operands only for its residue.
static bool keepsResidues(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::SelectOp, scf::YieldOp,
             scf::ConditionOp, scf::WhileOp, vector::BroadcastOp,
             vector::ExtractStridedSliceOp, vector::FromElementsOp,
             vector::InsertStridedSliceOp, vector::ShapeCastOp,
             vector::ShuffleOp, vector::ToElementsOp>(op);
}

/// Returns whether `op` is a remainder that the last bits of its dividend tell.
static bool isLastBits(Operation *op) {
  APInt divisor;
  return isa<arith::RemUIOp>(op) &&
         matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) &&
         divisor.isPowerOf2() && divisor.ule(kNarrow);
}

/// Returns whether `op` converts an index to an integer of at most 32 bits.
static bool isCut(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
         getElementTypeOrSelf(op->getResult(0)).getIntOrFloatBitWidth() <= 32;
}

/// Returns what the owner of `use`, an index, asks of it.
static Demand getDemand(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (keepsResidues(op) || isAddress(use, /*always=*/false) || isCut(op))
    return Demand::Residue;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return number < loop.getNumControlOperands() ? Demand::Number
                                                 : Demand::Residue;
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op) && number == 1)
    return Demand::Shift;
  if (isa<arith::ShLIOp>(op) || isLastBits(op))
    return Demand::Residue;
  // Without a sign, 32 bits and 64 of a negative number are different ones.
  if (isa<arith::ShRUIOp, arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp,
          arith::IndexCastUIOp>(op))
    return Demand::Natural;
  return Demand::Number;
}

/// Returns whether all of `range` is from `least` to `most`.
static bool isWithin(const ConstantIntRanges &range, int64_t least,
                     int64_t most) {
  return range.smin().sge(least) && range.smax().sle(most);
}

/// Returns whether all of `range` is what `demand` asks for.
static bool fulfils(const ConstantIntRanges &range, Demand demand) {
  switch (demand) {
  case Demand::Residue:
    return true;
  case Demand::Number:
    return isWithin(range, INT32_MIN, INT32_MAX);
  case Demand::Natural:
    return isWithin(range, 0, INT32_MAX);
  case Demand::Shift:
    return isWithin(range, 0, 31);
  }
  llvm_unreachable("a demand");
}

/// Returns whether the variable of `loop` has 32 bits when it leaves the loop.
static bool endsNarrow(scf::ForOp loop, const IndexRanges &ranges) {
  if (!loop.getInductionVar().getType().isIndex())
    return true;
  if (loop.getUnsignedCmp())
    return false;
  APInt last = ranges.get(loop.getUpperBound()).smax();
  APInt step = ranges.get(loop.getStep()).smax();
  return step.isStrictlyPositive() && step.sle(INT32_MAX) &&
         last.sle(INT32_MAX) && (last + step).sle(INT32_MAX);
}

/// Returns what `expr`, a sum of operands times constants, is among; none where
/// it is something else, or where what it is computed from may have more than
/// 32 bits.
static std::optional<ConstantIntRanges> findSum(AffineExpr expr,
                                                affine::AffineApplyOp apply,
                                                const IndexRanges &ranges) {
  std::optional<ConstantIntRanges> sum;
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    sum = ConstantIntRanges::constant(APInt(64, number.getValue(), true));
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    sum = ranges.get(apply.getDimOperands()[dim.getPosition()]);
  } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    sum = ranges.get(apply.getSymbolOperands()[symbol.getPosition()]);
  } else {
    auto both = cast<AffineBinaryOpExpr>(expr);
    auto left = findSum(both.getLHS(), apply, ranges);
    auto right = findSum(both.getRHS(), apply, ranges);
    if (!left || !right)
      return std::nullopt;
    if (expr.getKind() == AffineExprKind::Add)
      sum = intrange::inferAdd({*left, *right});
    else if (expr.getKind() == AffineExprKind::Mul)
      sum = intrange::inferMul({*left, *right});
  }
  return sum && fulfils(*sum, Demand::Number) ? sum : std::nullopt;
}

/// Returns whether `op` does the same with indices of 32 bits.
static bool isSame(Operation *op, const IndexRanges &ranges) {
  auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (flagged && isIndexLike(op->getResult(0).getType()) &&
      (flagged.hasNoSignedWrap() || flagged.hasNoUnsignedWrap()))
    return false;
  if (isa<CallOpInterface>(op))
    return false;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return findSum(apply.getAffineMap().getResult(0), apply, ranges)
        .has_value();
  if (llvm::any_of(op->getResultTypes(), isIndexLike) && !givesIndices(op))
    return false;
  for (OpOperand &use : op->getOpOperands()) {
    Type type = use.get().getType();
    if (isIndexLike(type) && !fulfils(ranges.get(use.get()), getDemand(use)))
      return false;
    // Elements have 64 bits in memory.
    auto memory = dyn_cast<BaseMemRefType>(type);
    if (memory && isIndexLike(memory.getElementType()))
      return false;
  }
  if (isa<arith::ConstantOp>(op) && isIndexLike(op->getResult(0).getType()))
    return isWithin(ranges.get(op->getResult(0)), -kNarrow, kNarrow);
  auto loop = dyn_cast<scf::ForOp>(op);
  return !loop || endsNarrow(loop, ranges);
}

/// Returns the first operation of `kernel` that may do something else with
/// indices of 32 bits; null where there is none.
static Operation *findWideIndex(gpu::GPUFuncOp kernel, gpu::LaunchFuncOp launch,
                                const NarrowLimits &limits) {
  IndexRanges ranges(kernel, launch, limits);
  Operation *wide = nullptr;
  kernel.walk([&](Operation *op) {
    if (op == kernel || isSame(op, ranges))
      return WalkResult::advance();
    wide = op;
    return WalkResult::interrupt();
  });
  return wide;
}

std::optional<NarrowLimits>
spindle::findNarrowLimits(gpu::GPUFuncOp kernel, gpu::LaunchFuncOp launch) {
  for (int64_t numbers : {kNarrow, kNarrow >> 4})
    for (int64_t shift : {0, 2, 5, 7, 10}) {
      NarrowLimits limits{numbers, numbers >> shift};
      if (!findWideIndex(kernel, launch, limits))
        return limits;
    }
  return std::nullopt;
}
