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
#include "Spindle/Analysis/RowTiles.h"
#include "Spindle/Analysis/Wavefronts.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::AccumulateOp;
using spindle::sparse::DistinctMemory;

namespace {
/// The proof for one loop, on the way.
struct LoopProof {
  LoopProof(scf::ForOp loop, const DistinctMemory &distinct,
            bool anySteps = false)
      : loop(loop), distinct(distinct), anySteps(anySteps), families(loop),
        rows(getRowsOfWavefront(loop)) {}

  scf::ForOp loop;
  const DistinctMemory &distinct;
  /// Whether steps may be other than 1.
  bool anySteps;
  IndexFamilies families;
  /// The axis that the loop runs over the rows of one wavefront of; or null.
  Value rows;
  /// What the body accesses.
  BodyMemory memory;

  LoopVerdict run();

private:
  using Accesses = ArrayRef<MemoryAccess>;

  std::string checkVariable();
  bool isWorkspace(Value root);
  void checkMemory(Value root, LoopVerdict &verdict);
  std::string describeConflict(Value root);
  const MemoryAccess &findOffender(Accesses accesses);
  bool areOfOneWavefront(Accesses accesses);
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

/// Why several iterations may touch one element of `root`.
std::string LoopProof::describeConflict(Value root) {
  const MemoryAccess &offender = findOffender(memory.getAccesses(root));
  return ("it " + getVerb(offender) + " " + getMemoryName(root) + " at " +
          getIndexText(offender.indices) +
          (offender.writes ? ", which other iterations may write too"
                           : ", which other iterations may write"))
      .str();
}

bool LoopVerdict::isParallelWithAtomics() const {
  return isParallelWithCopies() &&
         llvm::all_of(accumulates, [](AccumulateOp accumulate) {
           return canBeAtomic(accumulate.getKind(),
                              accumulate.getValues().front().getType());
         });
}

/// The accumulates that `accesses` are, if they are nothing else and combine by
/// one kind; else none.
static SmallVector<AccumulateOp>
getAccumulates(ArrayRef<MemoryAccess> accesses) {
  SmallVector<AccumulateOp> accumulates;
  for (const MemoryAccess &access : accesses) {
    auto accumulate = dyn_cast<AccumulateOp>(access.op);
    if (!accumulate || (!accumulates.empty() &&
                        accumulate.getKind() != accumulates.front().getKind()))
      return {};
    accumulates.push_back(accumulate);
  }
  return accumulates;
}

/// Whether all `accesses` have, in one and the same dimension, the iteration's
/// row or, to read, a column of it. No column is another row of the wavefront.
bool LoopProof::areOfOneWavefront(Accesses accesses) {
  if (!rows)
    return false;
  Value pattern = getWavefronts(rows).getAxis();
  size_t rank = accesses.front().indices.size();
  for (const MemoryAccess &access : accesses)
    rank = std::min<size_t>(rank, access.indices.size());
  return llvm::any_of(llvm::seq(rank), [&](size_t dim) {
    return llvm::all_of(accesses, [&](const MemoryAccess &access) {
      Value index = access.indices[dim];
      return families.isCoordinate(index, rows) ||
             (!access.writes && families.isColumn(index, pattern, rows));
    });
  });
}

/// Notes what keeps the loop serial in what is done to `root`, which it writes.
void LoopProof::checkMemory(Value root, LoopVerdict &verdict) {
  Accesses accesses = memory.getAccesses(root);
  std::string reason = memory.checkElements(root, distinct, loop);
  SmallVector<AccumulateOp> accumulates;
  if (reason.empty()) {
    if (families.keepApart(accesses) || areOfOneWavefront(accesses) ||
        areOfOneTile(accesses, families))
      return;
    reason = describeConflict(root);
    accumulates = getAccumulates(accesses);
  }
  if (verdict.isParallel())
    verdict.refusal = reason;
  if (accumulates.empty())
    verdict.accumulates.clear();
  // One of two buffers is in two memories.
  for (AccumulateOp accumulate : accumulates)
    if (!llvm::is_contained(verdict.accumulates, accumulate))
      verdict.accumulates.push_back(accumulate);
}

std::string LoopProof::checkVariable() {
  bool isSigned =
      !loop.getUnsignedCmp() && loop.getInductionVar().getType().isIndex();
  return anySteps && isSigned ? "" : checkSteps(loop);
}

/// Whether each iteration has a memory `root` of its own.
bool LoopProof::isWorkspace(Value root) {
  return root.getDefiningOp<spindle::sparse::AllocOp>() &&
         !loop.isDefinedOutsideOfLoop(root);
}

LoopVerdict LoopProof::run() {
  LoopVerdict verdict = {loop, checkNothingCarried(loop)};
  if (verdict.isParallel())
    verdict.refusal = checkVariable();
  if (verdict.isParallel())
    verdict.refusal = memory.add(loop);
  for (const auto &[root, accesses] : memory.getMemories())
    if (verdict.isParallelWithCopies() && memory.writes(root) &&
        !isWorkspace(root))
      checkMemory(root, verdict);
  return verdict;
}

//===----------------------------------------------------------------------===//
// All loops of a function
//===----------------------------------------------------------------------===//

/// Whether nothing around `loop` repeats it but serial loops, where it runs
/// over the rows of a wavefront.
static bool isInFunctionBody(scf::ForOp loop) {
  bool isWavefront = bool(getRowsOfWavefront(loop));
  Operation *around = loop->getParentOp();
  while (isa<scf::IfOp>(around) || (isWavefront && isa<scf::ForOp>(around)))
    around = around->getParentOp();
  return isa<FunctionOpInterface>(around);
}

/// Whether one of `verdicts` is on a parallel loop around `loop`.
static bool isInParallel(scf::ForOp loop, ArrayRef<LoopVerdict> verdicts) {
  return llvm::any_of(verdicts, [&](const LoopVerdict &verdict) {
    scf::ForOp other = verdict.loop;
    return verdict.isParallelWithAtomics() && other->isProperAncestor(loop);
  });
}

SmallVector<LoopVerdict>
spindle::iter::findParallelLoops(FunctionOpInterface function) {
  SmallVector<LoopVerdict> verdicts;
  DistinctMemory distinct(function);
  function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (loop->hasAttrOfType<LoopAttr>(IterDialect::kLoopAttr) &&
        isInFunctionBody(loop) && !isInParallel(loop, verdicts))
      verdicts.push_back(LoopProof(loop, distinct).run());
  });
  return verdicts;
}

