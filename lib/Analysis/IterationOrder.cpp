//===- IterationOrder.cpp - which runs of a body may change places --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/IterationOrder.h"

#include "Spindle/Analysis/BodyAccesses.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/KnownDims.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::AccumulateOp;

namespace {
/// The proof for one order, on the way.
struct OrderProof {
  NestOp nest;
  ArrayRef<int64_t> order;
  bool reassociate;
  SmallVector<MemoryAccess> accesses = {};
  /// The operation that is the reason; null for none.
  Operation *obstacle = nullptr;

  /// Why the result may differ; empty if it does not.
  std::string run();

private:
  std::string collect();
  std::string checkResults();
  std::string checkMemory(const MemoryAccess &write);
  std::string checkPair(const MemoryAccess &write, const MemoryAccess &other);
  bool mayChangePlaces(const MemoryAccess &write, const MemoryAccess &other);
  std::string findSwap(const KnownDims &dims);
  std::string findSwap(int64_t dim, const BitVector &known);
};
} // namespace

/// Whether values of `type` are combined to one result in any order.
static bool isFreeOfOrder(Type type) { return type.isIntOrIndex(); }

//===----------------------------------------------------------------------===//
// What the body does
//===----------------------------------------------------------------------===//

std::string OrderProof::collect() {
  std::string reason;
  nest.getBody().walk([&](Operation *op) {
    reason = findNestAccesses(op, accesses);
    obstacle = reason.empty() ? nullptr : op;
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason;
}

/// Checks the order in which the values that the nest gives are combined.
std::string OrderProof::checkResults() {
  if (reassociate || llvm::all_of(nest.getResultTypes(), isFreeOfOrder))
    return "";
  std::string swap = findSwap(KnownDims(nest));
  return swap.empty() ? ""
                      : "the order in which it combines its results would "
                        "change with " +
                            swap;
}

//===----------------------------------------------------------------------===//
// Pairs of accesses
//===----------------------------------------------------------------------===//

/// Whether all orders of the two give one result, or one that may be taken for
/// it.
bool OrderProof::mayChangePlaces(const MemoryAccess &write,
                                 const MemoryAccess &other) {
  auto first = dyn_cast<AccumulateOp>(write.op);
  auto second = dyn_cast<AccumulateOp>(other.op);
  if (!first || !second || first.getKind() != second.getKind())
    return false;
  // Another pair of buffers may tell another index of its smallest value.
  if (isArgKind(first.getKind()) && first != second)
    return false;
  return reassociate || isFreeOfOrder(first.getValues().front().getType());
}

static sparse::AccessForm getForm(Operation *access) {
  return llvm::TypeSwitch<Operation *, sparse::AccessForm>(access)
      .Case<sparse::LoadOp, sparse::StoreOp, AccumulateOp>(
          [](auto op) { return op.getForm(); });
}

/// Whether equal indices of the two name one element, and others do not.
static bool areOfOneForm(const MemoryAccess &first,
                         const MemoryAccess &second) {
  return first.buffer && first.buffer == second.buffer &&
         getForm(first.op) == getForm(second.op);
}

std::string OrderProof::checkPair(const MemoryAccess &write,
                                  const MemoryAccess &other) {
  if (mayChangePlaces(write, other))
    return "";
  KnownDims dims(nest);
  if (areOfOneForm(write, other))
    for (auto [index, same] : llvm::zip(write.indices, other.indices))
      if (index == same)
        dims.addIndex(index);
  std::string swap = findSwap(dims);
  if (swap.empty())
    return "";
  std::string text = "the order in which it ";
  if (other.op != write.op)
    text += (getVerb(other) + " " + getMemoryName(other.root) + " at " +
             getIndexText(other.indices) + " and ")
                .str();
  return (text + getVerb(write) + " " + getMemoryName(write.root) + " at " +
          getIndexText(write.indices) + " would change with " + swap)
      .str();
}

/// Checks `write` against all accesses to the memory that it is to.
std::string OrderProof::checkMemory(const MemoryAccess &write) {
  bool isPlain = hasDistinctElements(write.memory);
  for (const MemoryAccess &other : accesses) {
    if (other.root == write.root) {
      if (other.memory != write.memory || !isPlain)
        return "it uses the memory of " + getMemoryName(write.root) +
               " by views that may overlap";
      if (std::string reason = checkPair(write, other); !reason.empty())
        return reason;
    } else if (!isOfBufferOrAxis(other.memory)) {
      return "it uses " + getMemoryName(other.root) + ", which may overlap " +
             getMemoryName(write.root);
    }
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Pairs of runs
//===----------------------------------------------------------------------===//

/// A dimension that moves out across `dim` and whose position does not follow
/// from `known`, as text; empty where there is none.
std::string OrderProof::findSwap(int64_t dim, const BitVector &known) {
  for (int64_t moved : order) {
    if (moved == dim)
      break;
    if (moved > dim && !known.test(moved))
      return nest.getDimName(moved).str() + " outside of " +
             nest.getDimName(dim).str();
  }
  return "";
}

/// Dimensions that exchange runs of the body which have in common what `dims`
/// says, as text; empty where there are none.
std::string OrderProof::findSwap(const KnownDims &dims) {
  BitVector outside(nest.getNumDims());
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim) {
    BitVector known = dims.close(outside);
    if (!known.test(dim))
      if (std::string swap = findSwap(dim, known); !swap.empty())
        return swap;
    outside.set(dim);
  }
  return "";
}

std::string OrderProof::run() {
  std::string reason = collect();
  if (reason.empty())
    reason = checkResults();
  for (const MemoryAccess &access : accesses) {
    if (!reason.empty())
      break;
    if (access.writes)
      reason = checkMemory(access);
    obstacle = reason.empty() ? nullptr : access.op;
  }
  return reason;
}

std::string spindle::iter::checkOrder(NestOp nest, ArrayRef<int64_t> order,
                                      bool reassociate, Operation *&obstacle) {
  OrderProof proof{nest, order, reassociate};
  std::string reason = proof.run();
  obstacle = proof.obstacle;
  return reason;
}
