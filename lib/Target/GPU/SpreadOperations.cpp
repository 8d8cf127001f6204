//===- SpreadOperations.cpp - operations on parts of vectors -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorSpreader.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;

void VectorSpreader::replace(Operation *op, Value by) {
  Value result = op->getResult(0);
  if (forms.isSpread(result))
    others[{result, forms.getForm(result)}] = by;
  else
    result.replaceAllUsesWith(by);
  dead.push_back(op);
}

void VectorSpreader::takeWhole(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    operand.set(getWhole(operand.get()));
}

/// `op` on numbers in place of vectors of one element, where it is called
/// something else then; null elsewhere.
static Value makeScalar(ImplicitLocOpBuilder &builder, Operation *op,
                        ArrayRef<Value> operands, Type type) {
  if (isa<vector::FMAOp>(op))
    return math::FmaOp::create(builder, operands[0], operands[1], operands[2]);
  if (isa<vector::BitCastOp>(op))
    return arith::BitcastOp::create(builder, type, operands[0]);
  return Value();
}

void VectorSpreader::rewriteElements(Operation *op) {
  if (!forms.isSpread(op->getResult(0)))
    return takeWhole(op);
  LaneShare share = forms.getShare(op->getResult(0));
  auto parts = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
    return getSpread(operand, share.form);
  });
  int64_t count = share.count;
  Type type = getLaneType(share.element, count);
  if (count == 1)
    if (Value scalar = makeScalar(builder, op, parts, type))
      return replace(op, scalar);
  Operation *made = op->clone();
  made->setOperands(parts);
  for (Value result : made->getResults())
    result.setType(getLaneType(getElementTypeOrSelf(result), count));
  builder.insert(made);
  replace(op, made->getResult(0));
}

// Loops and branches hand values on in the form of what takes them.
void VectorSpreader::handOn(Operation *from, RegionBranchOpInterface branch) {
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
  for (OpOperand &operand : from->getOpOperands())
    if (auto it = mapping.find(&operand); it != mapping.end())
      operand.set(get(operand.get(), forms.getForm(it->second.front())));
    else
      operand.set(getWhole(operand.get()));
}

void VectorSpreader::rewriteBranch(RegionBranchOpInterface op) {
  handOn(op, op);
  for (Value result : op->getResults())
    setType(result);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value argument : block.getArguments())
        setType(argument);
}

void VectorSpreader::rewriteBranch(BranchOpInterface op) {
  for (auto [index, block] : llvm::enumerate(op->getSuccessors())) {
    MutableOperandRange operands =
        op.getSuccessorOperands(index).getMutableForwardedOperands();
    unsigned produced =
        op.getSuccessorOperands(index).getProducedOperandCount();
    for (auto [place, operand] : llvm::enumerate(operands)) {
      Value argument = block->getArgument(produced + place);
      operand.set(get(operand.get(), forms.getForm(argument)));
    }
  }
}

/// A lane adds up what it has from the left; then the lanes are combined.
void VectorSpreader::rewriteReduction(vector::ReductionOp op) {
  if (!forms.isSpread(op.getOperation()))
    return takeWhole(op);
  auto combine = [&](Value one, Value other) {
    return vector::makeArithReduction(builder, builder.getLoc(), op.getKind(),
                                      one, other, op.getFastmathAttr());
  };
  Value part = getSpread(op.getVector(), forms.getForm(op.getOperation()));
  Value sum = getLaneElement(builder, part, 0);
  for (int64_t place = 1; place < getLaneCount(part); ++place)
    sum = combine(sum, getLaneElement(builder, part, place));
  sum = group.combine(builder, sum, op.getKind());
  if (Value number = op.getAcc())
    sum = combine(number, sum);
  replace(op, sum);
}

void VectorSpreader::rewriteExtract(vector::ExtractOp op) {
  if (!forms.isSpread(op.getSource()))
    return;
  LaneShare share = forms.getShare(op.getSource());
  Value part = getSpread(op.getSource(), share.form);
  bool isBlocked = share.form == LaneForm::Blocked;
  Value at = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                             op.getMixedPosition().front());
  Value size = index(isBlocked ? share.count : share.lanes);
  Value ratio = builder.createOrFold<arith::DivUIOp>(at, size);
  Value rest = builder.createOrFold<arith::RemUIOp>(at, size);
  Value source = builder.createOrFold<arith::IndexCastOp>(
      builder.getI32Type(), isBlocked ? ratio : rest);
  Value place = isBlocked ? rest : ratio;
  if (std::optional<int64_t> known = getConstantIntValue(place))
    return replace(
        op, group.get(builder, getLaneElement(builder, part, *known), source));
  Value element = getLaneElement(builder, part, 0);
  for (int64_t other = 1; other < share.count; ++other) {
    Value isThere = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                          place, index(other));
    element = arith::SelectOp::create(
        builder, isThere, getLaneElement(builder, part, other), element);
  }
  replace(op, group.get(builder, element, source));
}

void VectorSpreader::rewriteInsert(vector::InsertOp op) {
  if (!forms.isSpread(op.getResult()))
    return takeWhole(op);
  LaneShare share = forms.getShare(op.getResult());
  Value part = getSpread(op.getDest(), share.form);
  Value at = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                             op.getMixedPosition().front());
  SmallVector<Value> elements;
  for (int64_t place = 0; place < share.count; ++place) {
    Value isThere = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                          getNumber(share, place), at);
    elements.push_back(
        arith::SelectOp::create(builder, isThere, op.getValueToStore(),
                                getLaneElement(builder, part, place)));
  }
  replace(op, makeLanePart(builder, elements));
}
