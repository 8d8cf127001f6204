//===- Borders.cpp - reads at sums of dimensions --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Borders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::DimOp;
using spindle::sparse::GenericOp;
using spindle::sparse::Sum;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Where sizes are asked for: with the function, so that neighbours stay next
/// to each other, unless that is before something they are asked of.
OpBuilder Borders::getBuilder() {
  auto function = dyn_cast<FunctionOpInterface>(op->getParentOp());
  bool areArguments = llvm::all_of(op->getOperands(), [](Value tensor) {
    return isa<BlockArgument>(sparse::getStructureOwner(tensor));
  });
  if (function && areArguments)
    return OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  return OpBuilder(op);
}

/// The size of dimension `dim` of operand `operand`.
Value Borders::buildSize(OpBuilder &builder, int64_t operand, int64_t dim) {
  return DimOp::create(builder, op.getLoc(), builder.getIndexType(),
                       sparse::getStructureOwner(op->getOperand(operand)),
                       builder.getI64IntegerAttr(dim));
}

/// The size of dimension `dim` of the operation.
Value Borders::buildSize(OpBuilder &builder, int64_t dim) {
  AffineExpr expr = builder.getAffineDimExpr(dim);
  for (int64_t operand = 0; operand < op->getNumOperands(); ++operand)
    if (auto place = op.getMap(operand).getResultPosition(expr))
      return buildSize(builder, operand, *place);
  llvm_unreachable("the verifier has seen to an extent for each dimension");
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// Promises that the range of a sum is inside; it is empty where one of the
/// sizes of its dimensions is 0.
void Borders::promise(OpBuilder &builder, const Read &read,
                      ArrayRef<std::string> names) {
  Location loc = op.getLoc();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value low = constant(read.sum.constant),
        high = constant(read.sum.constant + 1), isEmpty;
  for (Sum::Term term : read.sum.terms) {
    Value size = buildSize(builder, term.dim);
    Value last = arith::SubIOp::create(builder, loc, size, constant(1));
    Value step =
        arith::MulIOp::create(builder, loc, last, constant(term.factor));
    Value &end = term.factor < 0 ? low : high;
    end = arith::AddIOp::create(builder, loc, end, step);
    Value none = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       size, constant(0));
    isEmpty =
        isEmpty ? arith::OrIOp::create(builder, loc, isEmpty, none) : none;
  }
  if (isEmpty)
    high = arith::SelectOp::create(builder, loc, isEmpty, low, high);
  Value tensor =
      sparse::getWhole(sparse::getStructureOwner(op->getOperand(read.input)));
  std::string name = sparse::getArgumentName(tensor);
  if (auto argument = dyn_cast<BlockArgument>(tensor); argument && name.empty())
    name = "arg" + std::to_string(argument.getArgNumber());
  sparse::ExpectRangeOp::create(builder, loc, printSum(read.sum, names), low,
                                high, name, read.dim, read.size);
}

Borders::Borders(GenericOp op, ArrayRef<StringAttr> names) : op(op) {
  OpBuilder builder = getBuilder();
  auto words = llvm::map_to_vector(
      names, [](StringAttr name) { return name.getValue().str(); });
  for (int64_t input = 0; input < int64_t(op.getIns().size()); ++input)
    for (auto [dim, expr] : llvm::enumerate(op.getMap(input).getResults())) {
      if (isa<AffineDimExpr>(expr))
        continue;
      Read &read = reads.emplace_back(Read{input, int64_t(dim), expr,
                                           *sparse::getSum(expr),
                                           buildSize(builder, input, dim)});
      if (!op.getBorder(input))
        promise(builder, read, words);
    }
}

Value Borders::buildIsInside(OpBuilder &builder, Coordinates &coordinates,
                             int64_t index) {
  Value isInside;
  for (const Read &read : reads) {
    if (read.input != index || !op.getBorder(index))
      continue;
    // A negative coordinate is a large one without its sign.
    Value own =
        arith::CmpIOp::create(builder, op.getLoc(), arith::CmpIPredicate::ult,
                              coordinates.get(builder, read.expr), read.size);
    isInside = isInside
                   ? arith::AndIOp::create(builder, op.getLoc(), isInside, own)
                   : own;
  }
  return isInside;
}
