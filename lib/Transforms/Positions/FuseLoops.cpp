//===- FuseLoops.cpp - two loops as one -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/FuseLoops.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexFamilies.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Transforms/Positions/FuseFills.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;

namespace {
/// The proof that two loops may be one.
struct FusionProof {
  FusionProof(scf::ForOp first, scf::ForOp second)
      : first(first), second(second),
        distinct(first->getParentOfType<FunctionOpInterface>()),
        families({first, second}, {first, second}) {}

  scf::ForOp first, second;
  DistinctMemory distinct;
  IndexFamilies families;
  BodyMemory ofFirst, ofSecond;

  /// Why they may not; empty if they may.
  std::string run();

private:
  std::string checkSurroundings();
  std::string checkForm();
  std::string checkBetween();
  std::string checkMemory(Value root, const BodyMemory &both);
};
} // namespace

std::string FusionProof::checkSurroundings() {
  if (first->getBlock() != second->getBlock() ||
      !first->isBeforeInBlock(second))
    return "the loops do not follow one another in one block";
  return "";
}

std::string FusionProof::checkForm() {
  for (scf::ForOp loop : {first, second})
    if (std::string reason = checkNothingCarried(loop); !reason.empty())
      return reason;
  if (!haveEqualBounds(first, second))
    return "the loops have different bounds";
  return "";
}

/// Checks that the first loop may move to where the second is.
std::string FusionProof::checkBetween() {
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode()) {
    BodyMemory between;
    if (!between.add(op).empty())
      return ("between them stands '" + op->getName().getStringRef() +
              "', whose effects are not known")
          .str();
    std::string conflict = ofFirst.findConflict(between, distinct);
    if (!conflict.empty())
      return "what stands between them uses " + conflict;
  }
  return "";
}

/// Checks what the loops do to the memory `root`, which one of them writes;
/// `both` is what both do.
std::string FusionProof::checkMemory(Value root, const BodyMemory &both) {
  std::string reason = both.checkElements(root, distinct);
  if (!reason.empty() || ofFirst.getAccesses(root).empty() ||
      ofSecond.getAccesses(root).empty() ||
      families.keepApart(both.getAccesses(root)))
    return reason;
  auto getText = [&](const BodyMemory &memory) {
    return getIndexText(memory.getAccesses(root).front().indices);
  };
  return "an iteration of one may use elements of " + getMemoryName(root) +
         " that another one of the other does: " + getText(ofFirst) + " and " +
         getText(ofSecond);
}

std::string FusionProof::run() {
  std::string reason = checkSurroundings();
  if (reason.empty())
    reason = checkForm();
  if (reason.empty())
    reason = ofFirst.add(first);
  if (reason.empty())
    reason = ofSecond.add(second);
  if (reason.empty())
    reason = checkBetween();
  if (!reason.empty())
    return reason;
  BodyMemory both = ofFirst;
  (void)both.add(second);
  for (const auto &[root, accesses] : both.getMemories())
    if (reason.empty() && both.writes(root))
      reason = checkMemory(root, both);
  return reason;
}

scf::ForOp spindle::iter::getOnlyLoop(scf::ForOp loop) {
  auto loops = loop.getBody()->getOps<scf::ForOp>();
  return llvm::hasSingleElement(loops) ? *loops.begin() : scf::ForOp();
}

FailureOr<scf::ForOp> spindle::iter::fuseLoops(RewriterBase &rewriter,
                                               scf::ForOp first,
                                               scf::ForOp second,
                                               std::string &refusal) {
  refusal = FusionProof(first, second).run();
  if (!refusal.empty())
    return failure();
  rewriter.eraseOp(first.getBody()->getTerminator());
  Block *body = second.getBody();
  rewriter.inlineBlockBefore(first.getBody(), body, body->begin(),
                             second.getInductionVar());
  rewriter.eraseOp(first);
  return second;
}

FailureOr<scf::ForOp> spindle::iter::fuseWithSibling(RewriterBase &rewriter,
                                                     scf::ForOp loop,
                                                     std::string &refusal) {
  scf::ForOp after;
  for (Operation *op = loop->getNextNode(); op && !after;
       op = op->getNextNode())
    after = dyn_cast<scf::ForOp>(op);
  refusal = "no loop stands after it in its block";
  if (!after)
    return failure();
  LoopAttr label = getLabel(isFill(after) && !isFill(loop) ? loop : after);
  FailureOr<scf::ForOp> fused = fuseLoops(rewriter, loop, after, refusal);
  if (succeeded(fused) && label)
    (*fused)->setAttr(IterDialect::kLoopAttr, label);
  return fused;
}
