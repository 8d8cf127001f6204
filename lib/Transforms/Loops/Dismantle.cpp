//===- Dismantle.cpp - structure that is in the code ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Dismantle.h"

#include "Spindle/Analysis/ConstantMemory.h"
#include "Spindle/TransformOps/Targets.h"
#include "UnrolledCopy.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

using Loops = llvm::DenseSet<Operation *>;

//===----------------------------------------------------------------------===//
// Which loops are unrolled
//===----------------------------------------------------------------------===//

/// Adds to `needed` the loops around `loop`, or it itself, whose variables
/// `value` is computed from, by arithmetic and constant memory.
static void addNeeded(Value value, scf::ForOp loop, Loops &needed) {
  SmallVector<Value> left = {value};
  llvm::DenseSet<Value> seen;
  while (!left.empty()) {
    Value next = left.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (Operation *op = next.getDefiningOp()) {
      llvm::append_range(left, op->getOperands());
      continue;
    }
    auto argument = cast<BlockArgument>(next);
    auto around = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!around || argument != around.getInductionVar() ||
        !around->isAncestor(loop) || !needed.insert(around).second)
      continue;
    left.append({around.getLowerBound(), around.getUpperBound()});
  }
}

static bool hasConstantBounds(scf::ForOp loop) {
  return llvm::all_of(
      ArrayRef<Value>{loop.getLowerBound(), loop.getUpperBound(),
                      loop.getStep()},
      [](Value bound) { return matchPattern(bound, m_Constant()); });
}

/// The loops to unroll for `loop`. Those that only decide what is read of
/// constant memory are worth it where their bounds are plain numbers.
static Loops findNeeded(scf::ForOp loop) {
  Loops needed = {loop};
  addNeeded(loop.getLowerBound(), loop, needed);
  addNeeded(loop.getUpperBound(), loop, needed);
  Loops reads;
  loop->walk([&](memref::LoadOp load) {
    if (getConstantElements(load.getMemRef()))
      for (Value index : load.getIndices())
        addNeeded(index, loop, reads);
  });
  for (Operation *other : reads)
    if (hasConstantBounds(cast<scf::ForOp>(other)))
      needed.insert(other);
  return needed;
}

namespace {
/// What is unrolled together.
struct Unrolling {
  /// The outermost loop.
  scf::ForOp top;
  /// All of them, and those that were asked for.
  Loops unrolled, targets;
};
} // namespace

/// Adds `loop` to what is unrolled.
static void addLoop(scf::ForOp loop, Unrolling &unrolling) {
  if (!unrolling.targets.insert(loop).second)
    return;
  for (Operation *needed : findNeeded(loop)) {
    unrolling.unrolled.insert(needed);
    if (!unrolling.top || needed->isProperAncestor(unrolling.top))
      unrolling.top = cast<scf::ForOp>(needed);
  }
}

/// What is unrolled for `loop`, with those of `others` that it takes along.
static Unrolling findUnrolling(scf::ForOp loop, ArrayRef<Operation *> others) {
  Unrolling unrolling;
  addLoop(loop, unrolling);
  size_t before = 0;
  while (before != unrolling.targets.size()) {
    before = unrolling.targets.size();
    for (Operation *other : others)
      if (auto inside = dyn_cast_or_null<scf::ForOp>(other);
          inside && unrolling.top->isAncestor(inside))
        addLoop(inside, unrolling);
  }
  return unrolling;
}

//===----------------------------------------------------------------------===//
// How often they run
//===----------------------------------------------------------------------===//

namespace {
/// Counts iterations, without a change to the program.
class Counter {
public:
  Counter(const Unrolling &unrolling, int64_t most)
      : unrolling(unrolling), most(most),
        known(scf::ForOp(unrolling.top).getContext()) {
    for (Operation *loop : unrolling.unrolled)
      for (Operation *op = loop; op != unrolling.top->getParentOp();
           op = op->getParentOp())
        holders.insert(op);
  }

  /// Counts those of `op` and in it; says why it may not be unrolled.
  LogicalResult count(Operation *op, std::string &refusal);

private:
  LogicalResult countLoop(scf::ForOp loop, std::string &refusal);
  LogicalResult countBlock(Block &block, std::string &refusal);

  const Unrolling &unrolling;
  int64_t most;
  /// The loops, and what holds one.
  Loops holders;
  /// How often each loop runs, and what is known in the iteration at hand.
  llvm::DenseMap<Operation *, int64_t> iterations;
  KnownValues known;
};
} // namespace

LogicalResult Counter::countLoop(scf::ForOp loop, std::string &refusal) {
  SmallVector<int64_t> numbers;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (auto number = dyn_cast_or_null<IntegerAttr>(known.find(bound)))
      numbers.push_back(number.getInt());
  refusal = "the bounds of " + describeTarget(loop) + " are not constant";
  if (numbers.size() != 3 || numbers[2] <= 0)
    return failure();
  Type type = loop.getInductionVar().getType();
  for (int64_t at = numbers[0]; at < numbers[1]; at += numbers[2]) {
    if (++iterations[loop] > most) {
      refusal = "expected at most " + std::to_string(most) + " iterations of " +
                describeTarget(loop) + " but got more";
      return failure();
    }
    known.set(loop.getInductionVar(), IntegerAttr::get(type, at));
    if (failed(countBlock(*loop.getBody(), refusal)))
      return failure();
  }
  return success();
}

LogicalResult Counter::countBlock(Block &block, std::string &refusal) {
  for (Operation &op : block)
    if (holders.contains(&op) && failed(count(&op, refusal)))
      return failure();
  return success();
}

LogicalResult Counter::count(Operation *op, std::string &refusal) {
  if (unrolling.unrolled.contains(op))
    return countLoop(cast<scf::ForOp>(op), refusal);
  auto branch = dyn_cast<scf::IfOp>(op);
  auto condition =
      branch ? dyn_cast_or_null<IntegerAttr>(known.find(branch.getCondition()))
             : IntegerAttr();
  for (Region &region : op->getRegions()) {
    // The first is that of what is true.
    bool isTaken = region.getRegionNumber() == 0;
    if (condition && condition.getValue().isZero() == isTaken)
      continue;
    for (Block &block : region)
      if (failed(countBlock(block, refusal)))
        return failure();
  }
  return success();
}

FailureOr<SmallVector<scf::ForOp>>
loops::dismantle(RewriterBase &rewriter, scf::ForOp loop,
                 ArrayRef<Operation *> others, const DismantleOptions &options,
                 std::string &refusal) {
  Unrolling unrolling = findUnrolling(loop, others);
  Counter counter(unrolling, options.most);
  if (failed(counter.count(unrolling.top, refusal)))
    return failure();
  return UnrolledCopy(rewriter, unrolling.top, unrolling.unrolled,
                      unrolling.targets)
      .replace();
}
