//===- RoundInputs.cpp - products of bytes of floats ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundInputs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;

Value plans::buildZeros(OpBuilder &b, Location loc, RankedTensorType type) {
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  return linalg::FillOp::create(b, loc, zero, empty).getResult(0);
}

namespace {
/// Builds the operations that round `inputs`.
struct InputRounding {
  OpBuilder &b;
  Location loc;
  Value inputs;
  RankedTensorType type;
  /// All dimensions, and those that are not added up.
  AffineMap all, tokens;
  unsigned dim;

  Value findLargest();
  Value makeSteps(Value largest);
  Value makeBytes(Value steps);

  Value constant(OpBuilder &body, double number) const {
    return arith::ConstantOp::create(
        body, loc, b.getFloatAttr(type.getElementType(), number));
  }
  RankedTensorType getTokensType() const {
    return RankedTensorType::Builder(type).dropDim(dim);
  }
};
} // namespace

Value InputRounding::findLargest() {
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  kinds[dim] = utils::IteratorType::reduction;
  Value zeros = buildZeros(b, loc, getTokensType());
  return linalg::GenericOp::create(
             b, loc, zeros.getType(), inputs, zeros,
             ArrayRef<AffineMap>{all, tokens}, kinds,
             [&](OpBuilder &body, Location, ValueRange args) {
               Value magnitude = math::AbsFOp::create(body, loc, args[0]);
               Value largest =
                   arith::MaximumFOp::create(body, loc, args[1], magnitude);
               linalg::YieldOp::create(body, loc, largest);
             })
      .getResult(0);
}

/// A token that is not finite has no step: inf - inf is no number.
Value InputRounding::makeSteps(Value largest) {
  RankedTensorType shape = getTokensType();
  Value empty =
      tensor::EmptyOp::create(b, loc, shape.getShape(), shape.getElementType());
  AffineMap same = b.getMultiDimIdentityMap(shape.getRank());
  SmallVector<utils::IteratorType> kinds(shape.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, shape, largest, empty, ArrayRef<AffineMap>{same, same},
             kinds,
             [&](OpBuilder &body, Location, ValueRange args) {
               Value most = constant(body, 127);
               Value step = arith::DivFOp::create(body, loc, args[0], most);
               Value none = arith::SubFOp::create(body, loc, args[0], args[0]);
               Value made = arith::AddFOp::create(body, loc, step, none);
               linalg::YieldOp::create(body, loc, made);
             })
      .getResult(0);
}

/// What is no number becomes a byte, too: of a token without a step, and 0 / 0
/// of one that is all 0.
Value InputRounding::makeBytes(Value steps) {
  Value empty = tensor::EmptyOp::create(b, loc, type.getShape(), b.getI8Type());
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, empty.getType(), ValueRange{inputs, steps}, empty,
             ArrayRef<AffineMap>{all, tokens, all}, kinds,
             [&](OpBuilder &body, Location, ValueRange args) {
               Value least = constant(body, -127), most = constant(body, 127);
               Value share = arith::DivFOp::create(body, loc, args[0], args[1]);
               Value near = math::RoundEvenOp::create(body, loc, share);
               Value low = arith::MaxNumFOp::create(body, loc, near, least);
               Value high = arith::MinNumFOp::create(body, loc, low, most);
               Value byte =
                   arith::FPToSIOp::create(body, loc, b.getI8Type(), high);
               linalg::YieldOp::create(body, loc, byte);
             })
      .getResult(0);
}

RoundedInputs plans::roundInputs(OpBuilder &b, Location loc, Value inputs,
                                 unsigned dim) {
  auto type = cast<RankedTensorType>(inputs.getType());
  AffineMap all = b.getMultiDimIdentityMap(type.getRank());
  InputRounding rounding{b, loc, inputs, type, all, all.dropResult(dim), dim};
  RoundedInputs made;
  made.steps = rounding.makeSteps(rounding.findLargest());
  made.bytes = rounding.makeBytes(made.steps);
  return made;
}
