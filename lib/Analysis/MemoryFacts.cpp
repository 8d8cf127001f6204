//===- MemoryFacts.cpp - what loops on plain memory touch -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/MemoryFacts.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Values and elements
//===----------------------------------------------------------------------===//

static MemoryAccess makeAccess(Operation *op, Value memory, ValueRange indices,
                               Value value, bool writes) {
  return {{memory, llvm::to_vector(indices)},
          op,
          writes,
          spindle::sparse::getRootMemory(memory),
          value};
}

std::optional<MemoryAccess> spindle::loops::getElementAccess(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op); load && !load.getNontemporal())
    return makeAccess(op, load.getMemRef(), load.getIndices(), load.getResult(),
                      false);
  if (auto store = dyn_cast<memref::StoreOp>(op);
      store && !store.getNontemporal())
    return makeAccess(op, store.getMemRef(), store.getIndices(),
                      store.getValueToStore(), true);
  return std::nullopt;
}

static bool areSameMemory(Value first, Value second) {
  return iter::areEqual(sparse::skipStatements(first),
                        sparse::skipStatements(second));
}

bool spindle::loops::areSame(const Element &first, const Element &second) {
  auto areEqual = [](auto pair) {
    return iter::areEqual(std::get<0>(pair), std::get<1>(pair));
  };
  return areSameMemory(first.memory, second.memory) &&
         llvm::all_of(llvm::zip_equal(first.indices, second.indices), areEqual);
}

bool spindle::loops::isInvariant(Value value, Operation *loop) {
  if (!loop->isAncestor(value.getParentRegion()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, loop);
         });
}

bool spindle::loops::isInvariant(const Element &element, Operation *loop) {
  return isInvariant(element.memory, loop) &&
         llvm::all_of(element.indices,
                      [&](Value index) { return isInvariant(index, loop); });
}

/// Whether `second` is `first` and a constant other than 0.
static bool differByAConstant(Value first, Value second) {
  auto one = spindle::iter::getLinearIndex(first);
  auto other = spindle::iter::getLinearIndex(second);
  if (!one || !other || one->constant == other->constant ||
      one->terms.size() != other->terms.size())
    return false;
  return llvm::all_of(
      one->terms, [&](const spindle::iter::LinearIndex::Term &term) {
        return llvm::any_of(other->terms,
                            [&](const spindle::iter::LinearIndex::Term &same) {
                              return same.factor == term.factor &&
                                     iter::areEqual(same.value, term.value);
                            });
      });
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static void addEffect(const MemoryEffects::EffectInstance &effect,
                      MemoryTouches &touches) {
  if (isa<MemoryEffects::Allocate>(effect.getEffect()))
    return;
  touches.frees |= isa<MemoryEffects::Free>(effect.getEffect());
  if (!effect.getValue())
    touches.isUnknown = true;
  else if (isa<MemoryEffects::Read>(effect.getEffect()))
    touches.reads.push_back(effect.getValue());
  else
    touches.writes.push_back(effect.getValue());
}

MemoryTouches spindle::loops::getTouches(Operation *op) {
  MemoryTouches touches;
  // What a prefetch is said to write keeps it from being removed; a failed
  // assertion ends the program.
  if (isa<memref::PrefetchOp, cf::AssertOp>(op))
    return touches;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface) {
    touches.isUnknown = !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                        !op->hasTrait<OpTrait::IsTerminator>();
    return touches;
  }
  SmallVector<MemoryEffects::EffectInstance> instances;
  interface.getEffects(instances);
  for (const MemoryEffects::EffectInstance &effect : instances)
    addEffect(effect, touches);
  return touches;
}

/// The first operation in `scope`, itself included, that `isFound` holds of;
/// null where there is none.
static Operation *findFirst(Operation *scope,
                            llvm::function_ref<bool(Operation *)> isFound) {
  Operation *found = nullptr;
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isFound(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

bool spindle::loops::mayFree(Operation *op) {
  return findFirst(op, [](Operation *inner) {
    MemoryTouches touches = getTouches(inner);
    return touches.isUnknown || touches.frees;
  });
}

//===----------------------------------------------------------------------===//
// The facts of a function
//===----------------------------------------------------------------------===//

static Operation *getFunction(Operation *op) {
  if (isa<FunctionOpInterface>(op))
    return op;
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? function.getOperation() : op;
}

MemoryFacts::MemoryFacts(Operation *op) : distinct(getFunction(op)) {}

Value MemoryFacts::getRoot(Value memory) {
  return spindle::sparse::getRootMemory(memory);
}

bool MemoryFacts::areDistinct(Value first, Value second) const {
  return distinct.areDistinct(first, second);
}

bool MemoryFacts::areDifferent(const Element &first,
                               const Element &second) const {
  if (areDistinct(first.memory, second.memory))
    return true;
  auto differ = [](auto pair) {
    return differByAConstant(std::get<0>(pair), std::get<1>(pair));
  };
  return areSameMemory(first.memory, second.memory) &&
         llvm::any_of(llvm::zip_equal(first.indices, second.indices), differ);
}

/// Whether `op` by itself writes to `memory`, or reads it if reads count.
static bool mayTouch(const MemoryFacts &facts, Operation *op, Value memory,
                     bool readsCount) {
  MemoryTouches touches = getTouches(op);
  auto overlaps = [&](Value other) {
    return !isa<BaseMemRefType>(other.getType()) ||
           !facts.areDistinct(memory, other);
  };
  return touches.isUnknown || llvm::any_of(touches.writes, overlaps) ||
         (readsCount && llvm::any_of(touches.reads, overlaps));
}

static bool mayTouch(const MemoryFacts &facts, Operation *op,
                     const Element &element, bool readsCount) {
  if (!mayTouch(facts, op, element.memory, readsCount))
    return false;
  std::optional<MemoryAccess> access = getElementAccess(op);
  return !access || !facts.areDifferent(element, *access);
}

bool MemoryFacts::touches(Operation *op, const Element &element) const {
  return mayTouch(*this, op, element, /*readsCount=*/true);
}

Operation *MemoryFacts::findWrite(Operation *scope, Value memory) const {
  return findFirst(scope, [&](Operation *op) {
    return mayTouch(*this, op, memory, /*readsCount=*/false);
  });
}

Operation *MemoryFacts::findAccess(Operation *scope, Value memory) const {
  return findFirst(scope, [&](Operation *op) {
    return mayTouch(*this, op, memory, /*readsCount=*/true);
  });
}

Operation *MemoryFacts::findWrite(Operation *scope,
                                  const Element &element) const {
  return findFirst(scope, [&](Operation *op) {
    return mayTouch(*this, op, element, /*readsCount=*/false);
  });
}

Operation *MemoryFacts::findAccess(Operation *scope,
                                   const Element &element) const {
  return findFirst(scope, [&](Operation *op) {
    return mayTouch(*this, op, element, /*readsCount=*/true);
  });
}
