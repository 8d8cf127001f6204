//===- InterchangeLoops.cpp - perfect nests in another order --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/InterchangeLoops.h"

#include "Spindle/Analysis/PerfectNest.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Transforms/Positions/SplitLoop.h"

using namespace mlir;
using namespace spindle::iter;

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

static void swapBounds(scf::ForOp outer, scf::ForOp inner) {
  for (unsigned index = 0; index < outer->getNumOperands(); ++index) {
    Value bound = outer->getOperand(index);
    outer->setOperand(index, inner->getOperand(index));
    inner->setOperand(index, bound);
  }
  DictionaryAttr attrs = outer->getDiscardableAttrDictionary();
  outer->setDiscardableAttrs(inner->getDiscardableAttrDictionary());
  inner->setDiscardableAttrs(attrs);
}

/// Exchanges `outer` with `inner`, the next in a perfect nest: bounds,
/// attributes and variables. What stands between them moves inside.
static void swapLoops(RewriterBase &rewriter, scf::ForOp outer,
                      scf::ForOp inner) {
  Operation *first = &inner.getBody()->front();
  while (&outer.getBody()->front() != inner)
    rewriter.moveOpBefore(&outer.getBody()->front(), first);
  Value one = outer.getInductionVar(), other = inner.getInductionVar();
  SmallVector<OpOperand *> ofOuter, ofInner;
  for (OpOperand &use : one.getUses())
    ofOuter.push_back(&use);
  for (OpOperand &use : other.getUses())
    ofInner.push_back(&use);
  auto retarget = [&](ArrayRef<OpOperand *> uses, Value value) {
    for (OpOperand *use : uses)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(value); });
  };
  retarget(ofOuter, other);
  retarget(ofInner, one);
  rewriter.modifyOpInPlace(outer, [&] {
    rewriter.modifyOpInPlace(inner, [&] { swapBounds(outer, inner); });
  });
}

//===----------------------------------------------------------------------===//
// Orders of several
//===----------------------------------------------------------------------===//

FailureOr<std::pair<scf::ForOp, scf::ForOp>>
spindle::iter::interchangeLoops(RewriterBase &rewriter, scf::ForOp outer,
                                const LoopOrderOptions &options,
                                std::string &refusal) {
  SmallVector<scf::ForOp> nest = {outer};
  refusal = findPerfectNest(nest, 2);
  if (refusal.empty())
    refusal = checkAnyOrder(nest, options.reassociate);
  if (!refusal.empty())
    return failure();
  swapLoops(rewriter, nest[0], nest[1]);
  return std::pair(nest[0], nest[1]);
}

/// Moves `loops[from]`, of a perfect nest, outward to be `loops[to]`. Loops
/// stay where they are, and run over other dimensions.
static void moveOut(RewriterBase &rewriter, ArrayRef<scf::ForOp> loops,
                    size_t from, size_t to) {
  for (size_t index = from; index > to; --index)
    swapLoops(rewriter, loops[index - 1], loops[index]);
}

FailureOr<SmallVector<scf::ForOp>> spindle::iter::tileLoops(
    RewriterBase &rewriter, scf::ForOp outermost, ArrayRef<int64_t> sizes,
    const LoopOrderOptions &options, std::string &refusal) {
  SmallVector<scf::ForOp> nest = {outermost}, loops;
  refusal = findPerfectNest(nest, sizes.size());
  if (refusal.empty())
    refusal = checkAnyOrder(nest, options.reassociate);
  for (scf::ForOp loop : nest)
    if (refusal.empty())
      refusal = checkCounting(loop);
  if (!refusal.empty())
    return failure();
  for (auto [loop, size] : llvm::zip_equal(nest, sizes)) {
    SplitLoopOptions tiles;
    tiles.number = size;
    FailureOr<SplitLoops> split = splitLoop(rewriter, loop, tiles, refusal);
    loops.append({split->tile, split->point});
  }
  for (size_t index = 1; index < nest.size(); ++index)
    moveOut(rewriter, loops, 2 * index, index);
  return loops;
}
