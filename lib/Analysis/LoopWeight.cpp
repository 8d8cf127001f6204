//===- LoopWeight.cpp - how much work iterations hold ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/LoopWeight.h"

#include "Spindle/Analysis/LoopTiles.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisType;
using spindle::axis::LengthOp;
using spindle::axis::PositionOp;

//===----------------------------------------------------------------------===//
// The axis that is counted
//===----------------------------------------------------------------------===//

namespace {
/// Axes that lie under one another; see LoopWeight.
using Chain = SmallVector<Value>;

/// Finds the axes that the loops inside a loop run over.
struct ChainFinder {
  ChainFinder(LoopLikeOpInterface loop) : loop(loop) {
    chains[*loop.getSingleInductionVar()] = {};
  }

  LoopLikeOpInterface loop;
  /// The numbers that run through all positions of an axis, or from the first
  /// of them on, by the chain that ends with the axis.
  llvm::DenseMap<Value, Chain> chains;
  /// The chain with the most variable axes, of those that loops run over.
  Chain longest;

  void visit(Operation *op);

private:
  void visitPosition(PositionOp op);
  void noteLoopOver(const Chain &chain);
};
} // namespace

/// The axis whose positions are those of `axis`, or the nearest of the only
/// parents that has more or fewer of them.
static Value skipThin(Value axis) {
  while (axis && axis::getAxisType(axis).isThin())
    axis = axis::getOnlyParent(axis);
  return axis;
}

static size_t countVariable(const Chain &chain) {
  return llvm::count_if(
      chain, [](Value axis) { return axis::getAxisType(axis).isVariable(); });
}

/// Notes that a loop runs over the positions of the last of `chain`.
void ChainFinder::noteLoopOver(const Chain &chain) {
  if (countVariable(chain) <= countVariable(longest))
    return;
  longest = chain;
  while (!axis::getAxisType(longest.back()).isVariable())
    longest.pop_back();
}

/// The number of positions of `axis` where it is a root; null where it is none.
static Value countPositions(Value axis) {
  if (!axis || !axis::isRoot(axis))
    return nullptr;
  if (auto variable = axis.getDefiningOp<axis::SparseVariableOp>())
    return variable.getCount();
  auto dense = axis.getDefiningOp<axis::DenseFixedOp>();
  return dense ? dense.getExtent() : nullptr;
}

/// Whether the variable of `loop` runs over the positions of `axis`.
static bool runsOver(LoopLikeOpInterface loop, Value axis) {
  Value count = countPositions(axis);
  return count && loop.getSingleUpperBound() == getAsOpFoldResult(count);
}

/// Notes what a position under one that is known is one of. The query may be
/// asked of each position before, and of the end: of the loop's variable
/// because the body asks it in every iteration or because it is a position of
/// the parent, of others because they are.
void ChainFinder::visitPosition(PositionOp op) {
  if (op.getUnder().size() != 1)
    return;
  auto known = chains.find(op.getUnder().front());
  if (known == chains.end())
    return;
  Chain chain = known->second;
  bool mayBeAsked = chain.empty()
                        ? op->getParentOp() == loop ||
                              runsOver(loop, axis::getOnlyParent(op.getAxis()))
                        : skipThin(axis::getOnlyParent(op.getAxis())) ==
                              skipThin(chain.back());
  if (!mayBeAsked)
    return;
  chain.push_back(op.getAxis());
  if (!isConstantIntValue(op.getOffset(), 0))
    noteLoopOver(chain);
  chains[op.getResult()] = std::move(chain);
}

void ChainFinder::visit(Operation *op) {
  if (auto position = dyn_cast<PositionOp>(op))
    return visitPosition(position);
  auto inner = dyn_cast<scf::ForOp>(op);
  if (!inner || !(inner.getLowerBound().getDefiningOp<PositionOp>() ||
                  getTileLoop(inner)))
    return;
  auto known = chains.find(inner.getLowerBound());
  if (known == chains.end())
    return;
  Chain chain = known->second;
  noteLoopOver(chain);
  chains[inner.getInductionVar()] = std::move(chain);
}

//===----------------------------------------------------------------------===//
// Loops of the same length in each iteration
//===----------------------------------------------------------------------===//

/// The axis that `loop` runs over whole fibres of, where all have the same
/// constant number of positions but the last, which may be cut; else null.
static Value getEvenAxis(scf::ForOp loop) {
  auto length = loop.getUpperBound().getDefiningOp<LengthOp>();
  if (!length || !isConstantIntValue(loop.getLowerBound(), 0))
    return nullptr;
  AxisType type = axis::getAxisType(length.getAxis());
  bool isKnown = type.isDense() && !ShapedType::isDynamic(type.getWidth());
  return isKnown ? length.getAxis() : nullptr;
}

