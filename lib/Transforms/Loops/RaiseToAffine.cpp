//===- RaiseToAffine.cpp - affine loops and accesses ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Transforms/Loops/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {
#define GEN_PASS_DEF_RAISETOAFFINEPASS
#include "Spindle/Transforms/Loops/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

namespace {
/// Affine expressions of values, and the values.
struct AffineValues {
  SmallVector<AffineExpr> results;
  SmallVector<Value> dims, symbols;

  /// Adds what `value` is; false where it is no sum of affine values.
  bool add(Value value);

  AffineMap getMap(MLIRContext *context) const {
    return AffineMap::get(dims.size(), symbols.size(), results, context);
  }
  SmallVector<Value> getOperands() const {
    return llvm::to_vector(llvm::concat<const Value>(dims, symbols));
  }

private:
  AffineExpr getExpr(Value value);
};
} // namespace

/// The number of `value` among `values`, to which it is added.
static unsigned findOrAdd(SmallVectorImpl<Value> &values, Value value) {
  auto found = llvm::find(values, value);
  if (found == values.end())
    values.push_back(value);
  return llvm::find(values, value) - values.begin();
}

/// Null where `value` is neither a size nor an affine loop's variable.
AffineExpr AffineValues::getExpr(Value value) {
  MLIRContext *context = value.getContext();
  if (affine::isValidSymbol(value))
    return getAffineSymbolExpr(findOrAdd(symbols, value), context);
  if (affine::isValidDim(value))
    return getAffineDimExpr(findOrAdd(dims, value), context);
  return {};
}

bool AffineValues::add(Value value) {
  std::optional<iter::LinearIndex> sum = iter::getLinearIndex(value);
  if (!sum)
    return false;
  AffineExpr expr = getAffineConstantExpr(sum->constant, value.getContext());
  for (const iter::LinearIndex::Term &term : sum->terms) {
    AffineExpr one = getExpr(term.value);
    if (!one)
      return false;
    expr = expr + one * term.factor;
  }
  results.push_back(expr);
  return true;
}

/// The values of which `bound` is the larger (`Choice` = MaxSIOp) or the
/// smaller one, or itself.
template <typename Choice>
static std::optional<AffineValues> getBound(Value bound) {
  AffineValues values;
  auto choice = bound.getDefiningOp<Choice>();
  bool isAffine =
      choice ? values.add(choice.getLhs()) && values.add(choice.getRhs())
             : values.add(bound);
  return isAffine ? std::optional<AffineValues>(values) : std::nullopt;
}

/// The end of `loop` without a guard against one before its begin, which an
/// affine loop needs as little.
static Value getEnd(scf::ForOp loop) {
  auto guarded = loop.getUpperBound().getDefiningOp<arith::MaxSIOp>();
  if (guarded && iter::areEqual(guarded.getRhs(), loop.getLowerBound()))
    return guarded.getLhs();
  if (guarded && iter::areEqual(guarded.getLhs(), loop.getLowerBound()))
    return guarded.getRhs();
  return loop.getUpperBound();
}

/// Gives `loop` an affine loop in its place, if it can be one.
static bool raiseLoop(RewriterBase &rewriter, scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step < 1 || loop.getUnsignedCmp() ||
      !loop.getInductionVar().getType().isIndex())
    return false;
  auto lower = getBound<arith::MaxSIOp>(loop.getLowerBound());
  auto upper = getBound<arith::MinSIOp>(getEnd(loop));
  if (!lower || !upper)
    return false;
  rewriter.setInsertionPoint(loop);
  MLIRContext *context = loop.getContext();
  auto raised = affine::AffineForOp::create(
      rewriter, loop.getLoc(), lower->getOperands(), lower->getMap(context),
      upper->getOperands(), upper->getMap(context), *step, loop.getInitArgs());
  raised->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  Block *body = raised.getBody();
  if (!body->empty())
    rewriter.eraseOp(&body->back());
  SmallVector<Value> arguments = {raised.getInductionVar()};
  llvm::append_range(arguments, raised.getRegionIterArgs());
  rewriter.mergeBlocks(loop.getBody(), body, arguments);
  Operation *yield = &body->back();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<affine::AffineYieldOp>(yield,
                                                     yield->getOperands());
  rewriter.replaceOp(loop, raised.getResults());
  return true;
}

/// Gives `op`, a load or a store, an affine one in its place, if it can be one.
static bool raiseAccess(RewriterBase &rewriter, Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  auto store = dyn_cast<memref::StoreOp>(op);
  if (!(load && !load.getNontemporal()) && !(store && !store.getNontemporal()))
    return false;
  AffineValues values;
  for (Value index : load ? load.getIndices() : store.getIndices())
    if (!values.add(index))
      return false;
  rewriter.setInsertionPoint(op);
  AffineMap map = values.getMap(op->getContext());
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  Operation *raised =
      load ? rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(
                 op, load.getMemRef(), map, values.getOperands())
           : rewriter
                 .replaceOpWithNewOp<affine::AffineStoreOp>(
                     op, store.getValueToStore(), store.getMemRef(), map,
                     values.getOperands())
                 .getOperation();
  for (NamedAttribute attribute : attributes)
    raised->setDiscardableAttr(attribute.getName(), attribute.getValue());
  return true;
}

namespace {
struct RaiseToAffinePass
    : spindle::impl::RaiseToAffinePassBase<RaiseToAffinePass> {
  using RaiseToAffinePassBase::RaiseToAffinePassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Loops from the outermost on: their variables are in bounds and indices.
    SmallVector<scf::ForOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      numLoopsRaised += raiseLoop(rewriter, loop);
    SmallVector<Operation *> accesses;
    getOperation()->walk([&](Operation *op) {
      if (isa<memref::LoadOp, memref::StoreOp>(op))
        accesses.push_back(op);
    });
    for (Operation *access : accesses)
      numAccessesRaised += raiseAccess(rewriter, access);
  }
};
} // namespace
