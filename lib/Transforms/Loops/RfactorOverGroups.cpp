//===- RfactorOverGroups.cpp - one sum by several groups of a block -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Rfactor.h"

#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "VectorizeReductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// Makes one loop over parts, and what combines them.
class GroupSums {
public:
  GroupSums(RewriterBase &rewriter, scf::ForOp loop,
            ArrayRef<LoopReduction> reductions, const RfactorOptions &options)
      : rewriter(rewriter), loop(loop), reductions(reductions),
        options(options), builder(loop.getLoc(), rewriter) {}

  scf::ForOp build();

private:
  void allocate();
  Block *buildParts();
  scf::ForOp buildPart(Value part);
  void combine();
  SmallVector<Value> getPlace(Value part, const LoopReduction &reduction);
  Value load(unsigned index, Value part);
  void store(Value sum, unsigned index, Value part);
  Value number(int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }

  RewriterBase &rewriter;
  scf::ForOp loop;
  ArrayRef<LoopReduction> reductions;
  const RfactorOptions &options;
  ImplicitLocOpBuilder builder;
  /// Of each reduction, the sums of all parts.
  SmallVector<Value> memories;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sums in memory
//===----------------------------------------------------------------------===//

/// Makes memory for the sums: of a block, or of what a thread runs.
void GroupSums::allocate() {
  Operation *scope = options.parallel ? iter::getBlockLoop(loop).getOperation()
                                      : loop->getParentOp();
  while (!isa<scf::ForallOp, FunctionOpInterface>(scope))
    scope = scope->getParentOp();
  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointToStart(&scope->getRegion(0).front());
  for (const LoopReduction &reduction : reductions) {
    SmallVector<int64_t> shape = {options.factor};
    if (auto vector = dyn_cast<VectorType>(reduction.type))
      llvm::append_range(shape, vector.getShape());
    memories.push_back(memref::AllocaOp::create(
        builder, MemRefType::get(shape, getElementTypeOrSelf(reduction.type))));
  }
}

SmallVector<Value> GroupSums::getPlace(Value part,
                                       const LoopReduction &reduction) {
  SmallVector<Value> place = {part};
  if (isa<VectorType>(reduction.type))
    place.push_back(number(0));
  return place;
}

Value GroupSums::load(unsigned index, Value part) {
  const LoopReduction &reduction = reductions[index];
  SmallVector<Value> place = getPlace(part, reduction);
  if (auto vector = dyn_cast<VectorType>(reduction.type))
    return vector::LoadOp::create(builder, vector, memories[index], place);
  return memref::LoadOp::create(builder, memories[index], place);
}

void GroupSums::store(Value sum, unsigned index, Value part) {
  SmallVector<Value> place = getPlace(part, reductions[index]);
  if (isa<VectorType>(sum.getType()))
    vector::StoreOp::create(builder, sum, memories[index], place);
  else
    memref::StoreOp::create(builder, sum, memories[index], place);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Makes the loop over parts, and gives its body.
Block *GroupSums::buildParts() {
  Operation *parts = nullptr;
  Block *body = nullptr;
  if (options.parallel) {
    auto shared = scf::ForallOp::create(
        builder, ArrayRef<OpFoldResult>(builder.getIndexAttr(options.factor)),
        ValueRange(), std::nullopt);
    parts = shared;
    body = shared.getBody();
  } else {
    auto serial = scf::ForOp::create(builder, number(0), number(options.factor),
                                     number(1));
    parts = serial;
    body = serial.getBody();
  }
  if (iter::LoopAttr label = iter::getLabel(loop))
    parts->setAttr(iter::IterDialect::kLoopAttr,
                   iter::withRole(label, iter::LoopRole::Worker));
  return body;
}

/// Makes the loop over the iterations of `part`: as many in each, rounded up to
/// what all lanes of a group do at once.
scf::ForOp GroupSums::buildPart(Value part) {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  bool isVector = llvm::any_of(reductions, [](const LoopReduction &reduction) {
    return isa<VectorType>(reduction.type);
  });
  int64_t together = isVector ? 1 : iter::countLanes(loop);
  Value unit =
      builder.createOrFold<arith::MulIOp>(loop.getStep(), number(together));
  Value length = arith::MaxSIOp::create(
      builder, arith::SubIOp::create(builder, end, begin), number(0));
  Value all = builder.createOrFold<arith::MulIOp>(unit, number(options.factor));
  Value rounds = arith::CeilDivUIOp::create(builder, length, all);
  Value size = arith::MulIOp::create(builder, rounds, unit);
  Value from = arith::MinSIOp::create(
      builder,
      arith::AddIOp::create(builder, begin,
                            arith::MulIOp::create(builder, part, size)),
      end);
  Value to = arith::MinSIOp::create(
      builder, arith::AddIOp::create(builder, from, size), end);
  SmallVector<Value> inits;
  for (const LoopReduction &reduction : reductions)
    inits.push_back(arith::ConstantOp::create(builder, reduction.getNeutral()));
  auto made = scf::ForOp::create(builder, from, to, loop.getStep(), inits);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointToStart(made.getBody());
  IRMapping mapping;
  mapping.map(loop.getBody()->getArguments(), made.getBody()->getArguments());
  for (Operation &op : *loop.getBody())
    builder.clone(op, mapping);
  return made;
}

/// Combines the sums of all parts with what the loop begins with, in order.
void GroupSums::combine() {
  auto parts = scf::ForOp::create(builder, number(0), number(options.factor),
                                  number(1), loop.getInitArgs());
  OpBuilder::InsertionGuard saved(builder);
  builder.setInsertionPointToStart(parts.getBody());
  SmallVector<Value> sums;
  for (auto [index, reduction] : llvm::enumerate(reductions))
    sums.push_back(reduction.combine(builder, loop.getLoc(),
                                     parts.getRegionIterArg(index),
                                     load(index, parts.getInductionVar())));
  scf::YieldOp::create(builder, sums);
  rewriter.replaceAllUsesWith(loop.getResults(), parts.getResults());
}

scf::ForOp GroupSums::build() {
  builder.setInsertionPoint(loop);
  allocate();
  Block *body = buildParts();
  Value part = body->getArgument(0);
  builder.setInsertionPoint(body->getTerminator());
  scf::ForOp made = buildPart(part);
  for (auto [index, sum] : llvm::enumerate(made.getResults()))
    store(sum, index, part);
  builder.setInsertionPoint(loop);
  combine();
  return made;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// Why groups cannot share the iterations of `loop`.
static std::string checkForGroups(scf::ForOp loop,
                                  ArrayRef<LoopReduction> reductions,
                                  const RfactorOptions &options) {
  if (options.parallel && !iter::getBlockLoop(loop))
    return "it stands in no loop that is bound to blocks";
  if (options.parallel && iter::getSharedLoop(loop))
    return "it stands in a loop that the groups of a block share";
  if (loop.getUnsignedCmp() || !loop.getInductionVar().getType().isIndex())
    return "its variable is no index, or compared as an unsigned number";
  for (const LoopReduction &reduction : reductions)
    if (auto vector = dyn_cast<VectorType>(reduction.type))
      if (vector.getRank() != 1 || vector.isScalable())
        return "it carries more than numbers and vectors of one dimension";
  bool writes = loop.getBody()
                    ->walk([](Operation *op) {
                      MemoryTouches touches = getTouches(op);
                      return touches.isUnknown || !touches.writes.empty()
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
  return writes ? "it writes memory" : "";
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::rfactorOverGroups(RewriterBase &rewriter, scf::ForOp loop,
                                  const RfactorOptions &options,
                                  std::string &refusal) {
  SmallVector<LoopReduction> reductions =
      matchReductions(loop, options.reassociate, refusal);
  if (refusal.empty())
    refusal = checkForGroups(loop, reductions, options);
  if (!refusal.empty())
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  scf::ForOp made = GroupSums(rewriter, loop, reductions, options).build();
  if (options.observer.onReplaced)
    options.observer.onReplaced(loop, made);
  rewriter.eraseOp(loop);
  return SmallVector<scf::ForOp>{made};
}
