//===- HoistLoads.cpp - loads before the loop they are in -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/HoistLoads.h"

#include "Spindle/Transforms/Loops/LoopGuards.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// Loads that can be made before a loop.
struct HoistedLoads {
  SmallVector<memref::LoadOp> loads;
  /// Whether the program does not make all of them where the loop does not run.
  bool needGuard = false;
  /// What may write the element of a load that cannot; or null.
  Operation *obstacle = nullptr;
};
} // namespace

static HoistedLoads findLoads(scf::ForOp loop) {
  HoistedLoads found;
  MemoryFacts facts(loop);
  bool runs = surelyRuns(loop);
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    std::optional<MemoryAccess> access = getElementAccess(load);
    if (!access || !isInvariant(*access, loop))
      continue;
    if (Operation *write = facts.findWrite(loop, *access)) {
      found.obstacle = write;
      continue;
    }
    found.loads.push_back(load);
    found.needGuard |=
        !runs && !isAccessedAround(loop, *access, /*byStore=*/false);
  }
  return found;
}

static std::string describeRefusal(Operation *obstacle) {
  if (!obstacle)
    return "it loads no element that is the same in all iterations";
  return ("'" + obstacle->getName().getStringRef() +
          "' in it may write what it loads in all iterations")
      .str();
}

void spindle::loops::hoist(RewriterBase &rewriter, Value value,
                           Operation *loop) {
  if (!loop->isAncestor(value.getParentRegion()->getParentOp()))
    return;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    hoist(rewriter, operand, loop);
  rewriter.moveOpBefore(op, loop);
}

FailureOr<SmallVector<Operation *>>
spindle::loops::hoistLoads(RewriterBase &rewriter, scf::ForOp loop,
                           const HoistLoadsOptions &options,
                           std::string &refusal) {
  HoistedLoads found = findLoads(loop);
  if (found.loads.empty()) {
    refusal = describeRefusal(found.obstacle);
    if (found.obstacle && options.observer.onObstacle)
      options.observer.onObstacle(found.obstacle);
    return failure();
  }
  if (found.needGuard)
    guard(rewriter, loop);
  for (memref::LoadOp load : found.loads) {
    for (Value operand : load->getOperands())
      hoist(rewriter, operand, loop);
    rewriter.moveOpBefore(load, loop);
  }
  return llvm::to_vector_of<Operation *>(found.loads);
}

void spindle::loops::hoistAllLoads(RewriterBase &rewriter, Operation *root,
                                   const HoistLoadsOptions &options) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  HoistLoadsOptions quiet;
  quiet.observer.onReplaced = options.observer.onReplaced;
  for (scf::ForOp loop : loops) {
    std::string refusal;
    (void)hoistLoads(rewriter, loop, quiet, refusal);
  }
}
