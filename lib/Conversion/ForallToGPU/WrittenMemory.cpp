//===- WrittenMemory.cpp - which memory a region writes -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenMemory.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::DistinctMemory;
using spindle::sparse::getRootMemory;

WrittenMemory::WrittenMemory(Operation *op) {
  op->walk([&](Operation *inner) { note(inner); });
}

void WrittenMemory::note(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects) {
    // The effects of operations inside are seen there.
    unknown |= !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
               !isa<FunctionOpInterface>(op);
    return;
  }
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  for (const MemoryEffects::EffectInstance &instance : instances) {
    if (!isa<MemoryEffects::Write>(instance.getEffect()))
      continue;
    unknown |= !instance.getValue();
    if (Value memref = instance.getValue())
      roots.insert(getRootMemory(memref));
  }
}

bool WrittenMemory::mayWrite(Value memref) const {
  return unknown || roots.contains(getRootMemory(memref));
}

bool WrittenMemory::mayChange(Value memref,
                              const DistinctMemory &distinct) const {
  return mayWrite(memref) || llvm::any_of(roots, [&](Value written) {
           return !distinct.areDistinct(written, memref);
         });
}
