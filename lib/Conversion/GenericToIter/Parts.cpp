//===- Parts.cpp - generic operations on parts ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

using namespace mlir;
using namespace spindle;
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

/// The parts of `tensor` for `op`, made before it where there are none: of one
/// that shares its structure, on those of its owner.
static PartsOp getParts(RewriterBase &rewriter, const DominanceInfo &dominance,
                        GenericOp op, Value tensor) {
  Value owner = sparse::getStructureOwner(tensor);
  SmallVector<Value> on;
  if (owner != tensor)
    on = llvm::to_vector_of<Value>(
        getParts(rewriter, dominance, op, owner).getParts());
  if (PartsOp found = findParts(dominance, op, tensor, on))
    return found;
  auto type = cast<CompositeTensorType>(tensor.getType());
  return PartsOp::create(rewriter, op.getLoc(), type.getPartTypes(), tensor,
                         on);
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
  SmallVector<std::pair<unsigned, PartsOp>> split;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<CompositeTensorType>(operand.get().getType()))
      split.push_back({operand.getOperandNumber(),
                       getParts(rewriter, dominance, op, operand.get())});
  SmallVector<GenericOp> parts;
  for (size_t number = 0; number < type.getFormat().getParts().size();
       ++number) {
    auto part = cast<GenericOp>(rewriter.clone(*op.getOperation()));
    for (auto [operand, of] : split)
      part->setOperand(operand, of.getParts()[number]);
    parts.push_back(part);
  }
  rewriter.eraseOp(op);
  return parts;
}
