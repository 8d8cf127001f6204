//===- ValueUses.cpp - what is done to values -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/ValueUses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle::sparse;

/// What `generic`, which need not be verified, does to operand `index`.
static ValueUse getUse(GenericOp generic, int64_t index) {
  ValueUse use{generic};
  bool isOutput = index >= generic.getProperties().operandSegmentSizes[0];
  ArrayAttr combine = generic.getProperties().combine;
  use.writes = isOutput;
  use.reads = !isOutput || (combine && !combine.empty());
  return use;
}

/// What the owner of `operand` does to the values of that operand itself.
static ValueUse getUse(OpOperand &operand) {
  return llvm::TypeSwitch<Operation *, ValueUse>(operand.getOwner())
      .Case<LoadOp, ConvertOp>(
          [](Operation *op) { return ValueUse{op, true, false, false}; })
      .Case([](StoreOp op) { return ValueUse{op, false, true, false}; })
      .Case([](FillOp op) { return ValueUse{op, false, true, true}; })
      .Case([](AccumulateOp op) { return ValueUse{op, true, true, false}; })
      .Case(
          [&](GenericOp op) { return getUse(op, operand.getOperandNumber()); })
      .Default([](Operation *op) { return ValueUse{op}; });
}

/// The values through which the owner of `operand` gives the same values.
static ResultRange getAliases(OpOperand &operand) {
  Operation *op = operand.getOwner();
  bool isTensor = operand.getOperandNumber() == 0;
  bool isLast =
      op->getNumResults() > 0 &&
      ((isa<UnpackOp>(op) && isTensor) || (isa<WithValuesOp>(op) && !isTensor));
  bool isAll = isa<ComposeOp, PackOp>(op) || (isa<PartsOp>(op) && isTensor);
  return op->getResults().take_back(isAll    ? op->getNumResults()
                                    : isLast ? 1
                                             : 0);
}

SmallVector<ValueUse> spindle::sparse::getValueUses(Value value) {
  SmallVector<ValueUse> uses;
  llvm::SmallSetVector<Value, 4> reached;
  reached.insert(value);
  for (size_t next = 0; next < reached.size(); ++next)
    for (OpOperand &operand : reached[next].getUses()) {
      ValueUse use = getUse(operand);
      if (use.reads || use.writes)
        uses.push_back(use);
      for (Value alias : getAliases(operand))
        reached.insert(alias);
    }
  return uses;
}

Access spindle::sparse::inferAccess(BlockArgument argument) {
  bool filled = false, written = false, read = false, accumulated = false;
  for (ValueUse use : getValueUses(argument)) {
    filled |= use.fills && use.op->getBlock() == argument.getOwner();
    written |= use.writes;
    accumulated |= use.writes && use.reads;
    read |= use.reads && !use.writes;
  }
  if (!written)
    return Access::Read;
  return read || (accumulated && !filled) ? Access::Update : Access::Write;
}
