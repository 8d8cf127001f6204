//===- SinkConditions.cpp - conditions that kernels ask -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "HostCode.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_SINKCONDITIONSPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// Whether the host, which cannot read the condition, can leave it to the loops
/// that it is about.
static bool canSink(scf::IfOp branch) {
  return branch.getNumResults() == 0 && branch.getElseRegion().empty() &&
         isReadFromMemory(branch.getCondition()) &&
         !branch->getParentOfType<scf::ForallOp>() &&
         llvm::all_of(branch.thenBlock()->without_terminator(),
                      [](Operation &op) {
                        return isa<scf::ForallOp>(op) || isPure(&op);
                      });
}

/// Has each round of `loop` ask `condition` first.
static void guard(RewriterBase &rewriter, scf::ForallOp loop, Value condition) {
  SmallVector<Operation *> body;
  for (Operation &op : loop.getBody()->without_terminator())
    body.push_back(&op);
  rewriter.setInsertionPointToStart(loop.getBody());
  auto inner = scf::IfOp::create(rewriter, loop.getLoc(), condition);
  for (Operation *op : body)
    rewriter.moveOpBefore(op, inner.thenBlock()->getTerminator());
}

static void sink(RewriterBase &rewriter, scf::IfOp branch) {
  for (Operation &op :
       llvm::make_early_inc_range(branch.thenBlock()->without_terminator())) {
    rewriter.moveOpBefore(&op, branch);
    if (auto loop = dyn_cast<scf::ForallOp>(op))
      guard(rewriter, loop, branch.getCondition());
  }
  rewriter.eraseOp(branch);
}

namespace {
struct SinkConditionsPass
    : spindle::impl::SinkConditionsPassBase<SinkConditionsPass> {
  void runOnOperation() override {
    SmallVector<scf::IfOp> branches;
    getOperation().walk([&](scf::IfOp branch) {
      if (canSink(branch))
        branches.push_back(branch);
    });
    IRRewriter rewriter(&getContext());
    for (scf::IfOp branch : branches)
      sink(rewriter, branch);
  }
};
} // namespace
