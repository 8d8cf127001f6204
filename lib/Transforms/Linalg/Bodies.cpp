//===- Bodies.cpp - bodies of operations of linalg ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;

std::optional<llvm::APInt>
spindle::linalg_transforms::getConstant(Value value) {
  llvm::APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return number;
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return getConstant(fill.value());
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 0 ||
      generic.getNumResults() != 1 || generic.getNumReductionLoops() != 0)
    return std::nullopt;
  return getConstant(generic.getBody()->getTerminator()->getOperand(0));
}

/// An operation without inputs whose body gives the number is what imports
/// have, too.
Value spindle::linalg_transforms::buildFilled(OpBuilder &b, Location loc,
                                              ArrayRef<int64_t> shape,
                                              IntegerAttr number) {
  Value constant = arith::ConstantOp::create(b, loc, number);
  Value empty = tensor::EmptyOp::create(b, loc, shape, number.getType());
  SmallVector<utils::IteratorType> kinds(shape.size(),
                                         utils::IteratorType::parallel);
  auto fill =
      linalg::GenericOp::create(b, loc, empty.getType(), ValueRange{}, empty,
                                b.getMultiDimIdentityMap(shape.size()), kinds,
                                [&](OpBuilder &body, Location at, ValueRange) {
                                  linalg::YieldOp::create(body, at, constant);
                                });
  return fill.getResult(0);
}

bool spindle::linalg_transforms::isOnTensors(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumDpsInits() == 1 &&
         op->getNumResults() == 1;
}

/// Named operations keep maps that are found anew, convolutions among them.
SmallVector<NamedAttribute>
spindle::linalg_transforms::getAttributes(linalg::LinalgOp op) {
  auto attrs = llvm::to_vector(op->getDiscardableAttrs());
  llvm::erase_if(attrs, [](NamedAttribute attr) {
    return attr.getName() ==
           linalg::LinalgDialect::kMemoizedIndexingMapsAttrName;
  });
  return attrs;
}

Value spindle::linalg_transforms::getAdded(linalg::LinalgOp op) {
  if (!isOnTensors(op) || op.getNumReductionLoops() == 0)
    return Value();
  auto yield = cast<linalg::YieldOp>(op.getBlock()->getTerminator());
  auto sum = yield.getOperand(0).getDefiningOp<arith::AddIOp>();
  BlockArgument before = op.getRegionOutputArgs().front();
  if (!sum || !before.hasOneUse() || *before.user_begin() != sum ||
      !sum->hasOneUse())
    return Value();
  return sum.getLhs() == before ? sum.getRhs() : sum.getLhs();
}
