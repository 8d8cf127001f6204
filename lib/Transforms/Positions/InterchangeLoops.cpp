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
