//===- LinalgOps.cpp - the linalg dialect ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"
#include "TensorLoops.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace spindle::interpreter;

/// The argument of the body of `op` for `operand` where the body reads it.
static std::optional<Slot> findArg(Translator &t, linalg::LinalgOp op,
                                   OpOperand &operand) {
  Block &body = *op.getBlock();
  if (operand.getOperandNumber() >= body.getNumArguments())
    return std::nullopt;
  BlockArgument arg = body.getArgument(operand.getOperandNumber());
  bool isRead = !arg.use_empty();
  return isRead ? std::optional<Slot>(t.slotOf(arg)) : std::nullopt;
}

/// The tensor `operand` of `op`, with its map.
static LoopTensor takeTensor(Translator &t, linalg::LinalgOp op,
                             OpOperand &operand) {
  auto type = cast<RankedTensorType>(operand.get().getType());
  return {t.slotOf(operand.get()), findArg(t, op, operand),
          getElement(type.getElementType()),
          op.getMatchingIndexingMap(&operand)};
}

/// Adds what `op` reads to `loops`. False where the interpreter does not know a
/// type.
static bool addInputs(Translator &t, linalg::LinalgOp op, TensorLoops &loops) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    std::optional<Slot> arg = findArg(t, op, *input);
    if (isa<RankedTensorType>(input->get().getType())) {
      LoopTensor tensor = takeTensor(t, op, *input);
      if (!tensor.element)
        return false;
      // Loops take what they do not read for nothing.
      if (arg)
        loops.inputs.push_back(tensor);
    } else if (arg) {
      loops.before.steps.push_back(t.makeCopy(input->get(), *arg));
    }
  }
  return true;
}

/// Adds the results of `op` to `loops`. False where the interpreter does not
/// know a type.
static bool addResults(Translator &t, linalg::LinalgOp op, TensorLoops &loops) {
  Operation *yield = op.getBlock()->getTerminator();
  for (auto [number, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    LoopResult &result = loops.results.emplace_back();
    auto type = cast<RankedTensorType>(init.get().getType());
    result.output = takeTensor(t, op, init);
    result.result = t.slotOf(op->getResult(number));
    result.yielded = t.slotOf(yield->getOperand(number));
    result.shape.assign(type.getShape().begin(), type.getShape().end());
    if (!result.output.element)
      return false;
  }
  return true;
}

/// Runs the body of `op` for all coordinates of its loops, in their order.
static Step translateLinalg(Translator &t, Operation &own) {
  auto op = cast<linalg::LinalgOp>(own);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (!op.hasPureTensorSemantics() || ShapedType::isDynamicShape(sizes))
    return t.refuse(own, "expected tensors of static shape");
  TensorLoops loops;
  loops.op = &own;
  loops.sizes.assign(sizes.begin(), sizes.end());
  for (auto index : op.getBlock()->getOps<linalg::IndexOp>())
    loops.indices.emplace_back(index.getDim(), t.slotOf(index.getResult()));
  if (!addInputs(t, op, loops) || !addResults(t, op, loops))
    return {};
  if (t.isCounting())
    return [loops = std::move(loops)](Machine &m) { return loops.count(m); };
  if (!t.translate(*op.getBlock(), loops.body))
    return {};
  if (loops.inputs.size() == 2 && loops.results.size() == 1)
    loops.product = findProductRun(*op.getBlock());
  return [loops = std::move(loops)](Machine &m) { return loops.run(m); };
}

/// The loops set the cell.
static Step translateIndex(Translator &, Operation &) {
  return [](Machine &) { return true; };
}

/// Adds all of `Ops`, which have loops, maps and a body.
template <typename... Ops> static void addStructured(OpTable &table) {
  (..., (table[Ops::getOperationName()] = translateLinalg));
}

void spindle::interpreter::addLinalgOps(OpTable &table) {
  addStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
      >(table);
  table["linalg.index"] = translateIndex;
}
