//===- UnrollAndJam.cpp - loops run once for several iterations -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBlocks.h"
#include "Spindle/Analysis/IndependentIterations.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Transforms/Loops/Unroll.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// What is the same for all iterations
//===----------------------------------------------------------------------===//

namespace {
/// Tells what has the same value in all iterations of a loop, once the loops
/// inside are run for all of them together.
struct Uniformity {
  explicit Uniformity(scf::ForOp loop) : loop(loop), facts(loop) {}

  bool isUniform(Value value) const;
  /// Whether `op` gives the same in all iterations and need be run only once.
  bool isUniform(Operation *op) const;
  /// Whether all iterations take the same case of `branch` and can run what is
  /// in it together.
  bool isUniform(scf::IfOp branch) const;
  /// The first loop inside of `block`, and of loops there, whose bounds are not
  /// the same in all iterations; null where there is none.
  Operation *findOther(Block *block) const;

private:
  scf::ForOp loop;
  MemoryFacts facts;

  bool readsWhatStays(Operation *op) const;
};
} // namespace

bool Uniformity::readsWhatStays(Operation *op) const {
  MemoryTouches touches = getTouches(op);
  return !touches.isUnknown && touches.writes.empty() &&
         llvm::none_of(touches.reads, [&](Value memory) {
           return facts.findWrite(loop, memory);
         });
}

bool Uniformity::isUniform(Operation *op) const {
  return op->getNumRegions() == 0 &&
         (isPure(op) || (getElementAccess(op) && readsWhatStays(op))) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isUniform(operand); });
}

