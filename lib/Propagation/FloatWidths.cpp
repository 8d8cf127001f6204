//===- FloatWidths.cpp - which formats have what floats become ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatWidths.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle;

/// An integer of `source`, of type `from`, as a float of `type`.
static Width convertInteger(FloatType type, Width source, bool isSigned,
                            Type from) {
  unsigned size = tesa::getNumberBits(from);
  // Without a sign, negative numbers are others.
  if (!isSigned && source.least < 0) {
    source.least = 0;
    source.most = size < 64 ? int64_t(1) << size : Width::kMost;
  }
  source.floats = 0;
  return tesa::getWidthIn(type, source);
}

/// A float of `source`, of which an integer of `type` has what is before the
/// point; of what it has not, the result is undefined.
static Width convertFloat(Type type, Width source, bool isSigned) {
  Width ofType = tesa::getTypeWidth(type);
  if (!isSigned && (source.least < 0 || source.most == Width::kMost ||
                    source.most > ofType.most))
    return ofType;
  source.floats = 0;
  source.isInteger = true;
  return source.meet(ofType);
}

static int64_t negate(int64_t bound) {
  if (bound == Width::kLeast)
    return Width::kMost;
  return bound == Width::kMost ? Width::kLeast : -bound;
}

static Width changeSign(Width source) {
  return {negate(source.most), negate(source.least), source.isInteger,
          source.floats};
}

static Width getMagnitude(Width source) {
  Width width = source;
  width.most = std::max(source.most, negate(source.least));
  width.least = std::max({int64_t(0), source.least, negate(source.most)});
  return width;
}

static bool hasBounds(const Number &number) {
  return number.width.least != Width::kLeast &&
         number.width.most != Width::kMost;
}

Width spindle::inferFloatWidth(Operation *op, ArrayRef<Number> operands,
                               bool strict) {
  Type type = op->getResult(0).getType();
  auto real = dyn_cast<FloatType>(type);
  auto of = [&](unsigned number) { return operands[number].width; };
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return convertFloat(type, of(0), isa<arith::FPToSIOp>(op));
  if (!real)
    return Width();
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return convertInteger(real, of(0), isa<arith::SIToFPOp>(op),
                          op->getOperand(0).getType());
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return tesa::getWidthIn(real, of(0));
  if (isa<arith::NegFOp>(op))
    return changeSign(of(0));
  if (isa<math::AbsFOp>(op)) {
    Width magnitude = getMagnitude(of(0));
    if (strict && !hasBounds(operands[0]))
      magnitude.least = Width::kLeast;
    return magnitude;
  }
  if (isa<math::FloorOp, math::CeilOp, math::RoundOp, math::RoundEvenOp,
          math::TruncOp>(op)) {
    Width rounded = of(0);
    rounded.isInteger |= !strict || hasBounds(operands[0]);
    return rounded;
  }
  if (strict && !llvm::all_of(operands, hasBounds))
    return Width();
  Width either = operands.size() == 2 ? of(0).join(of(1)) : Width();
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    either.least = std::max(of(0).least, of(1).least);
  else if (isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    either.most = std::min(of(0).most, of(1).most);
  else
    return Width();
  return either;
}
