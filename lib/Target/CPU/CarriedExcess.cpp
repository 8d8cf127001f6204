//===- CarriedExcess.cpp - what sums are too large by, in loops -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedExcess.h"

#include "DotInstructions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// What is only added to
//===----------------------------------------------------------------------===//

static bool isAddedTo(Value value, Block *block, Value sum);

/// Whether the results of `branch`, where `value` is used in both cases, are
/// one that is `value` and more, and what is made of it is `sum`.
static bool isAddedInBranch(Value value, scf::IfOp branch, Value sum) {
  if (!branch.elseBlock())
    return false;
  for (OpResult result : branch.getResults()) {
    unsigned number = result.getResultNumber();
    auto isAdded = [&](Block *side) {
      return isAddedTo(value, side, side->getTerminator()->getOperand(number));
    };
    if (isAdded(branch.thenBlock()) && isAdded(branch.elseBlock()))
      return isAddedTo(result, branch->getBlock(), sum);
  }
  return false;
}

/// Whether what `loop` carries on from `use` is added in it to `sum`.
static bool isAddedInLoop(OpOperand &use, scf::ForOp loop, Value sum) {
  BlockArgument carried = loop.getTiedLoopRegionIterArg(&use);
  return carried &&
         isAddedTo(carried, loop.getBody(),
                   loop.getTiedLoopYieldedValue(carried)->get()) &&
         isAddedTo(loop.getTiedLoopResult(carried), loop->getBlock(), sum);
}

/// Whether `sum`, a value in `block`, is `value` and something that does not
/// depend on it, and nothing else in `block` uses `value` or what is in
/// between.
static bool isAddedTo(Value value, Block *block, Value sum) {
  SmallVector<OpOperand *> uses;
  SmallPtrSet<Operation *, 2> users;
  for (OpOperand &use : value.getUses())
    if (Operation *user = block->findAncestorOpInBlock(*use.getOwner())) {
      uses.push_back(&use);
      users.insert(user);
    }
  if (users.size() != 1)
    return false;
  Operation *user = *users.begin();
  if (auto branch = dyn_cast<scf::IfOp>(user); branch && uses.size() > 1)
    return isAddedInBranch(value, branch, sum);
  if (uses.size() != 1 || uses.front()->getOwner() != user)
    return false;
  if (value == sum)
    return true;
  if (auto loop = dyn_cast<scf::ForOp>(user))
    return isAddedInLoop(*uses.front(), loop, sum);
  bool isSum = isa<arith::AddIOp>(user) ||
               (isDotProduct(user) && uses.front()->getOperandNumber() == 0);
  return isSum && isAddedTo(user->getResult(0), block, sum);
}

//===----------------------------------------------------------------------===//
// Corrections
//===----------------------------------------------------------------------===//

namespace {
/// Corrections in one block by one excess.
struct ExcessGroup {
  IRRewriter &rewriter;
  Value excess;
  SmallVector<arith::SubIOp> corrections;

  /// Moves the corrections behind the branch or loop around them; gives what
  /// they are then, nothing where they stay.
  SmallVector<arith::SubIOp> moveOut();

private:
  SmallVector<arith::SubIOp> moveOut(scf::ForOp loop);
  SmallVector<arith::SubIOp> moveOut(scf::IfOp branch);
  SmallVector<unsigned> uncorrect(Operation *yield);
  SmallVector<arith::SubIOp> correct(Operation *op, ArrayRef<unsigned> numbers,
                                     Value excess);
  Value makeZero() {
    return arith::ConstantOp::create(rewriter, excess.getLoc(),
                                     rewriter.getZeroAttr(excess.getType()));
  }
};
} // namespace

/// Has `yield` give what is not corrected yet; gives the numbers of that.
SmallVector<unsigned> ExcessGroup::uncorrect(Operation *yield) {
  SmallVector<unsigned> numbers;
  for (arith::SubIOp correction : corrections) {
    OpOperand &use = *correction->use_begin();
    numbers.push_back(use.getOperandNumber());
    rewriter.modifyOpInPlace(yield, [&] { use.set(correction.getLhs()); });
    rewriter.eraseOp(correction);
  }
  return numbers;
}

/// Corrects results number `numbers` of `op`, behind it.
SmallVector<arith::SubIOp>
ExcessGroup::correct(Operation *op, ArrayRef<unsigned> numbers, Value excess) {
  SmallVector<arith::SubIOp> made;
  rewriter.setInsertionPointAfter(op);
  for (unsigned number : numbers) {
    Value result = op->getResult(number);
    auto correction =
        arith::SubIOp::create(rewriter, op->getLoc(), result, excess);
    rewriter.replaceAllUsesExcept(result, correction, correction);
    made.push_back(correction);
  }
  return made;
}

SmallVector<arith::SubIOp> ExcessGroup::moveOut(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (arith::SubIOp correction : corrections) {
    unsigned number = correction->use_begin()->getOperandNumber();
    if (!isAddedTo(loop.getRegionIterArg(number), loop.getBody(),
                   correction.getLhs()))
      return {};
  }
  SmallVector<unsigned> numbers = uncorrect(yield);
  rewriter.setInsertionPoint(loop);
  Value zero = makeZero();
  auto addExcess = [&](OpBuilder &builder, Location loc,
                       ArrayRef<BlockArgument> carried) {
    return SmallVector<Value>{
        arith::AddIOp::create(builder, loc, carried.front(), excess)};
  };
  auto made = loop.replaceWithAdditionalYields(
      rewriter, zero, /*replaceInitOperandUsesInLoop=*/false, addExcess);
  Operation *carrying = *made;
  return correct(carrying, numbers, carrying->getResults().back());
}

SmallVector<arith::SubIOp> ExcessGroup::moveOut(scf::IfOp branch) {
  Block *side = corrections.front()->getBlock();
  SmallVector<unsigned> numbers = uncorrect(side->getTerminator());
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(excess.getType());
  rewriter.setInsertionPoint(branch);
  auto made = scf::IfOp::create(rewriter, branch.getLoc(), types,
                                branch.getCondition(), /*addThenBlock=*/false,
                                /*addElseBlock=*/false);
  made->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), made->getRegions())) {
    Operation *yield = from.front().getTerminator();
    rewriter.setInsertionPoint(yield);
    Value added = side == &from.front() ? excess : makeZero();
    rewriter.modifyOpInPlace(
        yield, [&] { yield->insertOperands(yield->getNumOperands(), added); });
    rewriter.inlineRegionBefore(from, to, to.begin());
  }
  rewriter.replaceOp(branch, made.getResults().drop_back());
  return correct(made, numbers, made.getResults().back());
}

SmallVector<arith::SubIOp> ExcessGroup::moveOut() {
  Operation *parent = corrections.front()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return moveOut(loop);
  if (auto branch = dyn_cast<scf::IfOp>(parent))
    return moveOut(branch);
  return {};
}

void spindle::carryExcess(ArrayRef<arith::SubIOp> corrections) {
  using Key = std::pair<Block *, Value>;
  llvm::MapVector<Key, SmallVector<arith::SubIOp>> groups;
  auto add = [&](ArrayRef<arith::SubIOp> found) {
    for (arith::SubIOp correction : found)
      if (correction->hasOneUse() &&
          *correction->user_begin() == correction->getBlock()->getTerminator())
        groups[{correction->getBlock(), correction.getRhs()}].push_back(
            correction);
  };
  add(corrections);
  while (!groups.empty()) {
    auto [key, group] = groups.back();
    groups.pop_back();
    IRRewriter rewriter(key.second.getContext());
    add(ExcessGroup{rewriter, key.second, group}.moveOut());
  }
}