/// Whether `inner`, inside `loop`, takes as many iterations each time. What is
/// under the positions of an axis of `chain` is counted already.
static bool isEven(scf::ForOp inner, LoopLikeOpInterface loop,
                   ArrayRef<Value> chain) {
  if (loop.isDefinedOutsideOfLoop(inner.getLowerBound()) &&
      loop.isDefinedOutsideOfLoop(inner.getUpperBound()))
    return true;
  Value axis = getEvenAxis(inner);
  return axis && !llvm::is_contained(chain, axis);
}

/// The loops around `inner`, itself among them, inside `loop`, that are even;
/// outermost first.
static SmallVector<scf::ForOp> getEvenLoops(scf::ForOp inner,
                                            LoopLikeOpInterface loop,
                                            ArrayRef<Value> chain) {
  SmallVector<scf::ForOp> even;
  for (Operation *op = inner; op != loop; op = op->getParentOp()) {
    auto around = dyn_cast<scf::ForOp>(op);
    if (around && isEven(around, loop, chain))
      even.push_back(around);
  }
  std::reverse(even.begin(), even.end());
  return even;
}

/// The axis of a fibre that `inner` runs over whole, if that is a variable one
/// of a dense_fixed root; else null.
static Value getScatteredAxis(scf::ForOp inner) {
  auto begin = inner.getLowerBound().getDefiningOp<PositionOp>();
  if (!begin || !isConstantIntValue(begin.getOffset(), 0) ||
      begin.getUnder().size() != 1 ||
      !isa_and_nonnull<axis::CoordinateOp, axis::LocateOp>(
          begin.getUnder().front().getDefiningOp()))
    return nullptr;
  Value axis = begin.getAxis(), parent = axis::getOnlyParent(axis);
  return axis::getAxisType(axis).isVariable() && countPositions(parent)
             ? axis
             : Value();
}

LoopWeight spindle::iter::findWeight(LoopLikeOpInterface loop) {
  LoopWeight weight;
  ChainFinder finder(loop);
  loop->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != loop)
      finder.visit(op);
  });
  weight.axes = std::move(finder.longest);
  if (weight.axes.empty())
    loop->walk([&](scf::ForOp inner) {
      if (inner != loop && !weight.scattered)
        weight.scattered = getScatteredAxis(inner);
    });
  loop->walk<WalkOrder::PreOrder>([&](scf::ForOp inner) {
    if (inner == loop)
      return;
    SmallVector<scf::ForOp> even = getEvenLoops(inner, loop, weight.axes);
    if (even.size() > weight.even.size())
      weight.even = std::move(even);
  });
  return weight;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Value spindle::iter::buildWeightBefore(ImplicitLocOpBuilder &builder,
                                       const LoopWeight &weight,
                                       Value iteration) {
  if (weight.axes.empty())
    return iteration;
  Value begin = arith::ConstantIndexOp::create(builder, 0);
  Value place = iteration;
  for (Value axis : weight.axes)
    place = PositionOp::create(builder, builder.getIndexType(), axis, begin,
                               ValueRange{place});
  return arith::AddIOp::create(builder, place, iteration);
}

/// The cost of `count` fibres of `axis`, of the mean length.
static Value buildScatteredCost(ImplicitLocOpBuilder &builder, Value axis,
                                Value count) {
  Type index = builder.getIndexType();
  Value size = axis::SizeOp::create(builder, index, axis);
  Value fibres = countPositions(axis::getOnlyParent(axis));
  Value one = arith::ConstantIndexOp::create(builder, 1);
  fibres = arith::MaxSIOp::create(builder, fibres, one);
  Value mean = arith::DivSIOp::create(builder, size, fibres);
  return arith::MulIOp::create(builder, count,
                               arith::AddIOp::create(builder, mean, one));
}

Value spindle::iter::buildCost(ImplicitLocOpBuilder &builder,
                               const LoopWeight &weight, Value total) {
  if (weight.scattered)
    total = buildScatteredCost(builder, weight.scattered, total);
  Value runs;
  for (scf::ForOp loop : weight.even) {
    Value extent = loop.getUpperBound();
    if (Value axis = getEvenAxis(loop))
      extent = arith::ConstantIndexOp::create(
          builder, axis::getAxisType(axis).getWidth());
    else if (!isConstantIntValue(loop.getLowerBound(), 0))
      extent = arith::SubIOp::create(builder, extent, loop.getLowerBound());
    runs = runs ? arith::MulIOp::create(builder, runs, extent) : extent;
  }
  if (!runs)
    return total;
  Value eight = arith::ConstantIndexOp::create(builder, 8);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value each = arith::CeilDivSIOp::create(builder, runs, eight);
  return arith::MulIOp::create(builder, total,
                               arith::AddIOp::create(builder, each, one));
}
