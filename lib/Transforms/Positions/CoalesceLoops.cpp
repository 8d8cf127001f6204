//===- CoalesceLoops.cpp - two loops as one, by division ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/PerfectNest.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Positions/InterchangeLoops.h"
#include "Spindle/Transforms/Positions/SplitLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle::iter;

/// The label of a loop over the dimensions of both.
static LoopAttr joinLabels(LoopAttr outer, LoopAttr inner) {
  if (!outer || !inner)
    return {};
  SmallVector<StringAttr> dims(outer.getDims());
  llvm::append_range(dims, inner.getDims());
  DimKind kind =
      outer.getKind() == DimKind::Spatial ? inner.getKind() : outer.getKind();
  return LoopAttr::get(outer.getContext(), outer.getNest(), dims,
                       inner.getAxis(), kind, outer.getRole());
}

/// The number of iterations of `loop`, of steps of 1.
static Value buildCount(ImplicitLocOpBuilder &builder, scf::ForOp loop) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value count = loop.getUpperBound();
  if (!isConstantIntValue(loop.getLowerBound(), 0))
    count = arith::SubIOp::create(builder, count, loop.getLowerBound());
  return arith::MaxSIOp::create(builder, count, zero);
}

/// Replaces the variable of `loop` by the number `iteration` of its iteration.
static Value buildVariable(ImplicitLocOpBuilder &builder, scf::ForOp loop,
                           Value iteration) {
  if (isConstantIntValue(loop.getLowerBound(), 0))
    return iteration;
  return arith::AddIOp::create(builder, loop.getLowerBound(), iteration);
}

static scf::ForOp coalesce(RewriterBase &rewriter, scf::ForOp outer,
                           scf::ForOp inner) {
  rewriter.setInsertionPoint(outer);
  ImplicitLocOpBuilder builder(outer.getLoc(), rewriter);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value each = buildCount(builder, inner);
  Value count =
      arith::MulIOp::create(builder, buildCount(builder, outer), each);
  auto made = scf::ForOp::create(builder, zero, count, outer.getStep());
  made->setDiscardableAttrs(outer->getDiscardableAttrDictionary());
  if (LoopAttr label = joinLabels(getLabel(outer), getLabel(inner)))
    made->setAttr(IterDialect::kLoopAttr, label);
  builder.setInsertionPointToStart(made.getBody());
  Value variable = made.getInductionVar();
  Value first = buildVariable(builder, outer,
                              arith::DivUIOp::create(builder, variable, each));
  Value second = buildVariable(builder, inner,
                               arith::RemUIOp::create(builder, variable, each));
  Operation *end = made.getBody()->getTerminator();
  rewriter.eraseOp(inner.getBody()->getTerminator());
  rewriter.inlineBlockBefore(inner.getBody(), inner, second);
  rewriter.eraseOp(inner);
  rewriter.eraseOp(outer.getBody()->getTerminator());
  rewriter.inlineBlockBefore(outer.getBody(), end, first);
  rewriter.eraseOp(outer);
  return made;
}

FailureOr<scf::ForOp> spindle::iter::coalesceLoops(RewriterBase &rewriter,
                                                   scf::ForOp outer,
                                                   std::string &refusal) {
  SmallVector<scf::ForOp> nest = {outer};
  refusal = findPerfectNest(nest, 2);
  for (scf::ForOp loop : nest)
    if (refusal.empty())
      refusal = checkCounting(loop);
  if (!refusal.empty())
    return failure();
  return coalesce(rewriter, nest[0], nest[1]);
}
