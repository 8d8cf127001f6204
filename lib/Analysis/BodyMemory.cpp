//===- BodyMemory.cpp - the memory that operations use --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/BodyMemory.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

std::string BodyMemory::add(Operation *op) {
  SmallVector<MemoryAccess> accesses;
  std::string reason;
  op->walk([&](Operation *inner) {
    reason = findAccesses(inner, accesses);
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  for (const MemoryAccess &access : accesses)
    memories[access.root].push_back(access);
  return reason;
}

ArrayRef<MemoryAccess> BodyMemory::getAccesses(Value root) const {
  const auto *it = memories.find(root);
  return it == memories.end() ? ArrayRef<MemoryAccess>() : it->second;
}

bool BodyMemory::writes(Value root) const {
  return llvm::any_of(getAccesses(root),
                      [](const MemoryAccess &access) { return access.writes; });
}

static bool areOfBuffersOrAxes(ArrayRef<MemoryAccess> accesses) {
  return llvm::all_of(accesses, [](const MemoryAccess &access) {
    return isOfBufferOrAxis(access.memory);
  });
}

/// Whether two different memories, accessed so, may overlap.
static bool mayOverlap(Value first, ArrayRef<MemoryAccess> ofFirst,
                       Value second, ArrayRef<MemoryAccess> ofSecond,
                       const DistinctMemory &distinct) {
  return !distinct.areDistinct(first, second) &&
         !(areOfBuffersOrAxes(ofFirst) && areOfBuffersOrAxes(ofSecond));
}

std::string BodyMemory::checkElements(Value root,
                                      const DistinctMemory &distinct,
                                      scf::ForOp loop) const {
  ArrayRef<MemoryAccess> own = getAccesses(root);
  for (const auto &[other, accesses] : memories)
    if (other != root && mayOverlap(other, accesses, root, own, distinct))
      return "it uses " + getMemoryName(other) + ", which may overlap " +
             getMemoryName(root);
  if (own.empty())
    return "";
  Value memory = own.front().memory;
  bool moves = loop && !loop.isDefinedOutsideOfLoop(memory);
  if (moves || llvm::any_of(own, [&](const MemoryAccess &access) {
        return access.memory != memory;
      }))
    return "it uses the memory of " + getMemoryName(root) +
           " by views that may overlap";
  return hasDistinctElements(memory) ? ""
                                     : "elements of " + getMemoryName(root) +
                                           " may overlap one another";
}

std::string BodyMemory::findConflict(const BodyMemory &other,
                                     const DistinctMemory &distinct) const {
  for (const auto &[root, accesses] : memories)
    for (const auto &[second, accessesOfOther] : other.memories) {
      if (!writes(root) && !other.writes(second))
        continue;
      if (root == second ||
          mayOverlap(root, accesses, second, accessesOfOther, distinct))
        return getMemoryName(writes(root) ? root : second);
    }
  return "";
}
