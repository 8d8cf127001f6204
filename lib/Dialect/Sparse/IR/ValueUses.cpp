//===- ValueUses.cpp - what is done to values -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/ValueUses.h"

#include "Spindle/Dialect/Sparse/IR/Calls.h"
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

/// The functions whose bodies are being looked at, to leave out calls of
/// themselves.
using OpenFunctions = llvm::SmallPtrSet<Operation *, 2>;

static SmallVector<ValueUse> findUses(Value value, OpenFunctions &open);

/// What uses in the body of its function do to the values of `argument`.
static Access combineUses(BlockArgument argument, ArrayRef<ValueUse> uses) {
  bool filled = false, written = false, read = false, accumulated = false;
  for (ValueUse use : uses) {
    filled |= use.fills && use.op->getBlock() == argument.getOwner();
    written |= use.writes;
    accumulated |= use.writes && use.reads;
    read |= use.reads && !use.writes;
  }
  if (!written)
    return Access::Read;
  return read || (accumulated && !filled) ? Access::Update : Access::Write;
}

/// What `call`, which need not be verified, does to operand `index`: what the
/// callee says, or else its body.
static ValueUse getUse(CallOpInterface call, unsigned index,
                       OpenFunctions &open) {
  ValueUse use{call};
  FunctionOpInterface callee = findCallee(call);
  // What is done to plain memory is not known, here as elsewhere.
  if (!isa<AnyTensorType, BufferType>(call->getOperand(index).getType()) ||
      !callee || callee.isExternal() || index >= callee.getNumArguments() ||
      index >= callee.getFunctionBody().front().getNumArguments() ||
      !open.insert(callee).second)
    return use;
  BlockArgument argument = callee.getFunctionBody().front().getArgument(index);
  auto word =
      callee.getArgAttrOfType<StringAttr>(index, SparseDialect::kAccessAttr);
  std::optional<Access> said =
      word ? symbolizeAccess(word.getValue()) : std::nullopt;
  Access access =
      said ? *said : combineUses(argument, findUses(argument, open));
  open.erase(callee);
  use.reads = access != Access::Write;
  use.writes = access != Access::Read;
  use.fills = access == Access::Write;
  return use;
}

/// What the owner of `operand` does to the values of that operand itself.
static ValueUse getUse(OpOperand &operand, OpenFunctions &open) {
  return llvm::TypeSwitch<Operation *, ValueUse>(operand.getOwner())
      .Case<LoadOp, ConvertOp>(
          [](Operation *op) { return ValueUse{op, true, false, false}; })
      .Case([](StoreOp op) { return ValueUse{op, false, true, false}; })
      .Case([](FillOp op) { return ValueUse{op, false, true, true}; })
      .Case([](AccumulateOp op) { return ValueUse{op, true, true, false}; })
      .Case(
          [&](GenericOp op) { return getUse(op, operand.getOperandNumber()); })
      .Case([&](CallOpInterface op) {
        return getUse(op, operand.getOperandNumber(), open);
      })
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

static SmallVector<ValueUse> findUses(Value value, OpenFunctions &open) {
  SmallVector<ValueUse> uses;
  llvm::SmallSetVector<Value, 4> reached;
  reached.insert(value);
  for (size_t next = 0; next < reached.size(); ++next)
    for (OpOperand &operand : reached[next].getUses()) {
      ValueUse use = getUse(operand, open);
      if (use.reads || use.writes)
        uses.push_back(use);
      for (Value alias : getAliases(operand))
        reached.insert(alias);
    }
  return uses;
}

SmallVector<ValueUse> spindle::sparse::getValueUses(Value value) {
  OpenFunctions open;
  return findUses(value, open);
}

Access spindle::sparse::inferAccess(BlockArgument argument) {
  return combineUses(argument, getValueUses(argument));
}
