//===- UnrolledCopy.cpp - loops as one iteration after the other ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrolledCopy.h"

#include "Spindle/TransformOps/OpTracker.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value UnrolledCopy::getConstant(TypedAttr value) {
  Value &known = constants[value];
  if (known)
    return known;
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(begin);
  known = arith::ConstantOp::create(rewriter, top.getLoc(), value);
  return known;
}

/// What the copy has for `value`: a constant where that is known before the
/// loop.
Value UnrolledCopy::find(Value value) {
  if (Value own = map.lookupOrNull(value))
    return own;
  Value own = value;
  bool isOutside = !top->isAncestor(value.getParentBlock()->getParentOp());
  if (isOutside && value.getType().isIntOrIndexOrFloat())
    if (auto known = dyn_cast_or_null<TypedAttr>(outside.find(value)))
      own = getConstant(known);
  map.map(value, own);
  return own;
}

//===----------------------------------------------------------------------===//
// Copies of operations
//===----------------------------------------------------------------------===//

void UnrolledCopy::copyBody(Block &block) {
  for (Operation &op : block.without_terminator())
    copy(&op);
}

void UnrolledCopy::copy(Operation *op) {
  for (Value operand : op->getOperands())
    (void)find(operand);
  if (unrolled.contains(op))
    return copyIterations(cast<scf::ForOp>(op));
  if (auto branch = dyn_cast<scf::IfOp>(op))
    if (auto known = dyn_cast_or_null<IntegerAttr>(
            getConstantValue(find(branch.getCondition()))))
      return copyBranch(branch, !known.getValue().isZero());
  if (op->getNumRegions() != 0)
    return copyWithRegions(op);
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load || !copyConstant(load))
    copyAlone(op);
}

void UnrolledCopy::copyIterations(scf::ForOp loop) {
  auto read = [&](Value bound) {
    return cast<IntegerAttr>(getConstantValue(find(bound))).getInt();
  };
  int64_t end = read(loop.getUpperBound()), step = read(loop.getStep());
  SmallVector<Value> carried;
  for (Value value : loop.getInitArgs())
    carried.push_back(find(value));
  Type type = loop.getInductionVar().getType();
  for (int64_t at = read(loop.getLowerBound()); at < end; at += step) {
    map.map(loop.getInductionVar(),
            getConstant(rewriter.getIntegerAttr(type, at)));
    map.map(loop.getRegionIterArgs(), carried);
    copyBody(*loop.getBody());
    carried.clear();
    for (Value value : loop.getYieldedValues())
      carried.push_back(find(value));
  }
  map.map(loop.getResults(), carried);
}

void UnrolledCopy::copyBranch(scf::IfOp branch, bool taken) {
  Block *block = taken ? branch.thenBlock() : branch.elseBlock();
  if (!block)
    return;
  copyBody(*block);
  for (auto [result, value] : llvm::zip_equal(
           branch.getResults(), block->getTerminator()->getOperands()))
    map.map(result, find(value));
}

void UnrolledCopy::copyWithRegions(Operation *op) {
  Operation *own = rewriter.insert(op->cloneWithoutRegions(map));
  auto around = dyn_cast<scf::ForOp>(op->getParentOp());
  if (isa<scf::ForOp>(op) && around && targets.contains(around))
    left.push_back(own);
  OpBuilder::InsertionGuard saved(rewriter);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), own->getRegions()))
    for (Block &block : from) {
      SmallVector<Location> places;
      for (BlockArgument argument : block.getArguments())
        places.push_back(argument.getLoc());
      Block *copied =
          rewriter.createBlock(&to, to.end(), block.getArgumentTypes(), places);
      map.map(block.getArguments(), copied->getArguments());
      for (Operation &inner : block)
        copy(&inner);
    }
}

/// Has the element that `load` gives be a constant, where it is known.
bool UnrolledCopy::copyConstant(memref::LoadOp load) {
  auto indices = llvm::map_to_vector(load.getIndices(), [&](Value index) {
    return getConstantValue(find(index));
  });
  TypedAttr element = readConstant(load, indices);
  if (element)
    map.map(load.getResult(), getConstant(element));
  return element != nullptr;
}

void UnrolledCopy::copyAlone(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return map.map(op->getResult(0),
                   getConstant(cast<arith::ConstantOp>(op).getValue()));
  Operation *own = rewriter.clone(*op, map);
  SmallVector<Value> folded;
  if (failed(rewriter.tryFold(own, folded)) || folded.empty())
    return;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), folded)) {
    auto known = dyn_cast_or_null<TypedAttr>(getConstantValue(value));
    map.map(result, known ? getConstant(known) : value);
  }
  rewriter.eraseOp(own);
}

//===----------------------------------------------------------------------===//
// What nothing uses
//===----------------------------------------------------------------------===//

/// Erases what is dead of the operations of `block` after `from` and before
/// `to`, the last first.
void UnrolledCopy::eraseDead(Block &block, Operation *from, Operation *to) {
  Operation *op = to ? to->getPrevNode() : &block.back();
  while (op && op != from) {
    Operation *before = op->getPrevNode();
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
    else
      for (Region &region : op->getRegions())
        for (Block &inner : llvm::reverse(region))
          eraseDead(inner, nullptr, nullptr);
    op = before;
  }
}

SmallVector<scf::ForOp> UnrolledCopy::replace() {
  OpTracker tracker(rewriter);
  tracker.track(left);
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(top);
  begin = arith::ConstantIndexOp::create(rewriter, top.getLoc(), 0);
  copy(top);
  Operation *end = top->getNextNode();
  auto results = llvm::map_to_vector(
      top.getResults(), [&](Value result) { return map.lookup(result); });
  rewriter.replaceOp(top, results);
  eraseDead(*begin->getBlock(), begin, end);
  for (auto [value, known] : constants)
    if (known.use_empty())
      rewriter.eraseOp(known.getDefiningOp());
  rewriter.eraseOp(begin);
  SmallVector<scf::ForOp> loops;
  for (Operation *loop : left)
    if (loop)
      loops.push_back(cast<scf::ForOp>(loop));
  return loops;
}
