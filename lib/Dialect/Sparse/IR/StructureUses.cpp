//===- StructureUses.cpp - how long an axis is in use ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/StructureUses.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle::sparse;

/// Whether the results of `op`, which uses an axis or what is computed from it,
/// are in turn computed from it whenever they are asked for.
static bool passesOn(Operation *op) {
  auto isStructure = llvm::IsaPred<spindle::axis::AxisType,
                                   spindle::axis::SiteType, BufferType>;
  return isMemoryEffectFree(op) ||
         llvm::any_of(op->getResultTypes(), isStructure);
}

Operation *spindle::sparse::findLastUse(Operation *constructor) {
  Operation *last = constructor;
  llvm::SetVector<Operation *> users;
  users.insert(constructor);
  for (unsigned index = 0; index < users.size(); ++index) {
    Operation *user = users[index];
    Operation *here = constructor->getBlock()->findAncestorOpInBlock(*user);
    if (here && last->isBeforeInBlock(here))
      last = here;
    if (user == constructor || passesOn(user))
      users.insert(user->user_begin(), user->user_end());
  }
  return last;
}
