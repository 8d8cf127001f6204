//===- ExpandAtomicUpdates.cpp - updates of one element each --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Passes.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {
#define GEN_PASS_DEF_EXPANDATOMICUPDATESPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using spindle::iter::AtomicUpdateOp;
using spindle::iter::CombineKind;

/// The longest vector that is written out.
static constexpr int64_t kWrittenOut = 16;

namespace {
/// Takes one update apart.
struct Expansion {
  Expansion(IRRewriter &rewriter, AtomicUpdateOp op)
      : rewriter(rewriter), loc(op.getLoc()), op(op),
        lanes(op.getVectorType().getNumElements()) {}

  void run();

private:
  void updateLane(OpFoldResult lane);
  void updateAt(OpFoldResult lane);
  Value getLane(Value value, OpFoldResult lane) {
    return vector::ExtractOp::create(rewriter, loc, value, lane);
  }
  SmallVector<Value> getIndices(OpFoldResult lane);

  IRRewriter &rewriter;
  Location loc;
  AtomicUpdateOp op;
  int64_t lanes;
};
} // namespace

/// The indices of the element that `lane` updates.
SmallVector<Value> Expansion::getIndices(OpFoldResult lane) {
  SmallVector<Value> indices;
  for (Value index : op.getIndices())
    indices.push_back(isa<VectorType>(index.getType()) ? getLane(index, lane)
                                                       : index);
  if (op.isScatter() || isZeroInteger(lane))
    return indices;
  Value offset = getValueOrCreateConstantIndexOp(rewriter, loc, lane);
  indices.back() = arith::AddIOp::create(rewriter, loc, indices.back(), offset);
  return indices;
}

void Expansion::updateAt(OpFoldResult lane) {
  Value value = getLane(op.getValue(), lane);
  AtomicUpdateOp::create(rewriter, loc, op.getKind(), value, op.getMemref(),
                         getIndices(lane));
}

void Expansion::updateLane(OpFoldResult lane) {
  if (!op.getMask())
    return updateAt(lane);
  OpBuilder::InsertionGuard guard(rewriter);
  auto branch = scf::IfOp::create(rewriter, loc, getLane(op.getMask(), lane),
                                  /*withElseRegion=*/false);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  updateAt(lane);
}

void Expansion::run() {
  rewriter.setInsertionPoint(op);
  if (lanes <= kWrittenOut) {
    for (int64_t lane = 0; lane < lanes; ++lane)
      updateLane(rewriter.getIndexAttr(lane));
  } else {
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(rewriter, loc, value);
    };
    auto loop =
        scf::ForOp::create(rewriter, loc, number(0), number(lanes), number(1));
    rewriter.setInsertionPointToStart(loop.getBody());
    updateLane(loop.getInductionVar());
  }
  rewriter.eraseOp(op);
}

namespace {
struct ExpandAtomicUpdatesPass
    : spindle::impl::ExpandAtomicUpdatesPassBase<ExpandAtomicUpdatesPass> {
  void runOnOperation() override {
    SmallVector<AtomicUpdateOp> updates;
    getOperation()->walk([&](AtomicUpdateOp op) {
      if (op.getVectorType())
        updates.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (AtomicUpdateOp op : updates)
      Expansion(rewriter, op).run();
  }
};
} // namespace
