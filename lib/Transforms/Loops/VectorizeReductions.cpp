//===- VectorizeReductions.cpp - what a loop combines ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using vector::CombiningKind;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// The kind of the combination that `op` makes of its operand number `operand`
/// and other ones.
static std::optional<CombiningKind> getKind(Operation *op, unsigned operand) {
  using Kind = std::optional<CombiningKind>;
  auto is = [](CombiningKind kind) {
    return [kind](Operation *) { return Kind(kind); };
  };
  // What is subtracted is added with another sign.
  if (isa<arith::SubFOp, arith::SubIOp>(op))
    return operand == 0 ? Kind(CombiningKind::ADD) : std::nullopt;
  if (isa<math::FmaOp>(op))
    return operand == 2 ? Kind(CombiningKind::ADD) : std::nullopt;
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case<arith::AddFOp, arith::AddIOp>(is(CombiningKind::ADD))
      .Case<arith::MulFOp, arith::MulIOp>(is(CombiningKind::MUL))
      .Case<arith::MaximumFOp>(is(CombiningKind::MAXIMUMF))
      .Case<arith::MinimumFOp>(is(CombiningKind::MINIMUMF))
      .Case<arith::MaxNumFOp>(is(CombiningKind::MAXNUMF))
      .Case<arith::MinNumFOp>(is(CombiningKind::MINNUMF))
      .Case<arith::MaxSIOp>(is(CombiningKind::MAXSI))
      .Case<arith::MinSIOp>(is(CombiningKind::MINSI))
      .Case<arith::MaxUIOp>(is(CombiningKind::MAXUI))
      .Case<arith::MinUIOp>(is(CombiningKind::MINUI))
      .Case<arith::AndIOp>(is(CombiningKind::AND))
      .Case<arith::OrIOp>(is(CombiningKind::OR))
      .Case<arith::XOrIOp>(is(CombiningKind::XOR))
      .Default(Kind());
}

/// Follows a value that is only combined to where `region`, whose argument it
/// comes from, yields it; gives the number of the operand that it is there.
/// `kind` is that of all combinations on the way.
static std::optional<unsigned> followChain(Value value,
                                           std::optional<CombiningKind> &kind) {
  Region *region = value.getParentRegion();
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    Operation *op = use.getOwner();
    if (op->getParentRegion() != region)
      return std::nullopt;
    if (isa<scf::YieldOp>(op))
      return use.getOperandNumber();
    if (auto inner = dyn_cast<scf::ForOp>(op)) {
      BlockArgument carried = inner.getTiedLoopRegionIterArg(&use);
      unsigned number =
          carried ? carried.getArgNumber() - inner.getNumInductionVars() : 0;
      if (!carried || followChain(carried, kind) != number)
        return std::nullopt;
      value = inner.getResult(number);
      continue;
    }
    std::optional<CombiningKind> step = getKind(op, use.getOperandNumber());
    if (!step || kind.value_or(*step) != *step)
      return std::nullopt;
    kind = step;
    value = op->getResult(0);
  }
  return std::nullopt;
}

std::optional<LoopReduction> spindle::loops::matchReduction(scf::ForOp loop,
                                                            unsigned index) {
  Value carried = loop.getRegionIterArg(index);
  if (!getElementTypeOrSelf(carried).isIntOrFloat())
    return std::nullopt;
  std::optional<CombiningKind> kind;
  if (followChain(carried, kind) != index || !kind)
    return std::nullopt;
  return LoopReduction{*kind, carried.getType()};
}

SmallVector<LoopReduction>
spindle::loops::matchReductions(scf::ForOp loop, bool reassociate,
                                std::string &refusal) {
  SmallVector<LoopReduction> reductions;
  for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
    std::optional<LoopReduction> reduction = matchReduction(loop, index);
    if (!reduction)
      refusal = "what it carries is not only combined with a value of each "
                "iteration";
    else if (reduction->dependsOnOrder() && !reassociate)
      refusal = "another order of its sums changes their bits, and "
                "'reassociate' is not given";
    if (!refusal.empty())
      return {};
    reductions.push_back(*reduction);
  }
  if (reductions.empty())
    refusal = "it carries no sum";
  return reductions;
}

