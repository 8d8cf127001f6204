//===- ExpandSmallFloats.cpp - f16 and bf16 on any processor --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "Rounding.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_EXPANDSMALLFLOATSPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

static bool isSmall(Type element) {
  return element.isF16() || element.isBF16();
}

/// Whether `type` is f16, bf16 or a vector or tensor of such. Memory of small
/// numbers is none of them.
static bool holdsSmall(Type type) {
  return !isa<BaseMemRefType>(type) && isSmall(getElementTypeOrSelf(type));
}

/// What a processor of `floats` does with numbers of the small type `element`.
static SmallFloatSupport getSupport(const SmallFloats &floats, Type element) {
  return element.isF16() ? floats.f16 : floats.bf16;
}

/// The first small type among those that `op` is given and gives; null where
/// there is none.
static Type findSmall(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (holdsSmall(type))
      return getElementTypeOrSelf(type);
  return {};
}

//===----------------------------------------------------------------------===//
// What is expanded
//===----------------------------------------------------------------------===//

/// Whether `op` is what a reduction of a vector became.
static bool isReduction(Operation *op) {
  return isa<LLVM::MaximumOp, LLVM::MaxNumOp, LLVM::MinimumOp, LLVM::MinNumOp,
             LLVM::vector_reduce_fadd, LLVM::vector_reduce_fmul,
             LLVM::vector_reduce_fmax, LLVM::vector_reduce_fmaximum,
             LLVM::vector_reduce_fmin, LLVM::vector_reduce_fminimum>(op);
}

/// Whether `op` computes with numbers, and does not just move them. A choice
/// between two counts: code generators make one of wider numbers where the
/// processor lacks small ones, and round its result by a function.
static bool isArithmetic(Operation *op) {
  if (isa<arith::ConstantOp, arith::BitcastOp, arith::ScalingExtFOp,
          arith::ScalingTruncFOp>(op))
    return false;
  return isReduction(op) ||
         isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect());
}

/// Whether processors with arithmetic have `op`: functions are computed in f32.
static bool isElementary(Operation *op) {
  return isa<arith::SelectOp>(op) ||
         !isa<math::MathDialect>(op->getDialect()) ||
         isa<math::AbsFOp, math::CeilOp, math::CopySignOp, math::FloorOp,
             math::FmaOp, math::RoundEvenOp, math::SqrtOp, math::TruncOp>(op);
}

/// Whether `op` is a conversion between a small type and f32.
static bool isShortConversion(Operation *op) {
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0)),
       to = getElementTypeOrSelf(op->getResult(0));
  return isSmall(from) ? to.isF32() : from.isF32();
}

static bool isExpanded(Operation *op, const SmallFloats &floats) {
  Type small = isArithmetic(op) ? findSmall(op) : Type();
  if (!small)
    return false;
  switch (getSupport(floats, small)) {
  case SmallFloatSupport::None:
    return true;
  case SmallFloatSupport::Conversions:
    return !isShortConversion(op);
  case SmallFloatSupport::Arithmetic:
    return !isElementary(op);
  }
  llvm_unreachable("the support is one of three");
}

/// Reports a conversion that is not known.
static LogicalResult checkConversion(Operation *op) {
  auto truncation = dyn_cast<arith::TruncFOp>(op);
  if (truncation && truncation.getRoundingmode().value_or(
                        arith::RoundingMode::to_nearest_even) !=
                        arith::RoundingMode::to_nearest_even)
    return op->emitError("expected rounding to nearest and even but got ")
           << arith::stringifyRoundingMode(*truncation.getRoundingmode());
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    Type element = getElementTypeOrSelf(type);
    if (element.isIntOrFloat() && element.getIntOrFloatBitWidth() > 64)
      return op->emitError("expected numbers of at most 64 bits but got ")
             << element;
  }
  return success();
}

/// Reports what cannot be expanded.
static LogicalResult checkOp(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (isa<TensorType>(type))
      return op->emitError("expected numbers and vectors but got ") << type;
  return checkConversion(op);
}

//===----------------------------------------------------------------------===//
// The expansion
//===----------------------------------------------------------------------===//

namespace {
/// Makes one operation anew, in f32 or f64.
struct Expansion {
  BitBuilder builder;
  const SmallFloats &floats;

  Expansion(Operation *op, const SmallFloats &floats)
      : builder(op->getLoc(), op), floats(floats) {}

