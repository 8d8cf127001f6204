//===- BuildCombine.cpp - combinations as arithmetic ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/BuildCombine.h"

#include "Spindle/Support/FusedProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spindle;
using arith::CmpFPredicate;
using arith::CmpIPredicate;
using spindle::iter::CombineKind;

unsigned spindle::getNumCombined(CombineKind kind) {
  return iter::isArgKind(kind) ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

/// `FloatOp`, `IntOp` or `ComplexOp` of two values, by their type.
template <typename FloatOp, typename IntOp, typename ComplexOp>
static Value combineArithmetic(ImplicitLocOpBuilder &builder, Value lhs,
                               Value rhs) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs)))
    return FloatOp::create(builder, lhs, rhs);
  if (isa<ComplexType>(lhs.getType()))
    return ComplexOp::create(builder, lhs, rhs);
  return IntOp::create(builder, lhs, rhs);
}

template <typename FloatOp, typename IntOp>
static Value combineOrdered(ImplicitLocOpBuilder &builder, Value lhs,
                            Value rhs) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs)))
    return FloatOp::create(builder, lhs, rhs);
  return IntOp::create(builder, lhs, rhs);
}

/// `current` and `value`, which are rounded together if `value` is a product
/// that is to be fused.
static Value combineSum(ImplicitLocOpBuilder &builder, Value current,
                        Value value) {
  Value sum = combineArithmetic<arith::AddFOp, arith::AddIOp, complex::AddOp>(
      builder, current, value);
  if (getFusedProduct(value))
    setFused(sum.getDefiningOp(), true);
  return sum;
}

/// `kind(current, value)`, for the kinds of one value.
static Value combineOne(ImplicitLocOpBuilder &builder, CombineKind kind,
                        Value current, Value value) {
  switch (kind) {
  case CombineKind::Add:
    return combineSum(builder, current, value);
  case CombineKind::Mul:
    return combineArithmetic<arith::MulFOp, arith::MulIOp, complex::MulOp>(
        builder, current, value);
  case CombineKind::Min:
    return combineOrdered<arith::MinimumFOp, arith::MinSIOp>(builder, current,
                                                             value);
  case CombineKind::Max:
    return combineOrdered<arith::MaximumFOp, arith::MaxSIOp>(builder, current,
                                                             value);
  case CombineKind::And:
    return arith::AndIOp::create(builder, current, value);
  case CombineKind::Or:
    return arith::OrIOp::create(builder, current, value);
  case CombineKind::ArgMin:
  case CombineKind::ArgMax:
    break;
  }
  llvm_unreachable("argmin and argmax combine two values");
}

//===----------------------------------------------------------------------===//
// A value and its number
//===----------------------------------------------------------------------===//

/// Whether `value` comes strictly before `current` (first), and whether they
/// are equal (second). A NaN comes before every number and equals a NaN.
static std::pair<Value, Value> buildOrder(ImplicitLocOpBuilder &builder,
                                          bool smaller, Value current,
                                          Value value) {
  if (!isa<FloatType>(value.getType())) {
    auto predicate = smaller ? CmpIPredicate::slt : CmpIPredicate::sgt;
    return {arith::CmpIOp::create(builder, predicate, value, current),
            arith::CmpIOp::create(builder, CmpIPredicate::eq, value, current)};
  }
  auto test = [&](CmpFPredicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(builder, predicate, lhs, rhs);
  };
  Value isNaN = test(CmpFPredicate::UNO, value, value);
  Value wasNumber = test(CmpFPredicate::ORD, current, current);
  Value wasNaN = test(CmpFPredicate::UNO, current, current);
  Value before =
      test(smaller ? CmpFPredicate::OLT : CmpFPredicate::OGT, value, current);
  Value firstNaN = arith::AndIOp::create(builder, isNaN, wasNumber);
  Value bothNaN = arith::AndIOp::create(builder, isNaN, wasNaN);
  Value equal = test(CmpFPredicate::OEQ, value, current);
  return {arith::OrIOp::create(builder, before, firstNaN),
          arith::OrIOp::create(builder, equal, bothNaN)};
}

/// Whether argmin or argmax replaces the pair `current` by the pair `next`.
static Value buildReplaces(ImplicitLocOpBuilder &builder, CombineKind kind,
                           ValueRange current, ValueRange next) {
  auto [before, equal] =
      buildOrder(builder, kind == CombineKind::ArgMin, current[0], next[0]);
  Value smaller =
      arith::CmpIOp::create(builder, CmpIPredicate::slt, next[1], current[1]);
  Value tie = arith::AndIOp::create(builder, equal, smaller);
  return arith::OrIOp::create(builder, before, tie);
}

SmallVector<Value> spindle::buildCombine(ImplicitLocOpBuilder &builder,
                                         CombineKind kind, ValueRange current,
                                         ValueRange values) {
  if (!iter::isArgKind(kind))
    return {combineOne(builder, kind, current.front(), values.front())};
  Value replaces = buildReplaces(builder, kind, current, values);
  SmallVector<Value> combined;
  for (auto [old, value] : llvm::zip_equal(current, values))
    combined.push_back(arith::SelectOp::create(builder, replaces, value, old));
  return combined;
}

//===----------------------------------------------------------------------===//
// Nothing
//===----------------------------------------------------------------------===//

static APInt getNeutralInteger(CombineKind kind, unsigned width) {
  switch (kind) {
  case CombineKind::Mul:
    return APInt(width, 1);
  case CombineKind::Min:
  case CombineKind::ArgMin:
    return APInt::getSignedMaxValue(width);
  case CombineKind::Max:
  case CombineKind::ArgMax:
    return APInt::getSignedMinValue(width);
  case CombineKind::And:
    return APInt::getAllOnes(width);
  default:
    return APInt::getZero(width);
  }
}

/// A sum of nothing but -0.0 is that.
static APFloat getNeutralFloat(CombineKind kind,
                               const llvm::fltSemantics &semantics) {
  switch (kind) {
  case CombineKind::Mul:
    return APFloat::getOne(semantics);
  case CombineKind::Min:
  case CombineKind::ArgMin:
    return APFloat::getInf(semantics);
  case CombineKind::Max:
  case CombineKind::ArgMax:
    return APFloat::getInf(semantics, /*Negative=*/true);
  default:
    return APFloat::getZero(semantics, /*Negative=*/true);
  }
}

TypedAttr spindle::getNeutral(CombineKind kind, Type type) {
  if (auto number = dyn_cast<FloatType>(type))
    return FloatAttr::get(type,
                          getNeutralFloat(kind, number.getFloatSemantics()));
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, getNeutralInteger(kind, width));
}

bool spindle::hasNeutral(CombineKind kind, Type type) {
  return !isa<ComplexType>(type) || kind == CombineKind::Add;
}

SmallVector<Value> spindle::buildNeutral(ImplicitLocOpBuilder &builder,
                                         CombineKind kind, TypeRange types) {
  Type type = types.front();
  auto number = dyn_cast<ComplexType>(type);
  TypedAttr part = getNeutral(kind, number ? number.getElementType() : type);
  if (number) {
    ArrayAttr parts = builder.getArrayAttr({part, part});
    return {complex::ConstantOp::create(builder, type, parts)};
  }
  SmallVector<Value> values = {arith::ConstantOp::create(builder, part)};
  // Of two places of one value the smaller number counts.
  if (iter::isArgKind(kind))
    values.push_back(arith::ConstantOp::create(
        builder, getNeutral(CombineKind::ArgMin, types.back())));
  return values;
}
