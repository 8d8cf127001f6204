//===- LaneSyncs.cpp - lanes that wait for each other ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Operations are taken in their order, with the accesses since lanes last
// waited. A loop or branch is one operation first, then what is in it; at the
// start of a loop's body are the accesses of the rounds before.
//
//===----------------------------------------------------------------------===//

#include "LaneSyncs.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace spindle;
using spindle::iter::getLinearIndex;
using spindle::iter::LinearIndex;

namespace {
/// Which lanes do an access: all of them, each its part, or the first.
enum class Lanes { All, Blocked, Cyclic, First };

/// An access to memory that lanes share.
struct SharedAccess {
  Lanes lanes = Lanes::All;
  bool writes = false;
  bool isAtomic = false;
  Value memory;
  /// What stands for each dimension; empty where it is not known.
  SmallVector<LinearIndex> place;
  /// Elements in the last dimension.
  int64_t count = 1;
  /// The loop in an earlier round of which it is; null for none.
  Operation *loop = nullptr;
};

using Accesses = SmallVector<SharedAccess>;
} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static void setPlace(SharedAccess &access, ValueRange indices) {
  for (Value index : indices) {
    std::optional<LinearIndex> sum = getLinearIndex(index);
    if (!sum)
      return access.place.clear();
    access.place.push_back(*sum);
  }
}

/// Adds the index that each dimension of `view` begins at to what stands for
/// it; whether that is known.
static bool addOffsets(SharedAccess &access, memref::SubViewOp view) {
  llvm::SmallBitVector dropped = view.getDroppedDims();
  SmallVector<LinearIndex> place;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(view.getMixedOffsets())) {
    LinearIndex sum;
    if (!dropped[dim])
      sum = access.place[next++];
    if (auto value = dyn_cast<Value>(offset)) {
      std::optional<LinearIndex> start = getLinearIndex(value);
      if (!start)
        return false;
      sum.constant += start->constant;
      for (LinearIndex::Term term : start->terms)
        sum.terms.push_back(term);
    } else {
      sum.constant += *getConstantIntValue(offset);
    }
    place.push_back(sum);
  }
  access.place = place;
  return true;
}

/// Has `access` be to what its memory is a part of.
static void followViews(SharedAccess &access) {
  while (!access.place.empty()) {
    auto view = access.memory.getDefiningOp<memref::SubViewOp>();
    if (!view || !view.hasUnitStride())
      return;
    if (!addOffsets(access, view))
      access.place.clear();
    access.memory = view.getSource();
  }
}

static SharedAccess makeAccess(Value memory, ValueRange indices, Lanes lanes,
                               bool writes) {
  SharedAccess access;
  access.lanes = lanes;
  access.writes = writes;
  access.memory = memory;
  setPlace(access, indices);
  return access;
}

static Lanes getLanes(const VectorAccess &access, LaneForm form) {
  switch (form) {
  case LaneForm::Whole:
    return access.writes ? Lanes::First : Lanes::All;
  case LaneForm::Blocked:
    return Lanes::Blocked;
  case LaneForm::Cyclic:
    return Lanes::Cyclic;
  }
  llvm_unreachable("all forms are there");
}

/// The access that `op` is by itself, to any memory.
static std::optional<SharedAccess> findAccess(Operation *op,
                                              const LaneForms &forms) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return makeAccess(load.getMemRef(), load.getIndices(), Lanes::All, false);
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return makeAccess(store.getMemRef(), store.getIndices(), Lanes::First,
                      true);
  if (isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(op)) {
    unsigned memory = isa<memref::AtomicRMWOp>(op) ? 1 : 0;
    SharedAccess access =
        makeAccess(op->getOperand(memory), {}, Lanes::First, true);
    access.isAtomic = true;
    return access;
  }
  std::optional<VectorAccess> vector = getVectorAccess(op);
  if (auto update = dyn_cast<iter::AtomicUpdateOp>(op); update && !vector) {
    SharedAccess access =
        makeAccess(update.getMemref(), {}, Lanes::First, true);
    access.isAtomic = true;
    return access;
  }
  if (!vector)
    return std::nullopt;
  SharedAccess access =
      makeAccess(vector->memory, vector->isRow ? vector->indices : ValueRange(),
                 getLanes(*vector, forms.getForm(op)), vector->writes);
  access.isAtomic = vector->isAtomic;
  auto type = cast<VectorType>(vector->vectors.front().getType());
  access.count = type.getRank() == 1 ? type.getDimSize(0) : 0;
  if (access.count == 0)
    access.place.clear();
  return access;
}

