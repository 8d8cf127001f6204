//===- AccumulateInRegisters.cpp - sums that loops carry ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/AccumulateInRegisters.h"

#include "CarriedElement.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Transforms/Loops/ForwardStores.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "Spindle/Transforms/Loops/LoopGuards.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::iter::AtomicUpdateOp;

namespace {
/// An element that a loop accesses at an address that does not change in it, or
/// the elements there that it updates atomically.
struct Candidate {
  Element element;
  SmallVector<Operation *> accesses;
  bool isLoaded = false, isStored = false;
  /// The first of the updates, where these are what is done.
  AtomicUpdateOp update = {};
};

/// What has to be so for loads and stores to be moved out of a loop.
enum class Proof {
  /// The program makes them anyway.
  Given,
  /// It does if the loop has an iteration.
  IfItRuns,
  None
};
} // namespace

//===----------------------------------------------------------------------===//
// What may be carried
//===----------------------------------------------------------------------===//

/// Whether the two update the same elements by one kind.
static bool areAlike(AtomicUpdateOp first, AtomicUpdateOp second) {
  return first.getKind() == second.getKind() &&
         first.getMask() == second.getMask() &&
         first.getValue().getType() == second.getValue().getType();
}

/// Notes `update` if its elements do not change in `loop`.
static void addUpdate(AtomicUpdateOp update, scf::ForOp loop,
                      SmallVectorImpl<Candidate> &all) {
  Element element = {update.getMemref(), update.getIndices()};
  bool isNumber = update.getVectorType() ||
                  update.getValue().getType().isIntOrIndexOrFloat();
  if (!isNumber || update.isScatter() || !isInvariant(element, loop) ||
      (update.getMask() && !isInvariant(update.getMask(), loop)))
    return;
  auto known = llvm::find_if(all, [&](Candidate &candidate) {
    return candidate.update && areAlike(candidate.update, update) &&
           areSame(candidate.element, element);
  });
  if (known == all.end())
    known = all.insert(known, Candidate{element, {}, true, true, update});
  known->accesses.push_back(update);
}

static SmallVector<Candidate> findCandidates(scf::ForOp loop) {
  SmallVector<Candidate> all;
  loop.getBody()->walk([&](Operation *op) {
    if (auto update = dyn_cast<AtomicUpdateOp>(op))
      return addUpdate(update, loop, all);
    std::optional<MemoryAccess> access = getElementAccess(op);
    if (!access || !isInvariant(*access, loop))
      return;
    auto known = llvm::find_if(all, [&](const Candidate &candidate) {
      return !candidate.update && areSame(candidate.element, *access);
    });
    if (known == all.end())
      known = all.insert(known, Candidate{*access, {}});
    known->accesses.push_back(op);
    (access->writes ? known->isStored : known->isLoaded) = true;
  });
  llvm::erase_if(all, [](const Candidate &candidate) {
    return !candidate.isLoaded || !candidate.isStored;
  });
  return all;
}

/// Whether `op` by itself may touch what is carried. Updates of one kind do not
/// mind one another.
static bool mayTouch(Operation *op, const Candidate &candidate,
                     const MemoryFacts &facts) {
  if (!candidate.update)
    return facts.touches(op, candidate.element);
  if (isa<scf::ForOp, scf::IfOp>(op))
    return false;
  auto other = dyn_cast<AtomicUpdateOp>(op);
  AtomicUpdateOp update = candidate.update;
  bool commutes = other && other.getKind() == update.getKind();
  return !commutes && facts.findAccess(op, candidate.element.memory);
}

