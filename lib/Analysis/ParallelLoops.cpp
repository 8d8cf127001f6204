//===- ParallelLoops.cpp - which outermost loops may run in parallel ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/ParallelLoops.h"

#include "Spindle/Analysis/BodyAccesses.h"
#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Analysis/IndexFamilies.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::AccumulateOp;
using spindle::sparse::DistinctMemory;

namespace {
/// The proof for one loop, on the way.
struct LoopProof {
  LoopProof(scf::ForOp loop, const DistinctMemory &distinct)
      : loop(loop), distinct(distinct), families(loop) {}

  scf::ForOp loop;
  const DistinctMemory &distinct;
  IndexFamilies families;
  /// What the body accesses, by the memory that it is in the end.
  llvm::MapVector<Value, SmallVector<BodyAccess>> memories;

  /// Why the loop stays serial; empty if it need not.
  std::string run();

private:
  using Accesses = ArrayRef<BodyAccess>;

  std::string checkLoop();
  std::string collect();
  std::string checkOverlap(Value written);
  std::string checkMemory(Value root, Accesses accesses);
  std::string checkElements(Value root, Accesses accesses);

  std::optional<size_t> findFamily(const BodyAccess &access, int64_t dim) {
    return families.find(access.indices[dim]);
  }
  bool haveFamily(Accesses accesses, int64_t dim);
  const BodyAccess &findOffender(Accesses accesses);
};
} // namespace

static bool isWritten(ArrayRef<BodyAccess> accesses) {
  return llvm::any_of(accesses,
                      [](const BodyAccess &access) { return access.writes; });
}

//===----------------------------------------------------------------------===//
// The loop and its body
//===----------------------------------------------------------------------===//

std::string LoopProof::checkLoop() {
  std::string reason = checkNothingCarried(loop);
  return reason.empty() ? checkCounting(loop) : reason;
}

std::string LoopProof::collect() {
  SmallVector<BodyAccess> accesses;
  std::string reason;
  loop.getBody()->walk([&](Operation *op) {
    reason = findAccesses(op, accesses);
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  for (const BodyAccess &access : accesses)
    memories[access.root].push_back(access);
  return reason;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Checks that no other memory of the body may overlap `written`.
std::string LoopProof::checkOverlap(Value written) {
  auto areOfBuffersOrAxes = [](Accesses accesses) {
    return llvm::all_of(accesses, [](const BodyAccess &access) {
      return isOfBufferOrAxis(access.memory);
    });
  };
  for (const auto &[other, accesses] : memories)
    if (other != written && !distinct.areDistinct(other, written) &&
        !(areOfBuffersOrAxes(accesses) &&
          areOfBuffersOrAxes(memories[written])))
      return "it uses " + getMemoryName(other) + ", which may overlap " +
             getMemoryName(written);
  return "";
}

/// Checks what is done to the memory `root`, which is written.
std::string LoopProof::checkMemory(Value root, Accesses accesses) {
  Value memory = accesses.front().memory;
  for (const BodyAccess &access : accesses)
    if (access.memory != memory || !loop.isDefinedOutsideOfLoop(memory))
      return "it uses the memory of " + getMemoryName(root) +
             " by views that may overlap";
  if (!hasDistinctElements(memory))
    return "elements of " + getMemoryName(root) + " may overlap one another";
  return checkElements(root, accesses);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Whether all of `accesses` have an index of one family in dimension `dim`.
bool LoopProof::haveFamily(Accesses accesses, int64_t dim) {
  std::optional<size_t> family = findFamily(accesses.front(), dim);
  return family && llvm::all_of(accesses, [&](const BodyAccess &access) {
           return findFamily(access, dim) == family;
         });
}

/// An access that keeps the others from having an index of one family: a write
/// rather than a read, and one without a family rather than with another.
const BodyAccess &LoopProof::findOffender(Accesses accesses) {
  SmallVector<BodyAccess const *> order;
  for (bool writes : {true, false})
    for (const BodyAccess &access : accesses)
      if (access.writes == writes)
        order.push_back(&access);
  auto dims = llvm::seq<int64_t>(accesses.front().indices.size());
  auto isFree = [&](const BodyAccess *access) {
    return llvm::none_of(dims, [&](int64_t dim) {
      return findFamily(*access, dim).has_value();
    });
  };
  auto differs = [&](const BodyAccess *access) {
    return llvm::none_of(dims, [&](int64_t dim) {
      return haveFamily({*order.front(), *access}, dim);
    });
  };
  auto it = llvm::find_if(order, isFree);
  if (it == order.end())
    it = llvm::find_if(order, differs);
  return it == order.end() ? *order.back() : **it;
}

std::string LoopProof::checkElements(Value root, Accesses accesses) {
  for (size_t dim = 0; dim < accesses.front().indices.size(); ++dim)
    if (haveFamily(accesses, dim))
      return "";
  const BodyAccess &offender = findOffender(accesses);
  return ("it " + getVerb(offender) + " " + getMemoryName(root) + " at " +
          getIndexText(offender.indices) +
          (offender.writes ? ", which other iterations may write too"
                           : ", which other iterations may write"))
      .str();
}

std::string LoopProof::run() {
  std::string reason = checkLoop();
  if (reason.empty())
    reason = collect();
  for (const auto &[root, accesses] : memories) {
    if (!reason.empty())
      break;
    if (!isWritten(accesses))
      continue;
    reason = checkOverlap(root);
    if (reason.empty())
      reason = checkMemory(root, accesses);
  }
  return reason;
}

//===----------------------------------------------------------------------===//
// All loops of a function
//===----------------------------------------------------------------------===//

/// Whether nothing around `loop` repeats it.
static bool isInFunctionBody(scf::ForOp loop) {
  Operation *around = loop->getParentOp();
  while (isa<scf::IfOp>(around))
    around = around->getParentOp();
  return isa<FunctionOpInterface>(around);
}

SmallVector<LoopVerdict>
spindle::iter::findParallelLoops(FunctionOpInterface function) {
  SmallVector<LoopVerdict> verdicts;
  DistinctMemory distinct(function);
  function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (loop->hasAttrOfType<LoopAttr>(IterDialect::kLoopAttr) &&
        isInFunctionBody(loop))
      verdicts.push_back({loop, LoopProof(loop, distinct).run()});
  });
  return verdicts;
}

std::string spindle::iter::checkParallel(scf::ForOp loop) {
  if (!isInFunctionBody(loop))
    return "it stands in another loop";
  DistinctMemory distinct(loop->getParentOfType<FunctionOpInterface>());
  return LoopProof(loop, distinct).run();
}

std::string spindle::iter::describe(LoopVerdict verdict) {
  auto label = verdict.loop->getAttrOfType<LoopAttr>(IterDialect::kLoopAttr);
  std::string text = "loop over ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(label.getDims(), os,
                        [&](StringAttr dim) { os << dim.getValue(); });
  os << " of nest '" << label.getNest().getValue() << "' ";
  if (verdict.isParallel())
    os << "is parallel";
  else
    os << "stays serial: " << verdict.refusal;
  return text;
}