/// All accesses of `op` and what is in it, to memory that lanes share.
static Accesses collect(Operation *op, const LaneForms &forms) {
  Accesses found;
  op->walk([&](Operation *inner) {
    std::optional<SharedAccess> access = findAccess(inner, forms);
    if (!access || isPrivate(access->memory))
      return;
    followViews(*access);
    found.push_back(*access);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

static bool hasNoAlias(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  if (!argument)
    return false;
  auto kernel = dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  return kernel && argument.getOwner()->isEntryBlock() &&
         argument.getArgNumber() < kernel.getNumArguments() &&
         kernel.getArgAttr(argument.getArgNumber(),
                           LLVM::LLVMDialect::getNoAliasAttrName());
}

/// Whether the two are of memories that do not overlap.
static bool areApart(const SharedAccess &one, const SharedAccess &other) {
  Value first = sparse::getRootMemory(one.memory);
  Value second = sparse::getRootMemory(other.memory);
  if (first == second)
    return false;
  auto getSpace = [](Value memory) {
    return cast<BaseMemRefType>(memory.getType()).getMemorySpace();
  };
  return getSpace(first) != getSpace(second) || hasNoAlias(first) ||
         hasNoAlias(second);
}

/// `later` - `before`, if that is a number and some rounds of `loop`: the
/// number, and what each round adds. `loop` is null where both are in one
/// round.
static std::optional<std::pair<int64_t, int64_t>>
getDistance(const LinearIndex &before, const LinearIndex &later,
            Operation *loop) {
  auto rounds = dyn_cast_or_null<scf::ForOp>(loop);
  llvm::MapVector<Value, std::pair<int64_t, int64_t>> factors;
  for (LinearIndex::Term term : before.terms)
    factors[term.value].first += term.factor;
  for (LinearIndex::Term term : later.terms)
    factors[term.value].second += term.factor;
  int64_t step = 0;
  for (auto [value, pair] : factors) {
    if (pair.first != pair.second)
      return std::nullopt;
    if (pair.first == 0 || !loop)
      continue;
    if (rounds && value == rounds.getInductionVar())
      // An unknown step is 1 at least.
      step = pair.first * getConstantIntValue(rounds.getStep()).value_or(1);
    else if (loop->isAncestor(value.getParentRegion()->getParentOp()))
      return std::nullopt;
  }
  return std::make_pair(later.constant - before.constant, step);
}

/// Whether [0, count) and [distance + k * step, ... + otherCount) are apart for
/// k = 1, 2, ..., or for step 0 for k = 0.
static bool areApart(std::pair<int64_t, int64_t> distance, int64_t count,
                     int64_t otherCount) {
  auto [start, step] = distance;
  if (step >= 0)
    return start + step >= count || (step == 0 && start <= -otherCount);
  return start + step <= -otherCount;
}

/// Whether `before` and `later` are of different elements, in the rounds that
/// they are of; or of the same, each of them by one lane.
static bool areApartOrOwn(const SharedAccess &before,
                          const SharedAccess &later) {
  if (before.memory != later.memory || before.place.empty() ||
      before.place.size() != later.place.size())
    return false;
  bool isSpread =
      before.lanes == Lanes::Blocked || before.lanes == Lanes::Cyclic;
  bool areSame =
      isSpread && before.lanes == later.lanes && before.count == later.count;
  for (auto [dim, pair] :
       llvm::enumerate(llvm::zip(before.place, later.place))) {
    auto distance =
        getDistance(std::get<0>(pair), std::get<1>(pair), before.loop);
    bool isLast = dim + 1 == before.place.size();
    areSame &= distance && distance->first == 0 && distance->second == 0;
    if (distance && areApart(*distance, isLast ? before.count : 1,
                             isLast ? later.count : 1))
      return true;
  }
  return areSame;
}

static bool conflict(const SharedAccess &before, const SharedAccess &later) {
  if (!before.writes && !later.writes)
    return false;
  if (before.lanes == Lanes::First && later.lanes == Lanes::First)
    return false;
  if (before.isAtomic && later.isAtomic)
    return false;
  return !areApart(before, later) && !areApartOrOwn(before, later);
}

static bool conflict(const Accesses &before, const Accesses &later) {
  return llvm::any_of(later, [&](const SharedAccess &access) {
    return llvm::any_of(before, [&](const SharedAccess &other) {
      return conflict(other, access);
    });
  });
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

namespace {
class LaneSyncer {
public:
  LaneSyncer(LaneGroup &group, const LaneForms &forms)
      : group(group), forms(forms) {}

  /// Takes the operations of `region`, behind `before`.
  void run(Region &region, const Accesses &before);

private:
  void run(Operation *op, Accesses &before);

  LaneGroup &group;
  const LaneForms &forms;
};
} // namespace

void LaneSyncer::run(Operation *op, Accesses &before) {
  if (isa<gpu::BarrierOp>(op))
    return before.clear();
  Accesses own = collect(op, forms);
  if (own.empty())
    return;
  if (conflict(before, own)) {
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    group.sync(builder);
    before.clear();
  }
  Accesses inside = before;
  if (isa<LoopLikeOpInterface>(op))
    for (SharedAccess access : own) {
      access.loop = op;
      inside.push_back(access);
    }
  for (Region &region : op->getRegions())
    run(region, inside);
  llvm::append_range(before, own);
}

void LaneSyncer::run(Region &region, const Accesses &before) {
  for (Block &block : region) {
    Accesses current = before;
    for (Operation &op : llvm::make_early_inc_range(block))
      run(&op, current);
  }
}

void spindle::syncLanes(gpu::GPUFuncOp kernel, LaneGroup &group,
                        const LaneForms &forms) {
  LaneSyncer(group, forms).run(kernel.getBody(), {});
}