/// Another operation in `loop` that may touch the element, or null.
static Operation *findOther(const Candidate &candidate, scf::ForOp loop,
                            const MemoryFacts &facts) {
  Operation *found = nullptr;
  loop.getBody()->walk([&](Operation *op) {
    if (llvm::is_contained(candidate.accesses, op) ||
        !mayTouch(op, candidate, facts))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// What is around an access inside `loop` and carries no values; or null.
static Operation *findClosed(const Candidate &candidate, scf::ForOp loop) {
  for (Operation *op : candidate.accesses)
    while ((op = op->getParentOp()) != loop)
      if (!isa<scf::ForOp, scf::IfOp>(op))
        return op;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Whether the element is accessed anyway
//===----------------------------------------------------------------------===//

/// Whether each run of `block` stores to the element.
static bool surelyStores(Block *block, const Candidate &candidate) {
  return llvm::any_of(*block, [&](Operation &op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return surelyRuns(loop) && surelyStores(loop.getBody(), candidate);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return branch.elseBlock() &&
             surelyStores(branch.thenBlock(), candidate) &&
             surelyStores(branch.elseBlock(), candidate);
    return isa<memref::StoreOp, AtomicUpdateOp>(op) &&
           llvm::is_contained(candidate.accesses, &op);
  });
}

/// Whether the element is known to exist without any access to it.
static bool surelyExists(const Candidate &candidate) {
  return llvm::any_of(candidate.accesses, [](Operation *access) {
    return access->hasAttr(sparse::SparseDialect::kExistsAttr);
  });
}

static Proof prove(const Candidate &candidate, scf::ForOp loop) {
  if (surelyExists(candidate) ||
      isAccessedAround(loop, candidate.element, /*byStore=*/true))
    return Proof::Given;
  if (!surelyStores(loop.getBody(), candidate))
    return Proof::None;
  return surelyRuns(loop) ? Proof::Given : Proof::IfItRuns;
}

/// Why the element cannot be carried by `loop`, in words that follow "since";
/// empty if it can. `obstacle` is what stands in the way.
static std::string findRefusal(const Candidate &candidate, scf::ForOp loop,
                               const MemoryFacts &facts, Operation *&obstacle) {
  auto name = [&] {
    return ("'" + obstacle->getName().getStringRef() + "'").str();
  };
  if ((obstacle = findOther(candidate, loop, facts)))
    return name() + " in it may touch the element that it loads and stores";
  if ((obstacle = findClosed(candidate, loop)))
    return name() + " in it loads or stores the element and carries no values";
  if (prove(candidate, loop) != Proof::None)
    return "";
  obstacle = candidate.accesses.front();
  return "it may never store to the element";
}

/// The elements that `loop` can carry. Says why there is none.
static SmallVector<Candidate> selectCandidates(scf::ForOp loop,
                                               const MemoryFacts &facts,
                                               const LoopObserver &observer,
                                               std::string &refusal) {
  refusal = "it loads and stores no element that is the same in all iterations";
  Operation *first = nullptr;
  SmallVector<Candidate> all = findCandidates(loop), selected;
  for (Candidate &candidate : all) {
    Operation *obstacle = nullptr;
    std::string reason = findRefusal(candidate, loop, facts, obstacle);
    if (reason.empty()) {
      selected.push_back(std::move(candidate));
    } else if (!first) {
      first = obstacle;
      refusal = reason;
    }
  }
  if (selected.empty() && first && observer.onObstacle)
    observer.onObstacle(first);
  return selected;
}

//===----------------------------------------------------------------------===//
// Carrying
//===----------------------------------------------------------------------===//

/// Has `loop` carry the element, which is loaded before it and stored after it.
static scf::ForOp carry(RewriterBase &rewriter, scf::ForOp loop,
                        const Candidate &candidate, const MemoryFacts &facts,
                        const LoopObserver &observer) {
  const Element &element = candidate.element;
  hoist(rewriter, element.memory, loop);
  for (Value index : element.indices)
    hoist(rewriter, index, loop);
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = candidate.accesses.front()->getLoc();
  Value value =
      memref::LoadOp::create(rewriter, loc, element.memory, element.indices);
  CarriedElement carried(rewriter, observer, candidate.accesses);
  loop = carried.carry(loop, value);
  rewriter.setInsertionPointAfter(loop);
  memref::StoreOp::create(rewriter, loc, loop.getResults().back(),
                          element.memory, element.indices);
  forwardStores(rewriter, loop->getBlock(), facts, &element);
  return loop;
}

/// Has `loop` carry what its updates come to, from what changes nothing on;
/// one update after it makes them all.
static scf::ForOp carryUpdates(RewriterBase &rewriter, scf::ForOp loop,
                               const Candidate &candidate,
                               const LoopObserver &observer) {
  AtomicUpdateOp update = candidate.update;
  Location loc = update.getLoc();
  for (Value operand : update->getOperands().drop_front())
    hoist(rewriter, operand, loop);
  OpBuilder::InsertionGuard saved(rewriter);
  rewriter.setInsertionPointAfter(loop);
  auto after = cast<AtomicUpdateOp>(rewriter.clone(*update));
  rewriter.setInsertionPoint(loop);
  Type type = update.getValue().getType();
  TypedAttr neutral = getNeutral(update.getKind(), getElementTypeOrSelf(type));
  if (auto vector = dyn_cast<VectorType>(type))
    neutral = DenseElementsAttr::get(vector, Attribute(neutral));
  Value nothing = arith::ConstantOp::create(rewriter, loc, neutral);
  CarriedElement carried(rewriter, observer, candidate.accesses);
  loop = carried.carry(loop, nothing);
  rewriter.modifyOpInPlace(
      after, [&] { after.getValueMutable().set(loop.getResults().back()); });
  return loop;
}

FailureOr<scf::ForOp>
spindle::loops::accumulateInRegisters(RewriterBase &rewriter, scf::ForOp loop,
                                      const AccumulateOptions &options,
                                      std::string &refusal) {
  MemoryFacts facts(loop);
  SmallVector<Candidate> candidates =
      selectCandidates(loop, facts, options.observer, refusal);
  if (candidates.empty())
    return failure();
  if (llvm::any_of(candidates, [&](const Candidate &candidate) {
        return prove(candidate, loop) == Proof::IfItRuns;
      }))
    guard(rewriter, loop);
  for (const Candidate &candidate : candidates)
    loop = candidate.update
               ? carryUpdates(rewriter, loop, candidate, options.observer)
               : carry(rewriter, loop, candidate, facts, options.observer);
  return loop;
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

static void accumulateIn(RewriterBase &rewriter, Operation *root,
                         const AccumulateOptions &options) {
  for (Region &region : root->getRegions())
    for (Block &block : region)
      // A loop that becomes another one may take operations behind it along.
      for (Operation *at = block.empty() ? nullptr : &block.front(); at;
           at = at->getNextNode()) {
        Operation *inner = at;
        std::string refusal;
        if (auto loop = dyn_cast<scf::ForOp>(inner))
          if (auto carrying =
                  accumulateInRegisters(rewriter, loop, options, refusal);
              succeeded(carrying))
            inner = *carrying;
        at = block.findAncestorOpInBlock(*inner);
        accumulateIn(rewriter, inner, options);
      }
}

SmallVector<scf::ForOp> spindle::loops::accumulateAllInRegisters(
    RewriterBase &rewriter, Operation *root, const AccumulateOptions &options) {
  llvm::DenseSet<Operation *> carrying;
  AccumulateOptions quiet;
  quiet.observer.onReplaced = [&](scf::ForOp loop, scf::ForOp other) {
    carrying.erase(loop);
    carrying.insert(other);
    if (options.observer.onReplaced)
      options.observer.onReplaced(loop, other);
  };
  accumulateIn(rewriter, root, quiet);
  SmallVector<scf::ForOp> loops;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (carrying.contains(loop))
      loops.push_back(loop);
  });
  return loops;
}
