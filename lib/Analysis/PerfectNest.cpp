//===- PerfectNest.cpp - loops around one another alone -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/PerfectNest.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Analysis/IndexFamilies.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::AccumulateOp;
using spindle::sparse::DistinctMemory;

//===----------------------------------------------------------------------===//
// Form
//===----------------------------------------------------------------------===//

/// The loop that is all that `outer` holds but for operations without effects
/// before it; null where there is none.
static scf::ForOp getInner(scf::ForOp outer) {
  Operation *last = outer.getBody()->getTerminator()->getPrevNode();
  auto inner = dyn_cast_or_null<scf::ForOp>(last);
  if (!inner)
    return {};
  for (Operation *op = inner->getPrevNode(); op; op = op->getPrevNode())
    if (!isMemoryEffectFree(op))
      return {};
  return inner;
}

static std::string checkLoop(scf::ForOp loop, scf::ForOp outermost) {
  if (std::string reason = checkNothingCarried(loop); !reason.empty())
    return reason;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (loop != outermost && !outermost.isDefinedOutsideOfLoop(bound))
      return "the bounds of a loop inside are not those of another iteration";
  return "";
}

std::string spindle::iter::findPerfectNest(SmallVectorImpl<scf::ForOp> &nest,
                                           size_t count) {
  std::string reason = checkLoop(nest.front(), nest.front());
  while (reason.empty() && nest.size() < count) {
    scf::ForOp inner = getInner(nest.back());
    if (!inner)
      return "its body is not one loop after operations without effects";
    reason = checkLoop(inner, nest.front());
    nest.push_back(inner);
  }
  return reason;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Whether all of `accesses` combine values by one kind, which may be done in
/// any order.
static bool areFreeOfOrder(ArrayRef<MemoryAccess> accesses, bool reassociate) {
  auto first = dyn_cast<AccumulateOp>(accesses.front().op);
  if (!first ||
      !(reassociate || first.getValues().front().getType().isIntOrIndex()))
    return false;
  return llvm::all_of(accesses, [&](const MemoryAccess &access) {
    auto other = dyn_cast<AccumulateOp>(access.op);
    return other && other.getKind() == first.getKind() &&
           (other == first || other.getBuffers().size() == 1);
  });
}

/// Checks the runs that touch one element of memory, which is written: they
/// differ in at most one loop, so that they stay in order.
static std::string checkAccesses(ArrayRef<scf::ForOp> nest,
                                 ArrayRef<MemoryAccess> accesses,
                                 bool reassociate) {
  if (areFreeOfOrder(accesses, reassociate))
    return "";
  auto differing = llvm::count_if(nest, [&](scf::ForOp loop) {
    return !IndexFamilies(loop, nest.front()).keepApart(accesses);
  });
  if (differing <= 1)
    return "";
  const MemoryAccess *write = llvm::find_if(
      accesses, [](const MemoryAccess &access) { return access.writes; });
  return ("the order in which it " + getVerb(*write) + " " +
          getMemoryName(write->root) + " at " + getIndexText(write->indices) +
          " would change")
      .str();
}

std::string spindle::iter::checkAnyOrder(ArrayRef<scf::ForOp> nest,
                                         bool reassociate) {
  scf::ForOp outermost = nest.front();
  DistinctMemory distinct(outermost->getParentOfType<FunctionOpInterface>());
  BodyMemory memory;
  std::string reason = memory.add(outermost);
  for (const auto &[root, accesses] : memory.getMemories()) {
    if (!reason.empty() || !memory.writes(root))
      continue;
    reason = memory.checkElements(root, distinct, outermost);
    if (reason.empty())
      reason = checkAccesses(nest, accesses, reassociate);
  }
  return reason;
}
