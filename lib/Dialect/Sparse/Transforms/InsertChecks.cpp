//===- InsertChecks.cpp - what is undefined, reported ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/Transforms/Passes.h"

#include "InsertChecksAccesses.h"
#include "InsertChecksAxes.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::sparse {
#define GEN_PASS_DEF_INSERTCHECKSPASS
#include "Spindle/Dialect/Sparse/Transforms/Passes.h.inc"
} // namespace spindle::sparse

using namespace mlir;
using namespace spindle::sparse;
using spindle::axis::AxisOpInterface;

/// Reports the first tensor that is left.
static LogicalResult checkNoTensors(ModuleOp module) {
  WalkResult result = module.walk([](UnpackOp op) {
    op.emitError("expected no 'sparse.unpack': run 'spindle-expand-tensors' "
                 "first");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct InsertChecksPass
    : spindle::sparse::impl::InsertChecksPassBase<InsertChecksPass> {
  using InsertChecksPassBase::InsertChecksPassBase;

  void runOnOperation() override {
    if (failed(checkNoTensors(getOperation())))
      return signalPassFailure();
    CheckCalls calls(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      insertInto(function, calls);
  }

  void insertInto(func::FuncOp function, CheckCalls &calls) {
    SmallVector<Operation *> accesses, makers;
    SmallVector<BindOp> binds;
    function.walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp, AccumulateOp>(op))
        accesses.push_back(op);
      else if (isa<AxisOpInterface>(op))
        makers.push_back(op);
      else if (auto bind = dyn_cast<BindOp>(op))
        binds.push_back(bind);
    });
    for (Operation *access : accesses)
      numAccessesChecked += checkAccess(calls, access);
    for (BindOp bind : binds)
      numArraysChecked += checkMemory(calls, bind);
    AxisChecks axes(calls);
    for (Operation *maker : makers)
      numArraysChecked += axes.check(maker);
  }
};
} // namespace
