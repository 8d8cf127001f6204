//===- Translator.cpp - from operations to steps --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translator.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle::interpreter;

SmallVector<Slot> Translator::slotsOf(ValueRange values) {
  SmallVector<Slot> result;
  for (Value value : values)
    result.push_back(slotOf(value));
  return result;
}

bool Translator::runsBodies(Operation *op) {
  return isa<spindle::iter::NestOp, spindle::sparse::GenericOp, func::CallOp>(
      op);
}

/// Whether counting leaves `op` out: it writes, or is a loop or a branch of
/// which nothing but effects is seen, without nests inside.
static bool isLeftOutOfCount(Operation &op) {
  bool hasBodies = false;
  op.walk(
      [&](Operation *inner) { hasBodies |= Translator::runsBodies(inner); });
  return !hasBodies && op.getNumResults() == 0;
}

void Translator::appendAfter(Operation &op, Code &code) {
  for (Step &step : after[&op])
    code.steps.push_back(std::move(step));
  after.erase(&op);
}

bool Translator::translate(Block &block, Code &code) {
  for (Operation &op : block.without_terminator()) {
    if (isCounting() && isLeftOutOfCount(op))
      continue;
    Step step = translate(op);
    if (!step)
      return false;
    code.steps.push_back(std::move(step));
    appendAfter(op, code);
  }
  if (Operation *last =
          block.mightHaveTerminator() ? block.getTerminator() : nullptr)
    appendAfter(*last, code);
  return true;
}

/// The types of the operands and results of `op`, for an error.
static std::string listTypes(Operation &op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "(";
  llvm::interleaveComma(op.getOperandTypes(), stream);
  stream << ") -> (";
  llvm::interleaveComma(op.getResultTypes(), stream);
  stream << ")";
  return text;
}

Step Translator::translate(Operation &op) {
  if (isElementwise(op))
    return translateElementwise(op);
  auto known = table.find(op.getName().getStringRef());
  if (known == table.end())
    return refuse(op, "expected an operation that the interpreter knows");
  Step step = known->second(*this, op);
  if (!step && error.empty())
    return refuse(op, "expected types that the interpreter knows but got " +
                          listTypes(op));
  return step;
}

bool Translator::translateBlock(Block &block, ArrayRef<Slot> to, Code &code,
                                unsigned first) {
  if (!translate(block, code))
    return false;
  if (!to.empty())
    code.steps.push_back(
        makeCopy(block.getTerminator()->getOperands().drop_front(first), to));
  return true;
}

Code Translator::copyInto(ValueRange values, ValueRange to) {
  Code code;
  if (!values.empty())
    code.steps.push_back(makeCopy(values, slotsOf(to)));
  return code;
}

Step Translator::makeCopy(ValueRange values, ArrayRef<Slot> to) {
  SmallVector<Slot, 4> from = slotsOf(values);
  if (from.size() == 1)
    return [from = from[0], to = to[0]](Machine &machine) {
      machine[to] = machine[from];
      return true;
    };
  return [from, to = SmallVector<Slot, 4>(to)](Machine &machine) {
    SmallVector<Cell, 4> cells;
    for (Slot slot : from)
      cells.push_back(machine[slot]);
    for (auto [slot, cell] : llvm::zip(to, cells))
      machine[slot] = cell;
    return true;
  };
}

Step Translator::refuse(Operation &op, const Twine &message) {
  error = describe(&op) + message.str();
  return {};
}

void Translator::makeRoom(Machine &machine) const {
  machine.cells.resize(slots.size());
  machine.axes.resize(axes.size());
  machine.buffers.resize(buffers.size());
}
