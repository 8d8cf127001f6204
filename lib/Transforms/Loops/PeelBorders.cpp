//===- PeelBorders.cpp - a loop where all coordinates are inside ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeelBorders.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// What a comparison in a loop asks, which holds for one run of its iterations:
/// whether `factor * i + rest` is a coordinate of an extent.
struct Inside {
  Value extent;
  int64_t factor;
  /// What the coordinate is made of: a map and its operands, of which one is
  /// the loop's variable.
  AffineMap map;
  SmallVector<Value> operands;
};

/// What the branches of a loop ask for.
struct Conditions {
  SmallVector<scf::IfOp> branches;
  SmallVector<Inside> inside;
  /// What is the same in all iterations.
  SmallVector<Value> invariant;
};
} // namespace

/// `compare` as one that holds for a run of the iterations of `loop`.
static std::optional<Inside> findInside(scf::ForOp loop,
                                        arith::CmpIOp compare) {
  auto apply = compare.getLhs().getDefiningOp<affine::AffineApplyOp>();
  if (compare.getPredicate() != arith::CmpIPredicate::ult || !apply ||
      !isInvariant(compare.getRhs(), loop))
    return std::nullopt;
  AffineMap map = apply.getAffineMap();
  Inside inside{compare.getRhs(), 0, map,
                llvm::to_vector(apply.getMapOperands())};
  std::optional<unsigned> place;
  for (auto [number, operand] : llvm::enumerate(inside.operands)) {
    if (operand == loop.getInductionVar() && !place)
      place = number;
    else if (operand == loop.getInductionVar() || !isInvariant(operand, loop))
      return std::nullopt;
  }
  if (!place)
    return std::nullopt;
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(map.getResult(0), map.getNumDims(),
                                    map.getNumSymbols(), &flat)) ||
      flat.size() != map.getNumInputs() + 1 || flat[*place] <= 0)
    return std::nullopt;
  inside.factor = flat[*place];
  return inside;
}

/// Adds what `value`, a condition in `loop`, is a conjunction of. False if that
/// is not known.
static bool addConditions(scf::ForOp loop, Value value,
                          Conditions &conditions) {
  if (isInvariant(value, loop)) {
    conditions.invariant.push_back(value);
    return true;
  }
  if (auto both = value.getDefiningOp<arith::AndIOp>())
    return addConditions(loop, both.getLhs(), conditions) &&
           addConditions(loop, both.getRhs(), conditions);
  auto compare = value.getDefiningOp<arith::CmpIOp>();
  auto inside = compare ? findInside(loop, compare) : std::nullopt;
  if (inside)
    conditions.inside.push_back(*inside);
  return inside.has_value();
}