  /// `value`, which is small, as one of type `element`, f32 or f64.
  Value widen(Value value, Type element);
  /// `value`, of f32 or f64, rounded to the type `type`, which is small.
  Value narrow(Value value, Type type);
  Value convertInteger(Value value, Type type, bool isSigned);
  Value fuse(math::FmaOp op);
  Value changeSign(Operation *op);
  Value choose(arith::SelectOp op);
  void computeWide(Operation *op);
};
} // namespace

Value Expansion::widen(Value value, Type element) {
  auto extend = [&](Value from, Type to) -> Value {
    return arith::ExtFOp::create(builder, withElement(from.getType(), to),
                                 from);
  };
  Type f32 = builder.getF32Type();
  Value wide =
      getSupport(floats, getElementTypeOrSelf(value)) == SmallFloatSupport::None
          ? widenBits(builder, value)
          : extend(value, f32);
  return element == f32 ? wide : extend(wide, element);
}

Value Expansion::narrow(Value value, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (getElementTypeOrSelf(value).isF64())
    value = roundToOdd(builder, value);
  if (getSupport(floats, element) == SmallFloatSupport::None)
    return narrowBits(builder, value, element);
  return arith::TruncFOp::create(builder, type, value);
}

/// An f32 holds all integers that an f16 does not take for infinite, and all of
/// 24 bits.
Value Expansion::convertInteger(Value value, Type type, bool isSigned) {
  unsigned width = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  if (getElementTypeOrSelf(type).isBF16() && width > 24)
    return narrow(convertToOdd(builder, value, isSigned), type);
  Type f32 = withElement(type, builder.getF32Type());
  if (isSigned)
    return narrow(arith::SIToFPOp::create(builder, f32, value), type);
  return narrow(arith::UIToFPOp::create(builder, f32, value), type);
}

/// An f64 holds the product of two small numbers.
Value Expansion::fuse(math::FmaOp op) {
  Type f64 = builder.getF64Type();
  Value sum = fuseToOdd(builder, widen(op.getA(), f64), widen(op.getB(), f64),
                        widen(op.getC(), f64));
  return narrow(sum, op.getType());
}

/// The sign is the first bit, also of a NaN.
Value Expansion::changeSign(Operation *op) {
  constexpr uint64_t sign = 0x8000;
  Value bits = toBits(builder, op->getOperand(0));
  if (isa<arith::NegFOp>(op))
    bits =
        arith::XOrIOp::create(builder, bits, integerLike(builder, bits, sign));
  else
    bits = maskBits(builder, bits, sign - 1);
  if (auto copy = dyn_cast<math::CopySignOp>(op)) {
    Value other = maskBits(builder, toBits(builder, copy.getRhs()), sign);
    bits = arith::OrIOp::create(builder, bits, other);
  }
  return fromBits(builder, bits, getElementTypeOrSelf(op->getResult(0)));
}

/// Bits are chosen like the numbers that they are.
Value Expansion::choose(arith::SelectOp op) {
  Value bits = spindle::choose(builder, op.getCondition(),
                               toBits(builder, op.getTrueValue()),
                               toBits(builder, op.getFalseValue()));
  return fromBits(builder, bits, getElementTypeOrSelf(op.getType()));
}

/// Computes in f32 and rounds once more, which is right for sums, products,
/// quotients and square roots: an f32 has more than twice the digits.
void Expansion::computeWide(Operation *op) {
  Operation *wide = builder.clone(*op);
  builder.setInsertionPoint(wide);
  for (OpOperand &operand : wide->getOpOperands())
    if (holdsSmall(operand.get().getType()))
      operand.set(widen(operand.get(), builder.getF32Type()));
  builder.setInsertionPointAfter(wide);
  for (auto [result, old] :
       llvm::zip_equal(wide->getResults(), op->getResults())) {
    Value narrowed = result;
    if (holdsSmall(old.getType())) {
      result.setType(withElement(old.getType(), builder.getF32Type()));
      narrowed = narrow(result, old.getType());
    }
    old.replaceAllUsesWith(narrowed);
  }
}

//===----------------------------------------------------------------------===//
// What is moved
//===----------------------------------------------------------------------===//

/// Whether `op` loads, stores, or puts into vectors small numbers that are to
/// be moved as integers. Code generators keep small numbers wider, between
/// blocks and as elements of vectors, and move those under masks one by one,
/// where a processor cannot compute with them: each is rounded by a function
/// then.
static bool isMove(Operation *op, const SmallFloats &floats) {
  if (!isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::MaskedLoadOp, LLVM::MaskedStoreOp,
           LLVM::masked_gather, LLVM::masked_scatter, LLVM::InsertElementOp,
           LLVM::ExtractElementOp, LLVM::ShuffleVectorOp>(op))
    return false;
  Type small = findSmall(op);
  return small && getSupport(floats, small) != SmallFloatSupport::Arithmetic;
}

