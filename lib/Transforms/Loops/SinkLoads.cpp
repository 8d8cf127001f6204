//===- SinkLoads.cpp - loads behind a loop that does without them ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/SinkLoads.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// A load before a loop and what is made of it there, each after what it is
/// made of, and the first operation behind the loop that needs any of it.
struct LateLoad {
  SmallVector<Operation *> made;
  Operation *user = nullptr;
};
} // namespace

/// Adds what is made of the results of `op` before `loop` to `late`. False
/// where the loop, or something else before it, needs them.
static bool addUsers(Operation *op, scf::ForOp loop, LateLoad &late) {
  for (Operation *user : op->getUsers()) {
    Operation *own = loop->getBlock()->findAncestorOpInBlock(*user);
    if (!own || own == loop)
      return false;
    if (loop->isBeforeInBlock(own)) {
      if (!late.user || own->isBeforeInBlock(late.user))
        late.user = own;
    } else if (own != user || !isPure(user) || !addUsers(user, loop, late)) {
      return false;
    }
  }
  late.made.push_back(op);
  return true;
}

/// `load`, which is before `loop`, as one that only what follows needs; none
/// where it is not, or nothing does.
static std::optional<LateLoad> getLateLoad(memref::LoadOp load,
                                           scf::ForOp loop) {
  LateLoad late;
  if (!addUsers(load, loop, late) || !late.user)
    return std::nullopt;
  // Some were found more than once.
  llvm::sort(late.made, [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  });
  late.made.erase(llvm::unique(late.made), late.made.end());
  return late;
}

/// The first operation behind `load`, before `end`, that may write what it
/// loads; `end` where there is none.
static Operation *findWriteBefore(memref::LoadOp load, Operation *end,
                                  const MemoryFacts &facts) {
  std::optional<MemoryAccess> access = getElementAccess(load);
  for (Operation *op = load->getNextNode(); op != end; op = op->getNextNode())
    if (!access || facts.findWrite(op, *access))
      return op;
  return end;
}

LogicalResult spindle::loops::sinkLoads(RewriterBase &rewriter, scf::ForOp loop,
                                        std::string &refusal) {
  SmallVector<memref::LoadOp> loads;
  for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode())
    if (auto load = dyn_cast<memref::LoadOp>(op))
      loads.push_back(load);
  MemoryFacts facts(loop);
  bool isMoved = false;
  for (memref::LoadOp load : loads) {
    std::optional<LateLoad> late = getLateLoad(load, loop);
    if (!late)
      continue;
    Operation *place = findWriteBefore(load, late->user, facts);
    if (!loop->isBeforeInBlock(place))
      continue;
    for (Operation *op : late->made)
      rewriter.moveOpBefore(op, place);
    isMoved = true;
  }
  if (isMoved)
    return success();
  refusal = "no load before it is one that only what follows needs, of memory "
            "that it does not write there";
  return failure();
}

void spindle::loops::sinkAllLoads(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    std::string refusal;
    (void)sinkLoads(rewriter, loop, refusal);
  }
}