static Conditions findConditions(scf::ForOp loop) {
  Conditions all;
  for (auto branch : loop.getBody()->getOps<scf::IfOp>()) {
    Conditions own;
    if (branch.getElseRegion().empty() ||
        !addConditions(loop, branch.getCondition(), own))
      continue;
    all.branches.push_back(branch);
    llvm::append_range(all.inside, own.inside);
    llvm::append_range(all.invariant, own.invariant);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Where the inside begins and ends
//===----------------------------------------------------------------------===//

namespace {
/// Builds bounds before a loop.
class Bounds {
public:
  Bounds(RewriterBase &rewriter, scf::ForOp loop)
      : builder(loop.getLoc(), rewriter), loop(loop),
        last(arith::MaxSIOp::create(builder, loop.getLowerBound(),
                                    loop.getUpperBound())),
        begin(loop.getLowerBound()), end(last) {}

  void narrow(const Inside &inside);
  void narrow(Value condition);

  /// The first iteration of the inside, and the one behind it, in this order
  /// and between those of the loop.
  std::pair<Value, Value> get();

private:
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }

  ImplicitLocOpBuilder builder;
  scf::ForOp loop;
  /// Not before the first iteration.
  Value last;
  Value begin, end;
};
} // namespace

/// `factor * i + rest` is at least 0 from `ceil(-rest / factor)` on, and less
/// than an extent up to `ceil((extent - rest) / factor)`.
void Bounds::narrow(const Inside &inside) {
  SmallVector<Value> operands = inside.operands;
  llvm::replace(operands, Value(loop.getInductionVar()), constant(0));
  Value rest = affine::AffineApplyOp::create(builder, inside.map, operands);
  Value factor = constant(inside.factor);
  auto divide = [&](Value from) -> Value {
    Value number = arith::SubIOp::create(builder, from, rest);
    if (inside.factor == 1)
      return number;
    return arith::CeilDivSIOp::create(builder, number, factor);
  };
  begin = arith::MaxSIOp::create(builder, begin, divide(constant(0)));
  end = arith::MinSIOp::create(builder, end, divide(inside.extent));
}

/// Where `condition` does not hold nothing is inside.
void Bounds::narrow(Value condition) {
  end = arith::SelectOp::create(builder, condition, end, loop.getLowerBound());
}

std::pair<Value, Value> Bounds::get() {
  Value first = arith::MinSIOp::create(builder, begin, last);
  return {first, arith::MaxSIOp::create(builder, first, end)};
}

//===----------------------------------------------------------------------===//
// Three loops
//===----------------------------------------------------------------------===//

/// Has `branch` be what is in its first region.
static void takeBranch(RewriterBase &rewriter, scf::IfOp branch) {
  Block *block = branch.thenBlock();
  Operation *yield = block->getTerminator();
  SmallVector<Value> results = llvm::to_vector(yield->getOperands());
  rewriter.inlineBlockBefore(block, branch);
  rewriter.replaceOp(branch, results);
  rewriter.eraseOp(yield);
}

/// A copy of `loop` from `begin` to `end`, before it, whose role is `tail`.
static scf::ForOp copyLoop(RewriterBase &rewriter, scf::ForOp loop, Value begin,
                           Value end) {
  auto copy = cast<scf::ForOp>(rewriter.clone(*loop));
  rewriter.modifyOpInPlace(copy, [&] {
    copy.setLowerBound(begin);
    copy.setUpperBound(end);
    if (iter::LoopAttr label = iter::getLabel(copy))
      copy->setAttr(iter::IterDialect::kLoopAttr,
                    iter::withRole(label, iter::LoopRole::Tail));
  });
  return copy;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::peelBorders(RewriterBase &rewriter, scf::ForOp loop,
                            std::string &refusal) {
  Conditions conditions = findConditions(loop);
  if (!isConstantIntValue(loop.getStep(), 1))
    refusal = "its step is not 1";
  else if (conditions.branches.empty())
    refusal = "no branch in it holds for one run of its iterations";
  if (!refusal.empty())
    return failure();
  // Bounds are made of these before the loop.
  for (const Inside &inside : conditions.inside) {
    hoist(rewriter, inside.extent, loop);
    for (Value operand : inside.operands)
      if (operand != loop.getInductionVar())
        hoist(rewriter, operand, loop);
  }
  for (Value condition : conditions.invariant)
    hoist(rewriter, condition, loop);
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Bounds bounds(rewriter, loop);
  for (const Inside &inside : conditions.inside)
    bounds.narrow(inside);
  for (Value condition : conditions.invariant)
    bounds.narrow(condition);
  Value begin, end;
  std::tie(begin, end) = bounds.get();
  Value upper = loop.getUpperBound();
  scf::ForOp before = copyLoop(rewriter, loop, loop.getLowerBound(), begin);
  rewriter.setInsertionPointAfter(loop);
  scf::ForOp after = copyLoop(rewriter, loop, end, upper);
  for (auto [own, last] :
       llvm::zip_equal(loop.getResults(), after.getResults()))
    rewriter.replaceAllUsesExcept(own, last, after);
  rewriter.modifyOpInPlace(
      after, [&] { after.getInitArgsMutable().assign(loop.getResults()); });
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(begin);
    loop.setUpperBound(end);
    loop.getInitArgsMutable().assign(before.getResults());
  });
  for (scf::IfOp branch : conditions.branches)
    takeBranch(rewriter, branch);
  return SmallVector<scf::ForOp>{loop, before, after};
}
