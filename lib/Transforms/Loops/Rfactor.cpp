//===- Rfactor.cpp - several partial sums of one --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Rfactor.h"

#include "LoopBlocks.h"
#include "VectorizeReductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spindle::loops;

/// The initial values of all partial results: those of `loop`, then for each
/// further one what changes nothing.
static SmallVector<Value> makeInits(RewriterBase &rewriter, scf::ForOp loop,
                                    ArrayRef<LoopReduction> reductions,
                                    int64_t factor) {
  SmallVector<Value> inits(loop.getInitArgs());
  for (int64_t part = 1; part < factor; ++part)
    for (const LoopReduction &reduction : reductions)
      inits.push_back(arith::ConstantOp::create(rewriter, loop.getLoc(),
                                                reduction.getNeutral()));
  return inits;
}

/// Clones the body of `loop` into `wide`, once for each of its partial results,
/// whose iterations are `offsets` from the first one.
static void fillBody(RewriterBase &rewriter, scf::ForOp loop, scf::ForOp wide,
                     ArrayRef<Value> offsets) {
  unsigned count = loop.getNumRegionIterArgs();
  SmallVector<Value> carried;
  for (auto [part, offset] : llvm::enumerate(offsets)) {
    IRMapping map;
    Value variable = wide.getInductionVar();
    if (part > 0)
      variable =
          arith::AddIOp::create(rewriter, loop.getLoc(), variable, offset);
    map.map(loop.getInductionVar(), variable);
    map.map(loop.getRegionIterArgs(),
            wide.getRegionIterArgs().slice(part * count, count));
    for (Operation &op : loop.getBody()->without_terminator())
      rewriter.clone(op, map);
    for (Value value : loop.getBody()->getTerminator()->getOperands())
      carried.push_back(map.lookupOrDefault(value));
  }
  scf::YieldOp::create(rewriter, loop.getLoc(), carried);
}

/// The loop in whose iterations `factor` of those of `loop` are done, before
/// it.
static scf::ForOp makeWide(RewriterBase &rewriter, scf::ForOp loop,
                           ArrayRef<LoopReduction> reductions, int64_t factor) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits = makeInits(rewriter, loop, reductions, factor);
  SmallVector<Value> offsets;
  for (int64_t part = 0; part < factor; ++part)
    offsets.push_back(multiplyStep(rewriter, loop, part));
  Value step = multiplyStep(rewriter, loop, factor);
  auto wide = scf::ForOp::create(rewriter, loop.getLoc(), loop.getLowerBound(),
                                 loop.getUpperBound(), step, inits);
  wide->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rewriter.setInsertionPointToStart(wide.getBody());
  fillBody(rewriter, loop, wide, offsets);
  return wide;
}

/// Has what uses `result`, of `last`, use the combination of it and `parts`,
/// neighbours first.
static void combine(RewriterBase &rewriter, scf::ForOp last, Value result,
                    const LoopReduction &reduction, ArrayRef<Value> others) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPointAfter(last);
  auto uses = llvm::map_to_vector(result.getUses(),
                                  [](OpOperand &use) { return &use; });
  SmallVector<Value> parts{result};
  llvm::append_range(parts, others);
  while (parts.size() > 1) {
    SmallVector<Value> half;
    for (size_t index = 0; index + 1 < parts.size(); index += 2)
      half.push_back(reduction.combine(rewriter, last.getLoc(), parts[index],
                                       parts[index + 1]));
    if (parts.size() % 2)
      half.push_back(parts.back());
    parts = std::move(half);
  }
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(parts.front()); });
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::rfactor(RewriterBase &rewriter, scf::ForOp loop,
                        const RfactorOptions &options, std::string &refusal) {
  int64_t factor = options.factor;
  if (factor == 1)
    return SmallVector<scf::ForOp>{loop};
  SmallVector<LoopReduction> reductions =
      matchReductions(loop, options.reassociate, refusal);
  if (refusal.empty())
    refusal = refuseBlocks(loop, factor);
  if (!refusal.empty())
    return failure();
  scf::ForOp rest = splitOffRest(rewriter, loop, factor);
  scf::ForOp wide = makeWide(rewriter, loop, reductions, factor);
  rewriter.replaceAllUsesWith(loop.getResults(),
                              wide.getResults().take_front(reductions.size()));
  // The first partial results go on through the rest, if there is one.
  scf::ForOp last = rest ? rest : wide;
  for (auto [index, reduction] : llvm::enumerate(reductions)) {
    SmallVector<Value> others;
    for (int64_t part = 1; part < factor; ++part)
      others.push_back(wide.getResult(part * reductions.size() + index));
    combine(rewriter, last, last.getResult(index), reduction, others);
  }
  if (options.observer.onReplaced)
    options.observer.onReplaced(loop, wide);
  rewriter.eraseOp(loop);
  SmallVector<scf::ForOp> loops{wide};
  if (rest)
    loops.push_back(rest);
  return loops;
}
