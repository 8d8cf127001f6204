//===- Snapshots.cpp - structure that must not change ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Snapshots.h"

#include "Machine.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t computeHash(const IntegerArray &array) {
  return llvm::xxh3_64bits(
      ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(array.data),
                        array.data ? array.size * array.bytes : 0));
}

Snapshot::Snapshot(std::string what, const IntegerArray &array,
                   const View *view)
    : what(std::move(what)), array(array), view(view),
      hash(computeHash(array)) {}

bool Snapshot::isUnchanged() const {
  return !(view && view->freed) && computeHash(array) == hash;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Whether the results of `op`, which uses an axis or what is computed from
/// it, are in turn computed from it whenever they are asked for.
static bool passesOn(Operation *op) {
  auto isStructure =
      llvm::IsaPred<axis::AxisType, axis::SiteType, sparse::BufferType>;
  return isMemoryEffectFree(op) ||
         llvm::any_of(op->getResultTypes(), isStructure);
}

Operation *spindle::interpreter::findLastUse(Operation *maker) {
  Operation *last = maker;
  llvm::SetVector<Operation *> users;
  users.insert(maker);
  for (unsigned index = 0; index < users.size(); ++index) {
    Operation *user = users[index];
    Operation *here = maker->getBlock()->findAncestorOpInBlock(*user);
    if (here && last->isBeforeInBlock(here))
      last = here;
    if (user == maker || passesOn(user))
      users.insert(user->user_begin(), user->user_end());
  }
  return last;
}