bool Uniformity::isUniform(Value value) const {
  if (!loop->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  if (Operation *op = value.getDefiningOp())
    return isUniform(op);
  auto inner = spindle::iter::getLoopOfVariable(value);
  return inner && inner != loop;
}

bool Uniformity::isUniform(scf::IfOp branch) const {
  return isUniform(branch.getCondition()) && !findOther(branch.thenBlock()) &&
         (!branch.elseBlock() || !findOther(branch.elseBlock()));
}

Operation *Uniformity::findOther(Block *block) const {
  for (auto inner : block->getOps<scf::ForOp>()) {
    if (!isUniform(inner.getLowerBound()) ||
        !isUniform(inner.getUpperBound()) || !isUniform(inner.getStep()))
      return inner;
    if (Operation *other = findOther(inner.getBody()))
      return other;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Jamming
//===----------------------------------------------------------------------===//

namespace {
/// Builds the body that several iterations become.
struct Jam {
  RewriterBase &rewriter;
  const Uniformity &uniformity;
  /// What became of the values of each iteration.
  SmallVector<IRMapping> maps;

  void build(ArrayRef<Operation *> ops);

private:
  void buildLoop(scf::ForOp loop);
  void buildBranch(scf::IfOp branch);
  void buildCase(Block *from, Block *to);
  SmallVector<Value> lookup(ValueRange values);
};
} // namespace

/// The operations of `block`.
static SmallVector<Operation *> getOps(Block *block) {
  return llvm::to_vector(llvm::make_pointer_range(block->without_terminator()));
}

/// What `values` are in all iterations, those of the first one first.
SmallVector<Value> Jam::lookup(ValueRange values) {
  SmallVector<Value> all;
  for (const IRMapping &map : maps)
    for (Value value : values)
      all.push_back(map.lookupOrDefault(value));
  return all;
}

void Jam::buildLoop(scf::ForOp loop) {
  const IRMapping &first = maps.front();
  auto jammed = scf::ForOp::create(
      rewriter, loop.getLoc(), first.lookupOrDefault(loop.getLowerBound()),
      first.lookupOrDefault(loop.getUpperBound()),
      first.lookupOrDefault(loop.getStep()), lookup(loop.getInitArgs()),
      [](OpBuilder &, Location, Value, ValueRange) {}, loop.getUnsignedCmp());
  jammed->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  size_t carried = loop.getNumResults();
  for (auto [index, map] : llvm::enumerate(maps)) {
    map.map(loop.getInductionVar(), jammed.getInductionVar());
    map.map(loop.getRegionIterArgs(),
            jammed.getRegionIterArgs().slice(index * carried, carried));
    map.map(loop.getResults(),
            jammed.getResults().slice(index * carried, carried));
  }
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPointToEnd(jammed.getBody());
  build(getOps(loop.getBody()));
  scf::YieldOp::create(rewriter, loop.getLoc(),
                       lookup(loop.getYieldedValues()));
}

/// Builds `to` of `from`, a case of a branch.
void Jam::buildCase(Block *from, Block *to) {
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPointToEnd(to);
  build(getOps(from));
  scf::YieldOp::create(rewriter, from->getTerminator()->getLoc(),
                       lookup(from->getTerminator()->getOperands()));
}

void Jam::buildBranch(scf::IfOp branch) {
  SmallVector<Type> types;
  for (size_t index = 0; index < maps.size(); ++index)
    llvm::append_range(types, branch.getResultTypes());
  Value condition = maps.front().lookupOrDefault(branch.getCondition());
  bool hasElse = branch.elseBlock();
  auto jammed = scf::IfOp::create(rewriter, branch.getLoc(), types, condition,
                                  /*addThenBlock=*/true, hasElse);
  jammed->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  buildCase(branch.thenBlock(), jammed.thenBlock());
  if (hasElse)
    buildCase(branch.elseBlock(), jammed.elseBlock());
  size_t count = branch.getNumResults();
  for (auto [index, map] : llvm::enumerate(maps))
    map.map(branch.getResults(),
            jammed.getResults().slice(index * count, count));
}

void Jam::build(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      buildLoop(loop);
      continue;
    }
    auto branch = dyn_cast<scf::IfOp>(op);
    if (branch && uniformity.isUniform(branch)) {
      buildBranch(branch);
      continue;
    }
    bool once = uniformity.isUniform(op);
    for (IRMapping &map : maps) {
      if (!once || &map == &maps.front())
        rewriter.clone(*op, map);
      else
        for (Value result : op->getResults())
          map.map(result, maps.front().lookup(result));
    }
  }
}

/// Runs whole blocks of `factor` iterations of `loop` as one each.
static void jam(RewriterBase &rewriter, scf::ForOp loop, int64_t factor,
                const Uniformity &uniformity) {
  OpBuilder::InsertionGuard saved(rewriter);
  Block *body = loop.getBody();
  rewriter.setInsertionPoint(body->getTerminator());
  SmallVector<Operation *> before = getOps(body);
  Jam jammed{rewriter, uniformity, SmallVector<IRMapping>(factor)};
  for (int64_t iteration = 1; iteration < factor; ++iteration)
    jammed.maps[iteration].map(
        loop.getInductionVar(),
        addSteps(rewriter, loop, loop.getInductionVar(), iteration));
  jammed.build(before);
  for (Operation *op : llvm::reverse(before))
    rewriter.eraseOp(op);
  rewriter.setInsertionPoint(loop);
  Value step = multiplyStep(rewriter, loop, factor);
  rewriter.modifyOpInPlace(loop, [&] { loop.setStep(step); });
}

/// Why iterations of `loop` cannot be jammed; empty if they can.
static std::string findRefusal(scf::ForOp loop, int64_t factor,
                               const Uniformity &uniformity,
                               Operation *&obstacle) {
  if (loop.getNumResults() != 0)
    return "it carries values from one iteration to the next";
  if (std::string refusal = refuseBlocks(loop, factor); !refusal.empty())
    return refusal;
  if ((obstacle = uniformity.findOther(loop.getBody())))
    return "the bounds of a loop in it are not the same in all its iterations";
  std::string refusal;
  if (hasIndependentIterations(loop, refusal, obstacle))
    return "";
  return refusal;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::unrollAndJam(RewriterBase &rewriter, scf::ForOp loop,
                             const UnrollOptions &options,
                             std::string &refusal) {
  if (options.factor == 1)
    return SmallVector<scf::ForOp>{loop};
  FailureOr<int64_t> factor = chooseFactor(loop, options, refusal);
  if (failed(factor))
    return failure();
  Uniformity uniformity(loop);
  Operation *obstacle = nullptr;
  refusal = findRefusal(loop, *factor, uniformity, obstacle);
  if (!refusal.empty()) {
    if (obstacle && options.observer.onObstacle)
      options.observer.onObstacle(obstacle);
    return failure();
  }
  SmallVector<scf::ForOp> loops;
  scf::ForOp rest = splitIntoBlocks(rewriter, loop, *factor);
  jam(rewriter, loop, *factor, uniformity);
  if (failed(loop.promoteIfSingleIteration(rewriter)))
    loops.push_back(loop);
  if (rest && failed(rest.promoteIfSingleIteration(rewriter)))
    loops.push_back(rest);
  return loops;
}
