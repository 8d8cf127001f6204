//===- Parts.cpp - generic operations on parts ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::ComposeOp;
using spindle::sparse::CompositeTensorType;
using spindle::sparse::GenericOp;
using spindle::sparse::PartsOp;

/// The parts of `tensor` on `on` that `op` can use; null for none.
static PartsOp findParts(const DominanceInfo &dominance, GenericOp op,
                         Value tensor, ValueRange on) {
  PartsOp found;
  for (Operation *user : tensor.getUsers()) {
    auto parts = dyn_cast<PartsOp>(user);
    if (!parts || parts.getOn() != on ||
        !dominance.properlyDominates(parts.getOperation(), op.getOperation()))
      continue;
    // The uses of a value are in no order.
    if (!found ||
        dominance.properlyDominates(parts.getOperation(), found.getOperation()))
      found = parts;
  }
  return found;
}

/// The parts of `tensor` for `op`: those that it is composed of, or made before
/// `op` where there are none; of one that shares its structure, on those of its
/// owner.
static SmallVector<Value> getParts(RewriterBase &rewriter,
                                   const DominanceInfo &dominance, GenericOp op,
                                   Value tensor) {
  if (auto composed = tensor.getDefiningOp<ComposeOp>())
    return llvm::to_vector_of<Value>(composed.getParts());
  Value owner = sparse::getStructureOwner(tensor);
  SmallVector<Value> on;
  if (owner != tensor)
    on = getParts(rewriter, dominance, op, owner);
  PartsOp parts = findParts(dominance, op, tensor, on);
  auto type = cast<CompositeTensorType>(tensor.getType());
  if (!parts)
    parts =
        PartsOp::create(rewriter, op.getLoc(), type.getPartTypes(), tensor, on);
  return llvm::to_vector_of<Value>(parts.getParts());
}

void spindle::uniteParts(RewriterBase &rewriter, FunctionOpInterface function) {
  // Owners first: what shares a structure is on one list of parts then.
  SmallVector<PartsOp> owners, others;
  function.walk([&](PartsOp op) {
    (op.getOn().empty() ? owners : others).push_back(op);
  });
  llvm::append_range(owners, others);
  llvm::SmallDenseMap<Value, PartsOp> first;
  Operation *last = nullptr;
  for (PartsOp op : owners) {
    auto [known, isNew] = first.try_emplace(op.getTensor(), op);
    if (!isNew) {
      rewriter.replaceOp(op, known->second.getParts());
      continue;
    }
    if (last)
      rewriter.moveOpAfter(op, last);
    else
      rewriter.moveOpBefore(op, &function.front().front());
    last = op;
  }
}

SmallVector<GenericOp> spindle::splitIntoParts(RewriterBase &rewriter,
                                               const DominanceInfo &dominance,
                                               GenericOp op) {
  std::optional<int64_t> driver = op.getDriverIndex();
  auto type =
      driver ? dyn_cast<CompositeTensorType>(op->getOperand(*driver).getType())
             : CompositeTensorType();
  if (!type)
    return {op};
  rewriter.setInsertionPoint(op);
  // The verifier has seen to it that all of them share one structure.
  SmallVector<std::pair<unsigned, SmallVector<Value>>> split;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<CompositeTensorType>(operand.get().getType()))
      split.push_back({operand.getOperandNumber(),
                       getParts(rewriter, dominance, op, operand.get())});
  SmallVector<GenericOp> parts;
  for (size_t number = 0; number < type.getPartTypes().size(); ++number) {
    auto part = cast<GenericOp>(rewriter.clone(*op.getOperation()));
    for (const auto &[operand, of] : split)
      part->setOperand(operand, of[number]);
    parts.push_back(part);
  }
  rewriter.eraseOp(op);
  return parts;
}
