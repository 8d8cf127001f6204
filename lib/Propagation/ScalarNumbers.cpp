//===- ScalarNumbers.cpp - what arithmetic makes of numbers ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarNumbers.h"
#include "FloatWidths.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;

Number spindle::addType(Type type, Number number) {
  Number typed;
  typed.width = tesa::getTypeWidth(type);
  return number.meet(typed);
}

Number spindle::removeType(Type type, Number number) {
  number.zero = false;
  Width ofType = tesa::getTypeWidth(type);
  number.width.floats &= ~ofType.floats;
  number.width.isInteger &= !ofType.isInteger;
  if (number.width.least <= ofType.least)
    number.width.least = Width::kLeast;
  if (number.width.most >= ofType.most)
    number.width.most = Width::kMost;
  return number;
}

Number spindle::addZero(Type type, Number number) {
  if (!isa<FloatType>(type))
    return number.meet(tesa::getConstant(type, 0));
  number.zero = true;
  Number zero;
  zero.width = Width::ofZero();
  return number.meet(zero);
}

Number spindle::getScalarNumber(Value value) {
  Type type = value.getType();
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    if (std::optional<uint64_t> bits = tesa::getNumberBits(constant))
      return tesa::getConstant(type, *bits);
  return addType(type, Number());
}

//===----------------------------------------------------------------------===//
// Ranges of integers
//===----------------------------------------------------------------------===//

ConstantIntRanges spindle::getRange(Type type, const Number &number) {
  unsigned size = ConstantIntRanges::getStorageBitwidth(type);
  if (number.known || number.zero)
    return ConstantIntRanges::constant(APInt(size, number.bits, false, true));
  APInt least = APInt::getSignedMinValue(size);
  APInt most = APInt::getSignedMaxValue(size);
  const Width &width = number.width;
  // Bounds that exclude each other are the fault of the program.
  if (width.least > width.most)
    return ConstantIntRanges::maxRange(size);
  if (width.least > least.getSExtValue())
    least = APInt(size, width.least, true, true);
  if (width.most < most.getSExtValue())
    most = APInt(size, width.most, true, true);
  return ConstantIntRanges::fromSigned(least, most);
}

Number spindle::getRangeNumber(Type type, const ConstantIntRanges &range) {
  if (std::optional<APInt> constant = range.getConstantValue())
    return tesa::getConstant(type, constant->getZExtValue());
  Number number;
  number.width.least = range.smin().getSExtValue();
  number.width.most = range.smax().getSExtValue();
  number.width.isInteger = true;
  return number;
}

Number spindle::addTimes(Type type, const Number &start, const Number &term,
                         int64_t times) {
  unsigned size = tesa::getNumberBits(type);
  Number sum;
  if (start.known && term.known)
    return tesa::getConstant(type,
                             (APInt(size, start.bits, false, true) +
                              APInt(size, term.bits, false, true) *
                                  APInt(size, uint64_t(times), false, true))
                                 .getZExtValue());
  // 64 bits more hold what is added up.
  ConstantIntRanges from = getRange(type, start), step = getRange(type, term);
  APInt count(size + 64, uint64_t(times));
  APInt least =
      from.smin().sext(size + 64) + step.smin().sext(size + 64) * count;
  APInt most =
      from.smax().sext(size + 64) + step.smax().sext(size + 64) * count;
  if (least.isSignedIntN(size) && most.isSignedIntN(size))
    sum = getRangeNumber(type, ConstantIntRanges::fromSigned(least.trunc(size),
                                                             most.trunc(size)));
  sum.same |= start.same && term.same;
  return addType(type, sum);
}

static Number inferRange(Operation *op, ArrayRef<Number> operands) {
  auto interface = dyn_cast<InferIntRangeInterface>(op);
  Type type = op->getResult(0).getType();
  if (!interface || !type.isIntOrIndex() ||
      !llvm::all_of(op->getOperandTypes(), [](Type type) {
        return tesa::getNumberBits(type) > 0 && type.isIntOrIndex();
      }))
    return Number();
  SmallVector<ConstantIntRanges> ranges;
  for (auto [operand, number] : llvm::zip_equal(op->getOperands(), operands))
    ranges.push_back(getRange(operand.getType(), number));
  Number found;
  interface.inferResultRanges(ranges,
                              [&](Value, const ConstantIntRanges &range) {
                                found = getRangeNumber(type, range);
                              });
  return found;
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Whether `op` has one right result, which folding gives bit by bit: not the
/// functions of `math`, which are approximated, nor what may be reordered.
static bool isExact(Operation *op) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (fast.getFastMathFlagsAttr() &&
        fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none)
      return false;
  return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
         isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::FloorOp,
             math::TruncOp, math::RoundOp, math::RoundEvenOp, math::SqrtOp,
             math::CopySignOp>(op);
}

/// Whether `number` is a zero, and the result of `op` may have the sign of the
/// one operand or of the other.
static bool isEitherZero(Operation *op, ArrayRef<Attribute> operands) {
  if (!isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
    return false;
  return llvm::all_of(operands,
                      [](Attribute operand) {
                        return cast<FloatAttr>(operand).getValue().isZero();
                      }) &&
         operands[0] != operands[1];
}

/// The bits of the result of `op` for these operands; nothing if it does not
/// fold, or to what is not a number.
static std::optional<uint64_t> foldBits(Operation *op,
                                        ArrayRef<Attribute> operands) {
  if (isEitherZero(op, operands))
    return std::nullopt;
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(operands, folded)) || folded.size() != 1)
    return std::nullopt;
  Attribute result = dyn_cast<Attribute>(folded[0]);
  if (!result)
    for (auto [operand, constant] :
         llvm::zip_equal(op->getOperands(), operands))
      if (operand == cast<Value>(folded[0]))
        result = constant;
  std::optional<uint64_t> bits = tesa::getNumberBits(result);
  if (!bits || !tesa::getConstant(op->getResult(0).getType(), *bits).known)
    return std::nullopt;
  return bits;
}

