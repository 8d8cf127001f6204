//===- FactorOut.cpp - factors taken out of sums --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/FactorOut.h"

#include "Spindle/Support/FusedProducts.h"
#include "Spindle/Transforms/Loops/LoopGuards.h"
#include "VectorizeReductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// Whether `op` computes with numbers that wrap around or are rounded, so that
/// its operands say all.
static bool hasNoPromise(Operation *op) {
  auto integer = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return !integer ||
         integer.getOverflowAttr().getValue() == arith::IntegerOverflowFlags();
}

/// The operation of `loop` that makes `value` as a product for one use.
static Operation *getProduct(scf::ForOp loop, Value value) {
  Operation *op = value.getDefiningOp();
  bool isProduct = isa_and_present<arith::MulFOp, arith::MulIOp>(op) &&
                   op->getBlock() == loop.getBody() && value.hasOneUse() &&
                   hasNoPromise(op);
  return isProduct ? op : nullptr;
}

namespace {
/// A sum that a loop carries, of products with the same factors.
struct FactoredSum {
  unsigned index;
  LoopReduction reduction;
  /// The operands of additions that are its terms.
  SmallVector<OpOperand *> terms;
  SmallVector<Value> factors;
};
} // namespace

/// Collects the terms that `carried` is added to on the way to where the body
/// of `loop` yields it; fails where they are not all beside one another.
static LogicalResult collectTerms(scf::ForOp loop, Value carried,
                                  SmallVectorImpl<OpOperand *> &terms) {
  while (true) {
    OpOperand &use = *carried.use_begin();
    Operation *op = use.getOwner();
    if (op == loop.getBody()->getTerminator())
      return success();
    if (!isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp>(op) ||
        op->getBlock() != loop.getBody() || !hasNoPromise(op))
      return failure();
    terms.push_back(&op->getOpOperand(1 - use.getOperandNumber()));
    carried = op->getResult(0);
  }
}

/// Where `value` has `factor`, as an operand of a product; null where it does
/// not.
static OpOperand *findFactor(scf::ForOp loop, Value value, Value factor) {
  Operation *product = getProduct(loop, value);
  if (!product)
    return nullptr;
  for (OpOperand &operand : product->getOpOperands())
    if (operand.get() == factor)
      return &operand;
  for (Value operand : product->getOperands())
    if (OpOperand *found = findFactor(loop, operand, factor))
      return found;
  return nullptr;
}

/// Collects the factors of `value` that `loop` does not change.
static void collectFactors(scf::ForOp loop, Value value,
                           SmallVectorImpl<Value> &factors) {
  Operation *product = getProduct(loop, value);
  if (!product)
    return;
  for (Value operand : product->getOperands())
    if (!loop.isDefinedOutsideOfLoop(operand))
      collectFactors(loop, operand, factors);
    else if (!llvm::is_contained(factors, operand))
      factors.push_back(operand);
}

/// Whether `loop` changes `value`, or a factor of it.
static bool isChanging(scf::ForOp loop, Value value) {
  Operation *product = getProduct(loop, value);
  if (!product)
    return !loop.isDefinedOutsideOfLoop(value);
  return llvm::any_of(product->getOperands(),
                      [&](Value operand) { return isChanging(loop, operand); });
}

/// Leaves of the factors of `sum` those that all terms have. None stay where a
/// term has nothing else.
static void intersectFactors(scf::ForOp loop, FactoredSum &sum) {
  for (OpOperand *term : sum.terms)
    llvm::erase_if(sum.factors, [&](Value factor) {
      return !isChanging(loop, term->get()) ||
             !findFactor(loop, term->get(), factor);
    });
}

/// The sums of `loop` with factors.
static SmallVector<FactoredSum> findSums(scf::ForOp loop) {
  SmallVector<FactoredSum> sums;
  for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index) {
    std::optional<LoopReduction> reduction = matchReduction(loop, index);
    if (!reduction || reduction->kind != vector::CombiningKind::ADD)
      continue;
    FactoredSum sum{index, *reduction, {}, {}};
    if (failed(collectTerms(loop, loop.getRegionIterArg(index), sum.terms)))
      continue;
    collectFactors(loop, sum.terms.front()->get(), sum.factors);
    intersectFactors(loop, sum);
    if (!sum.factors.empty())
      sums.push_back(std::move(sum));
  }
  return sums;
}

//===----------------------------------------------------------------------===//
// What takes their place
//===----------------------------------------------------------------------===//

/// Replaces the product that `operand` is a factor of by its other factor. That
/// is fused with a sum if the product was.
static void dropFactor(RewriterBase &rewriter, OpOperand &operand) {
  Operation *product = operand.getOwner();
  Value other = product->getOperand(1 - operand.getOperandNumber());
  auto rest = other.getDefiningOp<arith::MulFOp>();
  if (isFused(product) && rest && rest->hasOneUse())
    rewriter.modifyOpInPlace(rest, [&] { setFused(rest, true); });
  rewriter.replaceOp(product, other);
}

/// Has the result of `sum` be its initial value and the product of its factors
/// and of what `loop` sums up now.
static void multiplyAfter(RewriterBase &rewriter, scf::ForOp loop,
                          const FactoredSum &sum) {
  OpBuilder::InsertionGuard saved(rewriter);
  Location loc = loop.getLoc();
  OpOperand &init = loop.getInitArgsMutable()[sum.index];
  Value before = init.get(), result = loop.getResult(sum.index);
  auto uses = llvm::map_to_vector(result.getUses(),
                                  [](OpOperand &use) { return &use; });
  rewriter.setInsertionPointAfter(loop);
  for (Value factor : sum.factors)
    result = vector::makeArithReduction(
        rewriter, loc, vector::CombiningKind::MUL, result, factor);
  if (!sum.reduction.isZero(before)) {
    result = sum.reduction.combine(rewriter, loc, before, result);
    rewriter.setInsertionPoint(loop);
    Value neutral =
        arith::ConstantOp::create(rewriter, loc, sum.reduction.getNeutral());
    rewriter.modifyOpInPlace(loop, [&] { init.set(neutral); });
  }
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(result); });
}

LogicalResult spindle::loops::factorOut(RewriterBase &rewriter, scf::ForOp loop,
                                        const FactorOutOptions &options,
                                        std::string &refusal) {
  SmallVector<FactoredSum> sums = findSums(loop);
  if (sums.empty()) {
    refusal = "it carries no sum of products with a factor that is the same in "
              "all iterations";
    return failure();
  }
  bool isRounded = llvm::any_of(sums, [](const FactoredSum &sum) {
    return sum.reduction.dependsOnOrder();
  });
  if (isRounded && !options.reassociate) {
    refusal = "a product of the sum has other bits than a sum of the products, "
              "and 'reassociate' is not given";
    return failure();
  }
  if (isRounded && !options.allowOverflow) {
    refusal = "the sum may be infinite where the products are finite, and "
              "'allow_overflow' is not given";
    return failure();
  }
  if (isRounded && !surelyRuns(loop))
    guard(rewriter, loop);
  for (const FactoredSum &sum : sums) {
    for (OpOperand *term : sum.terms)
      for (Value factor : sum.factors)
        dropFactor(rewriter, *findFactor(loop, term->get(), factor));
    multiplyAfter(rewriter, loop, sum);
  }
  return success();
}

void spindle::loops::factorOutOfAll(RewriterBase &rewriter, Operation *root,
                                    const FactorOutOptions &options) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    std::string refusal;
    (void)factorOut(rewriter, loop, options, refusal);
  }
}
