//===- IndependentIterations.cpp - iterations in any order ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IndependentIterations.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Support/Quote.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// Elements that an operation reads or writes.
struct IndexedAccess {
  Operation *op;
  Value memory;
  /// The first indices of all of them.
  SmallVector<Value> indices;
  bool isWrite;
};
} // namespace

/// The first indices of all elements of `memory` that `op` touches; none where
/// that is not known.
static SmallVector<Value> getFirstIndices(Operation *op, Value memory) {
  if (std::optional<ElementAccess> access = getElementAccess(op))
    return access->element.indices;
  return llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
      .Case<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
            vector::MaskedStoreOp>([&](auto access) {
        return llvm::to_vector(ValueRange(access.getIndices()).drop_back());
      })
      .Default([](Operation *) { return SmallVector<Value>(); });
}

/// The accesses in `loop` to memory from outside; null and an operation where
/// not all are known.
static Operation *collectAccesses(scf::ForOp loop,
                                  SmallVectorImpl<IndexedAccess> &accesses) {
  Operation *unknown = nullptr;
  auto note = [&](Operation *op, Value memory, bool isWrite) {
    if (!loop.isDefinedOutsideOfLoop(MemoryFacts::getRoot(memory)))
      return;
    accesses.push_back({op, memory, getFirstIndices(op, memory), isWrite});
  };
  loop.getBody()->walk([&](Operation *op) {
    MemoryTouches touches = getTouches(op);
    if (touches.isUnknown && !unknown)
      unknown = op;
    for (Value memory : touches.reads)
      note(op, memory, false);
    for (Value memory : touches.writes)
      note(op, memory, true);
  });
  return unknown;
}

static bool tellsIterationsApart(Value index, scf::ForOp loop);

/// Whether `index` tells the iterations of `loop` apart because it is loaded
/// from different positions of an array of different numbers, which no program
/// writes.
static bool isUniqueNumber(Value index, scf::ForOp loop) {
  if (auto cast = index.getDefiningOp<arith::IndexCastOp>())
    index = cast.getIn();
  auto load = index.getDefiningOp<memref::LoadOp>();
  return load && load->hasAttr(spindle::iter::IterDialect::kUniqueAttr) &&
         isInvariant(load.getMemRef(), loop) &&
         llvm::any_of(load.getIndices(), [&](Value place) {
           return tellsIterationsApart(place, loop);
         });
}

/// Whether `index` is another one in each iteration of `loop`.
static bool tellsIterationsApart(Value index, scf::ForOp loop) {
  auto sum = spindle::iter::getLinearIndex(index);
  if (isUniqueNumber(index, loop))
    return true;
  if (!sum)
    return false;
  bool found = false;
  for (const spindle::iter::LinearIndex::Term &term : sum->terms) {
    if (term.value == loop.getInductionVar())
      found = true;
    else if (!isInvariant(term.value, loop))
      return false;
  }
  return found;
}

/// Whether no two iterations touch one element by `first` and `second`, which
/// may be one access.
static bool areApart(const IndexedAccess &first, const IndexedAccess &second,
                     scf::ForOp loop, const MemoryFacts &facts) {
  if (facts.areDistinct(first.memory, second.memory))
    return true;
  // A view that moves along may have one element at several indices.
  if (!areSame(Element{first.memory, {}}, Element{second.memory, {}}) ||
      !isInvariant(first.memory, loop))
    return false;
  return llvm::any_of(llvm::zip(first.indices, second.indices), [&](auto pair) {
    auto [one, other] = pair;
    return iter::areEqual(one, other) && tellsIterationsApart(one, loop);
  });
}

bool spindle::loops::hasIndependentIterations(scf::ForOp loop,
                                              std::string &refusal,
                                              Operation *&obstacle) {
  MemoryFacts facts(loop);
  SmallVector<IndexedAccess> accesses;
  obstacle = collectAccesses(loop, accesses);
  if (obstacle) {
    refusal = quote(obstacle) + " in it may read and write everything";
    return false;
  }
  for (const IndexedAccess &write : accesses)
    for (const IndexedAccess &access : accesses) {
      if (!write.isWrite || areApart(write, access, loop, facts))
        continue;
      obstacle = access.op;
      refusal = quote(access.op) +
                " in it may touch what another iteration writes by " +
                quote(write.op);
      return false;
    }
  return true;
}
