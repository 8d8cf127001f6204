//===- Canonicalize.cpp - canonicalization without faulty patterns --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Spindle/Conversion/Stages/UpstreamFaults.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace spindle {
#define GEN_PASS_DEF_CANONICALIZEPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// Returns the bits of integers of `type`; an index has 64.
static unsigned getBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

namespace {
/// Replaces a cast there and back by its operand where nothing is lost on the
/// way: upstream's pattern does not ask.
template <typename CastOp> struct LosslessCasts : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp back,
                                PatternRewriter &rewriter) const override {
    auto there = back.getIn().template getDefiningOp<CastOp>();
    if (!there || there.getIn().getType() != back.getType())
      return rewriter.notifyMatchFailure(back, "not a cast there and back");
    if (getBits(there.getType()) < getBits(back.getType()))
      return rewriter.notifyMatchFailure(back, "bits are lost on the way");
    rewriter.replaceOp(back, there.getIn());
    return success();
  }
};

struct CanonicalizePass
    : spindle::impl::CanonicalizePassBase<CanonicalizePass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    all.add<LosslessCasts<arith::IndexCastOp>,
            LosslessCasts<arith::IndexCastUIOp>>(context);
    patterns = FrozenRewritePatternSet(std::move(all), getFaultyPatternNames());
    return success();
  }

  void runOnOperation() override {
    // That it converges is nothing that the program depends on.
    (void)applyPatternsGreedily(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
