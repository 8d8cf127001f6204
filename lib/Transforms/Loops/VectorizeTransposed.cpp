//===- VectorizeTransposed.cpp - squares that are turned ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/VectorizeTransposed.h"

#include "Spindle/Analysis/IndependentIterations.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "VectorizeBlock.h"
#include "VectorizeLanes.h"
#include "VectorizeLegality.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// Two loops of which one loads neighbours and the other one stores them.
struct Turning {
  scf::ForOp outer;
  const VectorizeOptions &options;
  std::string &refusal;
  scf::ForOp inner = {}, reading = {}, storing = {};
  memref::StoreOp store = {};
  /// The operations in the loops that tell where elements are stored.
  llvm::SmallPtrSet<Operation *, 8> address = {};
  int64_t lanes = 0;

  LogicalResult find();
  SmallVector<scf::ForOp> run(RewriterBase &rewriter);

private:
  LogicalResult refuse(const Twine &reason, Operation *op = nullptr);
  LogicalResult findLoops();
  LogicalResult findStore();
  LogicalResult checkLoads();
  LogicalResult checkAddress();
  LogicalResult checkSizes();
  bool isInside(Value value) const {
    return outer->isAncestor(value.getParentRegion()->getParentOp());
  }
  void haveInnerRead(RewriterBase &rewriter);
  void buildSquare(OpBuilder &builder, Value row, Value column);
  void storeAt(OpBuilder &builder, Value vector, Value row, Value column);
};
} // namespace

LogicalResult Turning::refuse(const Twine &reason, Operation *op) {
  refusal = reason.str();
  if (op)
    options.observer.reportObstacle(op);
  return failure();
}

//===----------------------------------------------------------------------===//
// What pairs of loops are turned
//===----------------------------------------------------------------------===//

/// Finds the loop inside: what stands beside it gives the same in each of its
/// iterations.
LogicalResult Turning::findLoops() {
  auto loops = outer.getBody()->getOps<scf::ForOp>();
  if (loops.empty())
    return refuse("there is no loop in it");
  inner = *loops.begin();
  MemoryFacts facts(outer);
  for (Operation &op : outer.getBody()->without_terminator()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (&op == inner)
      continue;
    if (op.getNumRegions() != 0 || (!load && !isPure(&op)))
      return refuse("beside the loop in it stands what has an effect", &op);
    if (load && facts.findWrite(outer, load.getMemRef()))
      return refuse("what is loaded beside the loop in it may be written there",
                    &op);
  }
  for (scf::ForOp loop : {outer, inner})
    if (!iter::isPlain(loop))
      return refuse("one of the two loops does not count, or hands something "
                    "on",
                    loop);
  for (Value bound : {inner.getLowerBound(), inner.getUpperBound()})
    if (isInside(bound))
      return refuse("the bounds of the loop in it differ from iteration to "
                    "iteration");
  return success();
}

LogicalResult Turning::findStore() {
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (op.getNumRegions() != 0)
      return refuse("in the inner loop stands another one, or a branch", &op);
    auto found = dyn_cast<memref::StoreOp>(op);
    if (!found && !isa<memref::LoadOp>(op) && !isPure(&op))
      return refuse("in the inner loop stands what has an effect", &op);
    if (found && store)
      return refuse("elements are stored twice", found);
    if (found)
      store = found;
  }
  if (!store)
    return refuse("nothing is stored");
  for (auto [one, other] : {std::pair(outer, inner), std::pair(inner, outer)}) {
    auto getKind = [&](scf::ForOp loop) {
      return getAccessKind(LaneKinds(loop), store.getMemRef(),
                           store.getIndices());
    };
    if (getKind(one) != AccessKind::Contiguous ||
        getKind(other) != AccessKind::Scattered)
      continue;
    storing = one;
    reading = other;
    return success();
  }
  return refuse("iterations of neither loop alone store neighbours", store);
}

