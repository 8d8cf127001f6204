//===- ReduceBehind.cpp - sums of vectors behind a loop -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/ReduceBehind.h"

#include "VectorizeReductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace spindle::loops;

namespace {
/// A number that a loop carries and combines with the elements of a vector.
struct CarriedNumber {
  unsigned index;
  vector::ReductionOp reduction;
  /// Where the vector begins: all operands that are a constant which changes
  /// nothing.
  SmallVector<OpOperand *> begins;

  LoopReduction getKind() {
    return {reduction.getKind(), reduction.getVector().getType()};
  }
};

/// Goes from a vector back to where what it combines begins.
struct BeginFinder {
  /// The loop that all of it is in.
  scf::ForOp outer;
  const LoopReduction &reduction;
  SmallVector<OpOperand *> begins = {};
  /// All uses on the way.
  llvm::SmallPtrSet<OpOperand *, 16> uses = {};

  /// Whether `use` is what some values were combined with, beginning with a
  /// constant that changes nothing, which are noted, or, where it is not null,
  /// with `base`.
  bool find(OpOperand &use, Value base);

  /// Whether something else uses what is on the way.
  bool isUsedElsewhere() const;

private:
  bool findInLoop(scf::ForOp loop, unsigned index, Value base);
  bool findInChoice(scf::IndexSwitchOp choice, unsigned index, Value base);
  bool isCombined(Operation *op) const;
};
} // namespace

/// Whether `op` combines two vectors as the reduction does.
bool BeginFinder::isCombined(Operation *op) const {
  using vector::CombiningKind;
  switch (reduction.kind) {
  case CombiningKind::ADD:
    return isa<arith::AddFOp, arith::AddIOp>(op);
  case CombiningKind::MUL:
    return isa<arith::MulFOp, arith::MulIOp>(op);
  default:
    return false;
  }
}

bool BeginFinder::findInLoop(scf::ForOp loop, unsigned index, Value base) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  return find(yield->getOpOperand(index), loop.getRegionIterArg(index)) &&
         find(loop.getInitsMutable()[index], base);
}

bool BeginFinder::findInChoice(scf::IndexSwitchOp choice, unsigned index,
                               Value base) {
  return llvm::all_of(choice->getRegions(), [&](Region &region) {
    return find(region.front().getTerminator()->getOpOperand(index), base);
  });
}

bool BeginFinder::isUsedElsewhere() const {
  return llvm::any_of(uses, [&](OpOperand *use) {
    if (llvm::is_contained(begins, use))
      return false;
    return llvm::any_of(use->get().getUses(), [&](OpOperand &other) {
      return !uses.contains(&other);
    });
  });
}

bool BeginFinder::find(OpOperand &use, Value base) {
  Value value = use.get();
  uses.insert(&use);
  if (base && value == base)
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || !outer->isProperAncestor(use.getOwner()))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (base || constant.getValue() != reduction.getNeutral())
      return false;
    begins.push_back(&use);
    return true;
  }
  unsigned index = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return findInLoop(loop, index, base);
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
    return findInChoice(choice, index, base);
  if (isa<arith::SelectOp>(op))
    return find(op->getOpOperand(1), base) && find(op->getOpOperand(2), base);
  // What is added comes second, as `vectorize` has it.
  return isCombined(op) && find(op->getOpOperand(0), base);
}

/// The number that `loop` carries as number `index`, if it is such a one. Says
/// why not.
static std::optional<CarriedNumber> match(scf::ForOp loop, unsigned index,
                                          std::string &refusal) {
  Value carried = loop.getRegionIterArg(index);
  if (!carried.hasOneUse())
    return std::nullopt;
  auto reduction =
      dyn_cast<vector::ReductionOp>(carried.use_begin()->getOwner());
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  if (!reduction || reduction.getAcc() != carried ||
      reduction->getBlock() != loop.getBody() ||
      !reduction.getResult().hasOneUse() ||
      yield.getOperand(index) != reduction.getResult())
    return std::nullopt;
  CarriedNumber number{index, reduction, {}};
  LoopReduction kind = number.getKind();
  auto allows = arith::FastMathFlags::reassoc;
  if (kind.dependsOnOrder() &&
      !bitEnumContainsAll(reduction.getFastmath(), allows)) {
    refusal = "sums of floats in it may not be made in another order";
    return std::nullopt;
  }
  BeginFinder finder{loop, kind};
  if (!finder.find(reduction.getVectorMutable(), Value())) {
    refusal = "the vector does not begin with what changes nothing";
    return std::nullopt;
  }
  if (finder.isUsedElsewhere()) {
    refusal = "something else in it uses what the vector is so far";
    return std::nullopt;
  }
  number.begins = std::move(finder.begins);
  return number;
}

/// Has `loop` carry the vector.
static scf::ForOp carry(RewriterBase &rewriter, scf::ForOp loop,
                        CarriedNumber number, const LoopObserver &observer) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = number.reduction.getLoc();
  LoopReduction kind = number.getKind();
  // A sum that starts with zeros is zero where there is nothing to add.
  Value init = loop.getInits()[number.index];
  bool isZero = kind.isZero(init);
  Value none = arith::ConstantOp::create(
      rewriter, loc,
      isZero ? rewriter.getZeroAttr(kind.type) : kind.getNeutral());
  Value before = loop.getRegionIterArg(number.index);
  scf::ForOp carrying;
  auto visit = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    carrying = cast<scf::ForOp>(carried.front().getOwner()->getParentOp());
    if (observer.onReplaced)
      observer.onReplaced(loop, carrying);
    for (OpOperand *begin : number.begins)
      rewriter.modifyOpInPlace(begin->getOwner(),
                               [&] { begin->set(carried.front()); });
    Value vector = number.reduction.getVector();
    rewriter.replaceOp(number.reduction, before);
    return SmallVector<Value>{vector};
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, none, /*replaceInitOperandUsesInLoop=*/false, visit);
  (void)replaced;
  assert(succeeded(replaced) && "scf.for can carry more values");
  // The number stays what it is in the loop.
  rewriter.setInsertionPointAfter(carrying);
  Value result = carrying.getResult(number.index);
  Value reduced = kind.reduce(rewriter, loc, carrying.getResults().back(),
                              isZero ? Value() : init);
  rewriter.replaceAllUsesExcept(result, reduced, reduced.getDefiningOp());
  return carrying;
}

FailureOr<scf::ForOp>
spindle::loops::reduceBehind(RewriterBase &rewriter, scf::ForOp loop,
                             const ReduceBehindOptions &options,
                             std::string &refusal) {
  refusal = "it carries no number that is combined with a vector in each "
            "iteration";
  bool isCarried = false;
  // The vectors come behind the numbers, and are none.
  for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index)
    if (auto number = match(loop, index, refusal)) {
      loop = carry(rewriter, loop, *number, options.observer);
      isCarried = true;
    }
  if (!isCarried)
    return failure();
  return loop;
}