LoopReduction spindle::loops::getReduction(iter::CombineKind kind, Type type) {
  bool isFloat = isa<FloatType>(type);
  switch (kind) {
  case iter::CombineKind::Add:
    return {CombiningKind::ADD, type};
  case iter::CombineKind::Mul:
    return {CombiningKind::MUL, type};
  case iter::CombineKind::Min:
    return {isFloat ? CombiningKind::MINIMUMF : CombiningKind::MINSI, type};
  case iter::CombineKind::Max:
    return {isFloat ? CombiningKind::MAXIMUMF : CombiningKind::MAXSI, type};
  case iter::CombineKind::And:
    return {CombiningKind::AND, type};
  case iter::CombineKind::Or:
    return {CombiningKind::OR, type};
  case iter::CombineKind::ArgMin:
  case iter::CombineKind::ArgMax:
    break;
  }
  llvm_unreachable("argmin and argmax combine two values");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

bool LoopReduction::dependsOnOrder() const {
  return isa<FloatType>(getElementTypeOrSelf(type)) &&
         (kind == CombiningKind::ADD || kind == CombiningKind::MUL);
}

static APInt getNeutralInteger(CombiningKind kind, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case CombiningKind::MUL:
    return APInt(width, 1);
  case CombiningKind::MINSI:
    return APInt::getSignedMaxValue(width);
  case CombiningKind::MAXSI:
    return APInt::getSignedMinValue(width);
  case CombiningKind::MINUI:
  case CombiningKind::AND:
    return APInt::getAllOnes(width);
  default:
    return APInt::getZero(width);
  }
}

/// A sum of nothing but -0.0 is that, and the number that `maxnumf` and
/// `minnumf` leave out is NaN.
static APFloat getNeutralFloat(CombiningKind kind, Type type) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  switch (kind) {
  case CombiningKind::MUL:
    return APFloat::getOne(semantics);
  case CombiningKind::MINIMUMF:
    return APFloat::getInf(semantics);
  case CombiningKind::MAXIMUMF:
    return APFloat::getInf(semantics, /*Negative=*/true);
  case CombiningKind::MINNUMF:
  case CombiningKind::MAXNUMF:
    return APFloat::getQNaN(semantics);
  default:
    return APFloat::getZero(semantics, /*Negative=*/true);
  }
}

/// What changes no number of `type` when it is combined.
static TypedAttr getNeutralNumber(CombiningKind kind, Type type) {
  if (isa<FloatType>(type))
    return FloatAttr::get(type, getNeutralFloat(kind, type));
  return IntegerAttr::get(type, getNeutralInteger(kind, type));
}

TypedAttr LoopReduction::getNeutral() const {
  TypedAttr number = getNeutralNumber(kind, getElementTypeOrSelf(type));
  auto vector = dyn_cast<VectorType>(type);
  return vector ? DenseElementsAttr::get(vector, Attribute(number)) : number;
}

bool LoopReduction::isZero(Value number) const {
  return kind == CombiningKind::ADD &&
         (matchPattern(number, m_PosZeroFloat()) ||
          matchPattern(number, m_Zero()));
}

Value LoopReduction::combine(OpBuilder &builder, Location loc, Value first,
                             Value second) const {
  return vector::makeArithReduction(builder, loc, kind, first, second);
}

Value LoopReduction::reduce(OpBuilder &builder, Location loc, Value vector,
                            Value number) const {
  auto flags = dependsOnOrder() ? arith::FastMathFlags::reassoc
                                : arith::FastMathFlags::none;
  if (!number)
    return vector::ReductionOp::create(builder, loc, kind, vector, flags);
  return vector::ReductionOp::create(builder, loc, kind, vector, number, flags);
}