/// What is loaded lies in the order of the loop that does not store so.
LogicalResult Turning::checkLoads() {
  LaneKinds own(reading), others(storing);
  bool isTurned = false;
  SmallVector<memref::LoadOp> loads(outer.getBody()->getOps<memref::LoadOp>());
  llvm::append_range(loads, inner.getBody()->getOps<memref::LoadOp>());
  for (memref::LoadOp load : loads) {
    Value memory = load.getMemRef();
    AccessKind kind = getAccessKind(own, memory, load.getIndices());
    if (kind == AccessKind::Scattered)
      return refuse("what is loaded lies in the order in which it is stored, "
                    "or in none",
                    load);
    isTurned |=
        kind == AccessKind::Contiguous &&
        getAccessKind(others, memory, load.getIndices()) != AccessKind::Same;
  }
  return isTurned ? success()
                  : refuse("nothing is loaded in another order than it is "
                           "stored in");
}

/// The address of the store is computed anew for each row that is stored.
LogicalResult Turning::checkAddress() {
  SmallVector<Value> open(store.getIndices());
  open.push_back(store.getMemRef());
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !outer->isProperAncestor(op) || !address.insert(op).second)
      continue;
    if (!isPure(op))
      return refuse("where elements are stored is loaded", op);
    llvm::append_range(open, op->getOperands());
  }
  return success();
}

LogicalResult Turning::checkSizes() {
  if (iter::countLanes(outer) > 1)
    return refuse("lanes of a GPU turn nothing in registers");
  lanes = options.lanes ? options.lanes
                        : chooseLanes(reading, options.vectorBits, /*group=*/1);
  for (scf::ForOp loop : {outer, inner}) {
    std::optional<int64_t> count = getIterations(loop);
    if (!count || *count <= 0 || *count % lanes != 0)
      return refuse("squares of " + Twine(lanes) +
                    " elements a side do not surely divide " +
                    (count ? Twine(*count) : Twine("its")) + " iterations");
  }
  return lanes > 1 ? success() : refuse("vectors have one element");
}

LogicalResult Turning::find() {
  if (failed(findLoops()) || failed(findStore()) || failed(checkLoads()) ||
      failed(checkAddress()))
    return failure();
  if (failed(checkVectorizable(reading, LaneKinds(reading), options, refusal)))
    return failure();
  Operation *obstacle = nullptr;
  if (!hasIndependentIterations(storing, refusal, obstacle)) {
    options.observer.reportObstacle(obstacle);
    return failure();
  }
  return checkSizes();
}

//===----------------------------------------------------------------------===//
// Squares
//===----------------------------------------------------------------------===//

/// Transposes as many vectors as each has elements. A step puts the first bit
/// of the number of an element's vector behind its number there, and the first
/// bit of that behind the one of the vector; so many steps as there are bits
/// exchange the two.
static Vectors transpose(OpBuilder &builder, Location loc, Vectors vectors) {
  int64_t lanes = vectors.size();
  SmallVector<int64_t> low, high;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    low.push_back(lane / 2 + lane % 2 * lanes);
    high.push_back(low.back() + lanes / 2);
  }
  for (int64_t step = 1; step < lanes; step *= 2) {
    Vectors next;
    for (int64_t row = 0; row < lanes / 2; ++row)
      for (ArrayRef<int64_t> mask : {ArrayRef(low), ArrayRef(high)})
        next.push_back(vector::ShuffleOp::create(
            builder, loc, vectors[row], vectors[row + lanes / 2], mask));
    vectors = next;
  }
  return vectors;
}

