//===- CarriedElement.cpp - an element of memory as a value ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedElement.h"

#include "Spindle/Dialect/Iter/IR/BuildCombine.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

bool CarriedElement::isAccessedIn(Operation *op) const {
  return llvm::any_of(
      accesses, [&](Operation *access) { return op->isAncestor(access); });
}

scf::ForOp CarriedElement::carry(scf::ForOp loop, Value value) {
  scf::ForOp carrying;
  auto visitBody = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    carrying = cast<scf::ForOp>(carried.front().getOwner()->getParentOp());
    if (observer.onReplaced)
      observer.onReplaced(loop, carrying);
    return SmallVector<Value>{visit(loop.getBody(), carried.front())};
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, value, /*replaceInitOperandUsesInLoop=*/false, visitBody);
  (void)replaced;
  assert(succeeded(replaced) && "scf.for can carry more values");
  return carrying;
}

/// What `update` and those before, `value`, come to together.
Value CarriedElement::visitUpdate(iter::AtomicUpdateOp update, Value value) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(update);
  ImplicitLocOpBuilder builder(update.getLoc(), rewriter);
  Value together =
      buildCombine(builder, update.getKind(), value, update.getValue()).front();
  rewriter.eraseOp(update);
  return together;
}

/// The value that the element has after `op`, a load or store of it.
Value CarriedElement::visitAccess(Operation *op, Value value) {
  accesses.erase(op);
  if (auto update = dyn_cast<iter::AtomicUpdateOp>(op))
    return visitUpdate(update, value);
  MemoryAccess access = *getElementAccess(op);
  if (access.writes) {
    rewriter.eraseOp(op);
    return access.value;
  }
  rewriter.replaceOp(op, value);
  return value;
}

/// Moves the case `from` of a branch to `to`, and has it yield the value of the
/// element as well.
void CarriedElement::visitCase(Region &from, Region &to, Value value) {
  OpBuilder::InsertionGuard saved(rewriter);
  if (from.empty()) {
    rewriter.createBlock(&to);
    scf::YieldOp::create(rewriter, to.getLoc(), value);
    return;
  }
  Value last = visit(&from.front(), value);
  auto yield = cast<scf::YieldOp>(from.front().getTerminator());
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getResultsMutable().append(last); });
  rewriter.inlineRegionBefore(from, to, to.begin());
}

Value CarriedElement::visitBranch(scf::IfOp branch, Value value) {
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(value.getType());
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(branch);
  auto carrying =
      scf::IfOp::create(rewriter, branch.getLoc(), types, branch.getCondition(),
                        /*addThenBlock=*/false,
                        /*addElseBlock=*/false);
  carrying->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  visitCase(branch.getThenRegion(), carrying.getThenRegion(), value);
  visitCase(branch.getElseRegion(), carrying.getElseRegion(), value);
  rewriter.replaceOp(branch, carrying.getResults().drop_back());
  return carrying.getResults().back();
}

/// The value that the element has after `block`, with `value` before.
Value CarriedElement::visit(Block *block, Value value) {
  for (Operation &op : llvm::make_early_inc_range(*block)) {
    if (!isAccessedIn(&op))
      continue;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      value = carry(loop, value).getResults().back();
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      value = visitBranch(branch, value);
    else
      value = visitAccess(&op, value);
  }
  return value;
}
