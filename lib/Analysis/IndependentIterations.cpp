//===- IndependentIterations.cpp - iterations in any order ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IndependentIterations.h"

#include "Spindle/Analysis/IndexFamilies.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Support/Quote.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// The first indices of all elements of `memory` that `op` touches; none where
/// that is not known.
static SmallVector<Value> getFirstIndices(Operation *op, Value memory) {
  if (std::optional<MemoryAccess> access = getElementAccess(op))
    return access->indices;
  auto update = dyn_cast<iter::AtomicUpdateOp>(op);
  if (update && !update.getVectorType())
    return update.getIndices();
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
                                  SmallVectorImpl<MemoryAccess> &accesses) {
  Operation *unknown = nullptr;
  auto note = [&](Operation *op, Value memory, bool isWrite) {
    Value root = MemoryFacts::getRoot(memory);
    if (loop.isDefinedOutsideOfLoop(root))
      accesses.push_back(
          {{memory, getFirstIndices(op, memory)}, op, isWrite, root});
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

/// Whether `first` and `second` may update one element in any order.
static bool commute(const MemoryAccess &first, const MemoryAccess &second) {
  auto one = dyn_cast<iter::AtomicUpdateOp>(first.op);
  auto other = dyn_cast<iter::AtomicUpdateOp>(second.op);
  return one && other && one.getKind() == other.getKind() &&
         one.getMemRefType().getElementType() ==
             other.getMemRefType().getElementType();
}

/// Whether no two iterations touch one element by `first` and `second`, which
/// may be one access.
static bool areApart(const MemoryAccess &first, const MemoryAccess &second,
                     scf::ForOp loop, const MemoryFacts &facts,
                     iter::IndexFamilies &families) {
  if (facts.areDistinct(first.memory, second.memory))
    return true;
  // A view that moves along may have one element at several indices.
  if (!areSame(Element{first.memory, {}}, Element{second.memory, {}}) ||
      !isInvariant(first.memory, loop))
    return false;
  return families.keepApart(first, second);
}

bool spindle::loops::hasIndependentIterations(scf::ForOp loop,
                                              std::string &refusal,
                                              Operation *&obstacle) {
  MemoryFacts facts(loop);
  iter::IndexFamilies families(loop);
  SmallVector<MemoryAccess> accesses;
  obstacle = collectAccesses(loop, accesses);
  if (obstacle) {
    refusal = quote(obstacle) + " in it may read and write everything";
    return false;
  }
  for (const MemoryAccess &write : accesses)
    for (const MemoryAccess &access : accesses) {
      if (!write.writes || commute(write, access) ||
          areApart(write, access, loop, facts, families))
        continue;
      obstacle = access.op;
      refusal = quote(access.op) +
                " in it may touch what another iteration writes by " +
                quote(write.op);
      return false;
    }
  return true;
}