/// What `number` may be: nothing if that is neither known nor 0.
static SmallVector<Attribute> getCandidates(Type type, const Number &number) {
  if (number.known)
    return {tesa::getNumberAttr(type, number.bits)};
  auto real = dyn_cast<FloatType>(type);
  if (!number.zero || !real)
    return {};
  const llvm::fltSemantics &semantics = real.getFloatSemantics();
  SmallVector<Attribute> zeros{
      FloatAttr::get(type, APFloat::getZero(semantics))};
  if (APFloat::semanticsHasSignedRepr(semantics))
    zeros.push_back(FloatAttr::get(type, APFloat::getZero(semantics, true)));
  return zeros;
}

/// A copy of `op` in `block`, of arguments of that.
static Operation *copyAlone(Operation *op, Block &block) {
  Operation *copy = op->clone();
  block.push_back(copy);
  for (OpOperand &operand : copy->getOpOperands())
    operand.set(block.addArgument(operand.get().getType(), op->getLoc()));
  return copy;
}

/// The constant that `op` folds to, whatever its operands are of what they may
/// be; one that is only known to be 0 if that is all they agree in.
static std::optional<Number> foldNumber(Operation *op,
                                        ArrayRef<Number> operands) {
  if (!isExact(op) || operands.empty())
    return std::nullopt;
  SmallVector<SmallVector<Attribute>> tuples(1);
  for (auto [operand, number] : llvm::zip_equal(op->getOperands(), operands)) {
    SmallVector<SmallVector<Attribute>> longer;
    for (Attribute candidate : getCandidates(operand.getType(), number))
      for (SmallVector<Attribute> tuple : tuples) {
        tuple.push_back(candidate);
        longer.push_back(std::move(tuple));
      }
    tuples = std::move(longer);
  }
  if (tuples.empty())
    return std::nullopt;
  // Folders may change what they fold, and look at what made its operands.
  Block scratch;
  Operation *copy = copyAlone(op, scratch);
  Type type = op->getResult(0).getType();
  std::optional<Number> found;
  for (ArrayRef<Attribute> tuple : tuples) {
    std::optional<uint64_t> bits = foldBits(copy, tuple);
    if (!bits)
      return std::nullopt;
    Number folded = tesa::getConstant(type, *bits);
    if (!found || *found == folded) {
      found = folded;
      continue;
    }
    bool wasZero = found->zero || found->isKnownZero();
    if (!folded.isKnownZero() || !wasZero)
      return std::nullopt;
    found = addZero(type, Number());
  }
  return found;
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static bool isZero(const Number &number) {
  return number.zero || number.isKnownZero();
}

/// Whether 0 times `number`, which `value` is, is 0.
static bool isFinite(Value value, const Number &number, bool strict) {
  auto real = dyn_cast<FloatType>(value.getType());
  if (!real)
    return true;
  if (number.known)
    return APFloat(real.getFloatSemantics(),
                   APInt(real.getWidth(), number.bits, false, true))
        .isFinite();
  bool isBounded =
      number.width.least != Width::kLeast && number.width.most != Width::kMost;
  // Arguments of a body that stands alone are not asked where they are from.
  return !strict || number.zero || isBounded ||
         (value.getParentBlock()->getParentOp() && isKnownFinite(value));
}

/// Whether the result is 0, of one sign or the other, by the algebra of zeros.
static bool infersZero(Operation *op, ArrayRef<Number> operands, bool strict) {
  auto of = [&](unsigned number) { return isZero(operands[number]); };
  auto isFactor = [&](unsigned number) {
    return isFinite(op->getOperand(number), operands[number], strict);
  };
  auto isProduct = [&] {
    return (of(0) && isFactor(1)) || (of(1) && isFactor(0));
  };
  switch (getZeroRule(op)) {
  case ZeroRule::Unknown:
    return false;
  case ZeroRule::Any:
    return of(0) && (operands.size() == 1 || of(1));
  case ZeroRule::All:
    return isProduct();
  case ZeroRule::First:
    return of(0);
  case ZeroRule::Chosen:
    return of(1) && of(2);
  case ZeroRule::ProductOrThird:
    return isProduct() && of(2);
  }
  llvm_unreachable("a rule");
}

/// One of two numbers, as a third one says.
static Number inferChoice(ArrayRef<Number> operands) {
  const Number &a = operands[1], &b = operands[2];
  if (operands[0].known)
    return operands[0].bits & 1 ? a : b;
  if (a.known && b.known && a.bits == b.bits)
    return a;
  Number chosen;
  chosen.zero = isZero(a) && isZero(b);
  chosen.same = operands[0].same && a.same && b.same;
  chosen.width = a.width.join(b.width);
  return chosen;
}

Number spindle::inferNumber(Operation *op, ArrayRef<Number> operands,
                            bool strict) {
  Type type = op->getResult(0).getType();
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)))
    return getScalarNumber(op->getResult(0));
  if (isa<arith::SelectOp>(op))
    return inferChoice(operands);
  Number number;
  if (!isPure(op) || tesa::getNumberBits(type) == 0)
    return addType(type, number);
  number.same = !operands.empty() &&
                llvm::all_of(operands, [](const Number &n) { return n.same; });
  if (infersZero(op, operands, strict))
    number = addZero(type, number);
  if (std::optional<Number> folded = foldNumber(op, operands))
    number = number.meet(*folded);
  number = number.meet(inferRange(op, operands));
  Number formats;
  formats.width = inferFloatWidth(op, operands, strict);
  return addType(type, number.meet(formats));
}
