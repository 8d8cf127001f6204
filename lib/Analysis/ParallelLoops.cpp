//===- ParallelLoops.cpp - which outermost loops may run in parallel ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/ParallelLoops.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Analysis/IndexFamilies.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/PlainLoops.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

namespace {
/// The proof for one loop, on the way.
struct LoopProof {
  LoopProof(scf::ForOp loop, const DistinctMemory &distinct)
      : loop(loop), distinct(distinct), families(loop) {}

  scf::ForOp loop;
  const DistinctMemory &distinct;
  IndexFamilies families;
  /// What the body accesses.
  BodyMemory memory;

  /// Why the loop stays serial; empty if it need not.
  std::string run();

private:
  using Accesses = ArrayRef<MemoryAccess>;

  std::string checkMemory(Value root);
  const MemoryAccess &findOffender(Accesses accesses);
};
} // namespace

/// An access that keeps the others from having an index of one family: a write
/// rather than a read, and one without a family rather than with another.
const MemoryAccess &LoopProof::findOffender(Accesses accesses) {
  SmallVector<MemoryAccess const *> order;
  for (bool writes : {true, false})
    for (const MemoryAccess &access : accesses)
      if (access.writes == writes)
        order.push_back(&access);
  auto isFree = [&](const MemoryAccess *access) {
    return llvm::none_of(access->indices, [&](Value index) {
      return families.find(index).has_value();
    });
  };
  auto differs = [&](const MemoryAccess *access) {
    return !families.keepApart(*order.front(), *access);
  };
  auto it = llvm::find_if(order, isFree);
  if (it == order.end())
    it = llvm::find_if(order, differs);
  return it == order.end() ? *order.back() : **it;
}

/// Checks what is done to the memory `root`, which is written.
std::string LoopProof::checkMemory(Value root) {
  std::string reason = memory.checkElements(root, distinct, loop);
  Accesses accesses = memory.getAccesses(root);
  if (!reason.empty() || families.keepApart(accesses))
    return reason;
  const MemoryAccess &offender = findOffender(accesses);
  return ("it " + getVerb(offender) + " " + getMemoryName(root) + " at " +
          getIndexText(offender.indices) +
          (offender.writes ? ", which other iterations may write too"
                           : ", which other iterations may write"))
      .str();
}

std::string LoopProof::run() {
  std::string reason = checkNothingCarried(loop);
  if (reason.empty())
    reason = checkCounting(loop);
  if (reason.empty())
    reason = memory.add(loop);
  for (const auto &[root, accesses] : memory.getMemories())
    if (reason.empty() && memory.writes(root))
      reason = checkMemory(root);
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
  auto function = loop->getParentOfType<FunctionOpInterface>();
  if (!isInFunctionBody(loop) || function->hasAttr(IterDialect::kBodyOfAttr))
    return "it stands in another loop";
  DistinctMemory distinct(function);
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