LoopVerdict spindle::iter::judge(scf::ForOp loop) {
  auto function = loop->getParentOfType<FunctionOpInterface>();
  if (!isInFunctionBody(loop) || function->hasAttr(IterDialect::kBodyOfAttr))
    return {loop, "it stands in another loop"};
  DistinctMemory distinct(function);
  return LoopProof(loop, distinct).run();
}

LoopVerdict spindle::iter::judgeInside(scf::ForOp loop) {
  DistinctMemory distinct(loop->getParentOfType<FunctionOpInterface>());
  return LoopProof(loop, distinct, /*anySteps=*/true).run();
}

std::string spindle::iter::checkParallel(scf::ForOp loop) {
  return judge(loop).refusal;
}

std::string spindle::iter::describe(LoopVerdict verdict, bool atomics) {
  auto label = verdict.loop->getAttrOfType<LoopAttr>(IterDialect::kLoopAttr);
  std::string text = "loop over ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(label.getDims(), os,
                        [&](StringAttr dim) { os << dim.getValue(); });
  os << " of nest '" << label.getNest().getValue() << "' ";
  size_t count = verdict.accumulates.size();
  if (verdict.isParallel())
    os << "is parallel";
  else if (atomics && verdict.isParallelWithAtomics())
    os << "is parallel with " << count << " atomic accumulate"
       << (count == 1 ? "" : "s");
  else
    os << "stays serial: " << verdict.refusal;
  return text;
}