/// Puts what stands between the loops inside, and has the outer loop be the one
/// that stores neighbours.
void Turning::haveInnerRead(RewriterBase &rewriter) {
  Operation *first = &inner.getBody()->front();
  for (Operation &op :
       llvm::make_early_inc_range(outer.getBody()->without_terminator())) {
    if (&op == inner)
      break;
    rewriter.moveOpBefore(&op, first);
  }
  if (reading == inner)
    return;
  Value row = outer.getInductionVar(), column = inner.getInductionVar();
  SmallVector<OpOperand *> ofRow, ofColumn;
  for (OpOperand &use : row.getUses())
    ofRow.push_back(&use);
  for (OpOperand &use : column.getUses())
    ofColumn.push_back(&use);
  auto assign = [&](ArrayRef<OpOperand *> uses, Value value) {
    for (OpOperand *use : uses)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->assign(value); });
  };
  assign(ofRow, column);
  assign(ofColumn, row);
  Value lower = outer.getLowerBound(), upper = outer.getUpperBound();
  auto attrs = outer->getDiscardableAttrDictionary();
  rewriter.modifyOpInPlace(outer, [&] {
    outer.setLowerBound(inner.getLowerBound());
    outer.setUpperBound(inner.getUpperBound());
    outer->setDiscardableAttrs(inner->getDiscardableAttrDictionary());
  });
  rewriter.modifyOpInPlace(inner, [&] {
    inner.setLowerBound(lower);
    inner.setUpperBound(upper);
    inner->setDiscardableAttrs(attrs);
  });
}

/// Stores what iterations from `row` on of the outer loop store in iteration
/// `column` of the inner one.
void Turning::storeAt(OpBuilder &builder, Value vector, Value row,
                      Value column) {
  IRMapping map;
  map.map(outer.getInductionVar(), row);
  map.map(inner.getInductionVar(), column);
  for (Operation &op : inner.getBody()->without_terminator())
    if (address.contains(&op))
      builder.clone(op, map);
  auto indices = llvm::map_to_vector(store.getIndices(), [&](Value index) {
    return map.lookupOrDefault(index);
  });
  vector::StoreOp::create(builder, store.getLoc(), vector,
                          map.lookupOrDefault(store.getMemRef()), indices);
}

void Turning::buildSquare(OpBuilder &builder, Value row, Value column) {
  Location loc = inner.getLoc();
  LaneKinds kinds(inner);
  ValueForms forms(inner, kinds, Gathers::Single, store);
  VectorPlan plan{inner, kinds, forms, lanes, store};
  auto at = [&](Value first, int64_t number) {
    return builder.createOrFold<arith::AddIOp>(
        loc, first, arith::ConstantIndexOp::create(builder, loc, number));
  };
  BlockShape shape{column, 1, Value(), Value()};
  Vectors rows;
  for (int64_t number = 0; number < lanes; ++number) {
    BlockBuilder block(builder, plan, shape);
    block.setScalar(outer.getInductionVar(), at(row, number));
    (void)block.build(ArrayRef<Vectors>());
    rows.push_back(block.getKept());
  }
  for (auto [number, vector] :
       llvm::enumerate(transpose(builder, loc, std::move(rows))))
    storeAt(builder, vector, row, at(column, int64_t(number)));
}

SmallVector<scf::ForOp> Turning::run(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  haveInnerRead(rewriter);
  SmallVector<scf::ForOp> made;
  SmallVector<Value> firsts;
  rewriter.setInsertionPoint(outer);
  for (scf::ForOp loop : {outer, inner}) {
    firsts.push_back(loop.getLowerBound());
    if (getIterations(loop) == lanes)
      continue;
    Value step = arith::ConstantIndexOp::create(rewriter, loop.getLoc(), lanes);
    auto squares = scf::ForOp::create(rewriter, loop.getLoc(), firsts.back(),
                                      loop.getUpperBound(), step);
    squares->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    if (iter::LoopAttr label = iter::getLabel(loop))
      squares->setAttr(iter::IterDialect::kLoopAttr,
                       iter::withRole(label, iter::LoopRole::Tile));
    firsts.back() = squares.getInductionVar();
    made.push_back(squares);
    rewriter.setInsertionPointToStart(squares.getBody());
  }
  buildSquare(rewriter, firsts[0], firsts[1]);
  rewriter.eraseOp(outer);
  return made;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::vectorizeTransposed(RewriterBase &rewriter, scf::ForOp outer,
                                    const VectorizeOptions &options,
                                    std::string &refusal) {
  Turning turning{outer, options, refusal};
  if (failed(turning.find()))
    return failure();
  return turning.run(rewriter);
}