/// Has `op` move the bits of numbers.
static void moveBits(Operation *op) {
  BitBuilder builder(op->getLoc(), op);
  for (OpOperand &operand : op->getOpOperands())
    if (holdsSmall(operand.get().getType()))
      operand.set(toBits(builder, operand.get()));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type element = getElementTypeOrSelf(result);
    result.setType(withElement(result.getType(), builder.getI16Type()));
    Value numbers = fromBits(builder, result, element);
    result.replaceAllUsesExcept(numbers, numbers.getDefiningOp());
  }
}

/// The arguments of `block` that small numbers come to from other blocks, as
/// integers do: code generators keep them wider there.
static SmallVector<BlockArgument> findCarried(Block &block,
                                              const SmallFloats &floats) {
  bool isReached = !block.isEntryBlock() &&
                   llvm::all_of(block.getPredecessors(), [](Block *from) {
                     return isa<BranchOpInterface>(from->getTerminator());
                   });
  SmallVector<BlockArgument> carried;
  for (BlockArgument argument : block.getArguments())
    if (isReached && holdsSmall(argument.getType()) &&
        getSupport(floats, getElementTypeOrSelf(argument)) !=
            SmallFloatSupport::Arithmetic)
      carried.push_back(argument);
  return carried;
}

/// Has the branches to the block of `argument` hand on the bits of numbers.
static void carryBits(BlockArgument argument) {
  Block *block = argument.getOwner();
  for (auto from = block->pred_begin(); from != block->pred_end(); ++from) {
    auto branch = cast<BranchOpInterface>((*from)->getTerminator());
    BitBuilder builder(branch.getLoc(), branch);
    MutableOperandRange operands =
        branch.getSuccessorOperands(from.getSuccessorIndex())
            .getMutableForwardedOperands();
    OpOperand &operand = operands[argument.getArgNumber()];
    operand.set(toBits(builder, operand.get()));
  }
  Type element = getElementTypeOrSelf(argument);
  BitBuilder builder(argument.getLoc(), &block->front());
  argument.setType(withElement(argument.getType(), builder.getI16Type()));
  Value numbers = fromBits(builder, argument, element);
  argument.replaceAllUsesExcept(numbers, numbers.getDefiningOp());
}

/// Replaces `op`.
static void expand(Operation *op, const SmallFloats &floats) {
  Expansion expansion(op, floats);
  Value result =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](arith::ExtFOp op) {
            return holdsSmall(op.getIn().getType())
                       ? expansion.widen(op.getIn(),
                                         getElementTypeOrSelf(op.getType()))
                       : Value();
          })
          .Case([&](arith::TruncFOp op) {
            return holdsSmall(op.getType())
                       ? expansion.narrow(op.getIn(), op.getType())
                       : Value();
          })
          .Case([&](arith::SIToFPOp op) {
            return expansion.convertInteger(op.getIn(), op.getType(), true);
          })
          .Case([&](arith::UIToFPOp op) {
            return expansion.convertInteger(op.getIn(), op.getType(), false);
          })
          .Case<arith::NegFOp, math::AbsFOp, math::CopySignOp>(
              [&](Operation *op) { return expansion.changeSign(op); })
          .Case([&](math::FmaOp op) { return expansion.fuse(op); })
          .Case([&](arith::SelectOp op) { return expansion.choose(op); })
          .Default(Value());
  if (result)
    op->getResult(0).replaceAllUsesWith(result);
  else
    expansion.computeWide(op);
  op->erase();
}

namespace {
struct ExpandSmallFloatsPass
    : spindle::impl::ExpandSmallFloatsPassBase<ExpandSmallFloatsPass> {
  using ExpandSmallFloatsPassBase::ExpandSmallFloatsPassBase;

  void runOnOperation() override {
    SmallFloats floats{f16, bf16};
    SmallVector<Operation *> found, moved;
    SmallVector<BlockArgument> carried;
    getOperation()->walk(
        [&](Block *block) { carried.append(findCarried(*block, floats)); });
    getOperation()->walk([&](Operation *op) {
      if (isExpanded(op, floats))
        found.push_back(op);
      else if (isMove(op, floats))
        moved.push_back(op);
    });
    for (Operation *op : found)
      if (failed(checkOp(op)))
        return signalPassFailure();
    for (Operation *op : found)
      expand(op, floats);
    for (Operation *op : moved)
      moveBits(op);
    for (BlockArgument argument : carried)
      carryBits(argument);
    if (found.empty() && moved.empty() && carried.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
