//===- SparseToMemRef.cpp - from axes and buffers to memory ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Accesses.h"
#include "Existence.h"
#include "Questions.h"
#include "Requirements.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTSPARSETOMEMREFPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::axis;
using namespace spindle::sparse;

/// The answer to a question; nothing where `op` is none.
static SmallVector<Value> answer(AnswerBuilder &builder, Operation *op) {
  using Values = SmallVector<Value>;
  return TypeSwitch<Operation *, Values>(op)
      .Case([&](ExtentOp q) -> Values {
        return {buildExtent(builder, q.getAxis())};
      })
      .Case(
          [&](SizeOp q) -> Values { return {buildSize(builder, q.getAxis())}; })
      .Case([&](LengthOp q) -> Values {
        return {buildLength(builder, q.getAxis(), q.getUnder(), q.getCutAt(),
                            q.getSkewAt())};
      })
      .Case([&](StartOp q) -> Values {
        return {buildStart(builder, q.getAxis(), q.getUnder(), q.getCutAt(),
                           q.getSkewAt())};
      })
      .Case([&](PositionOp q) -> Values {
        Value begin = buildBegin(builder, q.getAxis(), q.getUnder());
        return {add(builder, begin, q.getOffset())};
      })
      .Case([&](CoordinateOp q) -> Values {
        return {buildCoordinate(builder, q.getAxis(), q.getPosition(),
                                q.getUnder())};
      })
      .Case([&](ParentOp q) -> Values {
        return {buildParent(builder, q.getAxis(), q.getPosition())};
      })
      .Case([&](OccupiedOp q) -> Values { return {buildOccupied(builder, q)}; })
      .Case([&](LocateOp q) -> Values {
        auto [place, found] = buildLocate(builder, q);
        return {place, found};
      })
      .Default(Values());
}

namespace {
/// Lowers the operations of one function.
struct MemoryLowering {
  MemoryLowering(MLIRContext *context, Region &body)
      : rewriter(context), body(body) {}

  IRRewriter rewriter;
  Region &body;
  Memories memories;
  /// Constructors of axes and buffers; questions and accesses; questions whose
  /// answer others may be made of.
  SmallVector<Operation *> makers, ops, positions;
  /// Accumulations into elements that exist wherever their indices are known.
  DenseSet<Operation *> existing;

  void run() {
    collect();
    for (Operation *maker : makers)
      noteMemory(maker);
    for (Operation *op : ops)
      rewriter.replaceOp(op, lower(op));
    // The answer to one of these may be made of what another was asked.
    SmallVector<SmallVector<Value>> answers;
    for (Operation *op : positions)
      answers.push_back(lower(op));
    for (auto [op, results] : llvm::zip_equal(positions, answers))
      rewriter.replaceOp(op, results);
    // Makers use one another, in an order that need not be that of the text.
    for (Operation *maker : makers)
      maker->dropAllReferences();
    for (Operation *maker : makers)
      rewriter.eraseOp(maker);
  }

private:
  void collect();
  void noteMemory(Operation *maker);
  SmallVector<Value> lower(Operation *op);
};
} // namespace

void MemoryLowering::collect() {
  body.walk([&](Operation *op) {
    if (!isAxisOrSparseOp(op))
      return;
    if (isa<AxisOpInterface, BufferOpInterface>(op))
      makers.push_back(op);
    else if (isa<PositionOp>(op))
      positions.push_back(op);
    else
      ops.push_back(op);
    if (auto accumulate = dyn_cast<sparse::AccumulateOp>(op))
      if (existsWithIndices(accumulate))
        existing.insert(op);
  });
}

void MemoryLowering::noteMemory(Operation *maker) {
  if (auto bind = dyn_cast<BindOp>(maker))
    memories[bind.getResult()] = bind.getMemory();
  auto alloc = dyn_cast<AllocOp>(maker);
  if (!alloc)
    return;
  AnswerBuilder builder(maker->getLoc(), rewriter);
  builder.setInsertionPoint(maker);
  memories[alloc.getResult()] = buildAlloc(builder, alloc, body);
}

/// Builds, before `op`, what it is lowered to; returns what stands for its
/// results.
SmallVector<Value> MemoryLowering::lower(Operation *op) {
  AnswerBuilder builder(op->getLoc(), rewriter);
  builder.setInsertionPoint(op);
  SmallVector<Value> results;
  if (!lowerAccess(builder, op, memories, existing, results))
    results = answer(builder, op);
  return results;
}

namespace {
struct ConvertSparseToMemRefPass
    : spindle::impl::ConvertSparseToMemRefPassBase<ConvertSparseToMemRefPass> {
  void runOnOperation() override {
    if (failed(checkRequirements(getOperation())))
      return signalPassFailure();
    MemoryLowering lowering(&getContext(), getOperation().getFunctionBody());
    lowering.run();
  }
};
} // namespace
