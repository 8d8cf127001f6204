//===- SparseToMemRef.cpp - from axes and buffers to memory ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Accesses.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTSPARSETOMEMREFPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

/// Reports the first operation of another stage.
static LogicalResult checkStage(FunctionOpInterface function) {
  WalkResult result = function.walk([&](Operation *op) {
    bool direct = true;
    if (isa<spindle::iter::IterDialect>(op->getDialect()) ||
        isa<PositionOfOp>(op)) {
      op->emitError("expected no nests and sites: run 'convert-iter-to-scf' "
                    "first");
      return WalkResult::interrupt();
    }
    if (isa<UnpackOp>(op)) {
      op->emitError("expected no tensors: run 'spindle-expand-tensors' first");
      return WalkResult::interrupt();
    }
    TypeSwitch<Operation *>(op).Case<LoadOp, StoreOp, AccumulateOp>(
        [&](auto access) { direct = access.getForm() == AccessForm::Direct; });
    direct &= llvm::none_of(op->getOperandTypes(), llvm::IsaPred<SiteType>);
    if (direct)
      return WalkResult::advance();
    op->emitError("expected accesses by positions: run 'convert-iter-to-scf' "
                  "first");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// The answer to a question; nothing where `op` is none.
static SmallVector<Value> answer(AnswerBuilder &builder, Operation *op) {
  using Values = SmallVector<Value>;
  return TypeSwitch<Operation *, Values>(op)
      .Case([&](ExtentOp q) -> Values {
        return {buildExtent(builder, q.getAxis())};
      })
      .Case([&](SizeOp q) -> Values {
        return {buildSize(builder, q.getAxis())};
      })
      .Case([&](LengthOp q) -> Values {
        return {buildLength(builder, q.getAxis(), q.getUnder())};
      })
      .Case([&](PositionOp q) -> Values {
        return {buildPosition(builder, q.getAxis(), q.getOffset(),
                              q.getUnder())};
      })
      .Case([&](CoordinateOp q) -> Values {
        return {buildCoordinate(builder, q.getAxis(), q.getPosition(),
                                q.getUnder())};
      })
      .Case([&](ParentOp q) -> Values {
        return {buildParent(builder, q.getAxis(), q.getPosition())};
      })
      .Case([&](OccupiedOp q) -> Values {
        return {buildOccupied(builder, q.getAxis(), q.getPosition(),
                              q.getUnder())};
      })
      .Case([&](LocateOp q) -> Values {
        auto [place, found] =
            buildLocate(builder, q.getAxis(), q.getCoordinate(), q.getUnder(),
                        q.getStrategy());
        return {place, found};
      })
      .Default(Values());
}

/// Lowers an access; true if `op` is one. What it gives replaces its results.
static bool lowerAccess(AnswerBuilder &builder, Operation *op,
                        SmallVectorImpl<Value> &results) {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LoadOp load) {
        results.push_back(memref::LoadOp::create(
            builder, getMemory(load.getBuffer()), load.getIndices()));
        return true;
      })
      .Case([&](StoreOp store) {
        memref::StoreOp::create(builder, store.getValue(),
                                getMemory(store.getBuffer()),
                                store.getIndices());
        return true;
      })
      .Case([&](AccumulateOp accumulate) {
        buildAccumulate(builder, accumulate);
        return true;
      })
      .Case([&](FillOp fill) {
        buildFill(builder, fill);
        return true;
      })
      .Default(false);
}

namespace {
struct ConvertSparseToMemRefPass
    : spindle::impl::ConvertSparseToMemRefPassBase<ConvertSparseToMemRefPass> {
  void runOnOperation() override {
    if (failed(checkStage(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops, makers;
    getOperation().walk([&](Operation *op) {
      if (isa<DenseFixedOp, SparseVariableOp, BindOp>(op))
        makers.push_back(op);
      else if (isa<AxisDialect, SparseDialect>(op->getDialect()))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      lower(rewriter, op);
    for (Operation *maker : llvm::reverse(makers))
      rewriter.eraseOp(maker);
  }

  void lower(IRRewriter &rewriter, Operation *op) {
    AnswerBuilder builder(op->getLoc(), rewriter);
    builder.setInsertionPoint(op);
    SmallVector<Value> results;
    if (lowerAccess(builder, op, results))
      ++numAccesses;
    else if (results = answer(builder, op); !results.empty())
      ++numQuestions;
    rewriter.replaceOp(op, results);
  }
};
} // namespace
