//===- OutlineParallel.cpp - bodies of parallel loops as functions --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Passes.h"

#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Positions/OutlineLoop.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {
#define GEN_PASS_DEF_OUTLINEPARALLELPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::iter;

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool isLoopOfWorkers(scf::ForallOp loop) {
  LoopAttr label = getLabel(loop);
  return label && label.getRole() == LoopRole::Worker && isInSerialCode(loop);
}

/// The loops over one chunk's iterations directly in `workers`, of one nest or
/// of several that share rows; none where they were moved out before. Reports
/// one whose results are used. A look-up that is carried on leaves one that is
/// not.
static FailureOr<SmallVector<scf::ForOp>> findChunks(scf::ForallOp workers) {
  SmallVector<scf::ForOp> chunks;
  for (scf::ForOp loop : workers.getBody()->getOps<scf::ForOp>()) {
    if (!getLabel(loop))
      continue;
    if (!loop.use_empty())
      return workers->emitError("expected the loop of workers of nest ")
             << getLabel(workers).getNest()
             << " to hold loops whose results are not used but got one of nest "
             << getLabel(loop).getNest() << " with a result that is";
    chunks.push_back(loop);
  }
  return chunks;
}

namespace {
struct OutlineParallelPass
    : spindle::impl::OutlineParallelPassBase<OutlineParallelPass> {
  void runOnOperation() override {
    SmallVector<std::pair<func::FuncOp, scf::ForOp>> found;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto find = [&](scf::ForallOp workers) {
        if (!isLoopOfWorkers(workers))
          return WalkResult::advance();
        FailureOr<SmallVector<scf::ForOp>> chunks = findChunks(workers);
        if (failed(chunks))
          return WalkResult::interrupt();
        for (scf::ForOp chunk : *chunks)
          found.emplace_back(function, chunk);
        return WalkResult::advance();
      };
      if (function.walk(find).wasInterrupted())
        return signalPassFailure();
    }
    if (found.empty())
      return markAllAnalysesPreserved();
    SymbolTable symbols(getOperation());
    for (auto [function, chunk] : found)
      outlineLoop(symbols, function, chunk);
  }
};
} // namespace
