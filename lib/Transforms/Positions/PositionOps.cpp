//===- PositionOps.cpp - primitives on loops over positions ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/PositionOps.h"

#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/TransformOps/OpTracker.h"
#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Positions/AccumulateInCopies.h"
#include "Spindle/Transforms/Positions/FuseByRows.h"
#include "Spindle/Transforms/Positions/FuseElementwise.h"
#include "Spindle/Transforms/Positions/FuseFills.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"
#include "Spindle/Transforms/Positions/InterchangeLoops.h"
#include "Spindle/Transforms/Positions/ParallelizeLoops.h"
#include "Spindle/Transforms/Positions/SeparateBorders.h"
#include "Spindle/Transforms/Positions/SplitLoop.h"
#include "Spindle/Transforms/Positions/SplitRows.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

//===----------------------------------------------------------------------===//
// Loops that become one
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
FuseFillsOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  SmallVector<Operation *> fills;
  for (Operation *target : state.getPayloadOps(getTarget()))
    llvm::append_range(fills, iter::findFills(target));
  SmallVector<Operation *> nests;
  return applyToTargets(
      *this, rewriter, fills, "fuse", getWhereLegal(),
      [&](Operation *fill, std::string &refusal) -> Made {
        auto nest = iter::fuseFill(rewriter, cast<scf::ForOp>(fill), refusal);
        return failed(nest) ? Made() : SmallVector<Operation *>{*nest};
      },
      nests);
}

DiagnosedSilenceableFailure
FuseElementwiseOp::applyStep(transform::TransformRewriter &rewriter,
                             transform::TransformResults &,
                             transform::TransformState &state) {
  SmallVector<Operation *> found;
  for (Operation *target : state.getPayloadOps(getTarget()))
    llvm::append_range(found, iter::findElementwise(target));
  SmallVector<Operation *> nests;
  return applyToTargets(
      *this, rewriter, found, "fuse", getWhereLegal(),
      [&](Operation *nest, std::string &refusal) -> Made {
        auto fused =
            iter::fuseElementwise(rewriter, cast<scf::ForOp>(nest), refusal);
        return failed(fused) ? Made() : SmallVector<Operation *>{*fused};
      },
      nests);
}

DiagnosedSilenceableFailure
FuseLoopsOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  SmallVector<Operation *> first(state.getPayloadOps(getFirst())),
      second(state.getPayloadOps(getSecond()));
  if (first.size() != second.size())
    return emitSilenceableError() << "expected as many first loops as second "
                                     "ones but got "
                                  << first.size() << " and " << second.size();
  OpTracker tracker(rewriter);
  tracker.track(first);
  return applyToLoops(
      *this, getSecond(), rewriter, state, results, "fuse", getWhereLegal(),
      [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto other = dyn_cast_or_null<scf::ForOp>(
            first[llvm::find(second, loop) - second.begin()]);
        refusal = "what is to be fused with it is no 'scf.for'";
        if (!other)
          return failure();
        auto both = iter::fuseLoops(rewriter, other, loop, refusal);
        return failed(both) ? Made() : SmallVector<Operation *>{*both};
      });
}

DiagnosedSilenceableFailure
FuseSiblingsOp::applyStep(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget()));
  SmallVector<Operation *> followed, nests;
  for (iter::LoopGroup &loops : iter::findOutermostLoops(targets))
    llvm::append_range(followed, ArrayRef(loops).drop_back());
  return applyToTargets(
      *this, rewriter, followed, "fuse", getWhereLegal(),
      [&](Operation *loop, std::string &refusal) -> Made {
        auto fused =
            iter::fuseWithSibling(rewriter, cast<scf::ForOp>(loop), refusal);
        return failed(fused) ? Made() : SmallVector<Operation *>{*fused};
      },
      nests);
}

DiagnosedSilenceableFailure
CoalesceOp::applyStep(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "coalesce", getWhereLegal(),
      [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made = iter::coalesceLoops(rewriter, loop, refusal);
        return failed(made) ? Made() : SmallVector<Operation *>{*made};
      });
}

DiagnosedSilenceableFailure
SeparateBordersOp::applyStep(transform::TransformRewriter &rewriter,
                             transform::TransformResults &results,
                             transform::TransformState &state) {
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "separate borders of",
      getWhereLegal(), [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto inside = iter::separateBorders(rewriter, loop, refusal);
        if (failed(inside))
          return failure();
        return SmallVector<Operation *>{*inside, loop};
      });
}

//===----------------------------------------------------------------------===//
// Loops in tiles
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::verify() {
  if ((getFactor() != nullptr) == (getParts() != nullptr))
    return emitOpError("expected either 'by' or 'parts'");
  if (getParts() && getPeelRemainder())
    return emitOpError("expected no 'peel_remainder' with 'parts'");
  if (getPeelRemainder() != (getTail() != nullptr))
    return emitOpError("expected a third result with 'peel_remainder' alone");
  return success();
}

DiagnosedSilenceableFailure
SplitOp::applyStep(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  iter::SplitLoopOptions options;
  options.inParts = getParts() != nullptr;
  options.peelRemainder = getPeelRemainder();
  options.onlySmaller = true;
  DiagnosedSilenceableFailure read =
      readParam(*this, state, options.inParts ? getParts() : getFactor(),
                options.inParts ? "parts" : "by", /*least=*/0, /*otherwise=*/1,
                options.number);
  if (read.succeeded() && options.number == 0)
    setResults(*this, {}, results);
  if (!read.succeeded() || options.number == 0)
    return read;
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "split", getWhereLegal(),
      [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made = iter::splitLoop(rewriter, loop, options, refusal);
        if (failed(made))
          return failure();
        SmallVector<Operation *> loops = {made->tile, made->point};
        if (options.peelRemainder)
          loops.push_back(made->tail);
        return loops;
      });
}

DiagnosedSilenceableFailure
InterchangeOp::applyStep(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  iter::LoopOrderOptions options{getReassociate()};
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "interchange",
      getWhereLegal(), [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made = iter::interchangeLoops(rewriter, loop, options, refusal);
        if (failed(made))
          return failure();
        return SmallVector<Operation *>{made->first, made->second};
      });
}

LogicalResult TileOp::verify() {
  if (getSizes().empty() || getNumResults() != 2 * getSizes().size())
    return emitOpError("expected two results for each of at least one size");
  return success();
}

DiagnosedSilenceableFailure
TileOp::applyStep(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  iter::LoopOrderOptions options{getReassociate()};
  SmallVector<int64_t> sizes;
  for (Value size : getSizes()) {
    DiagnosedSilenceableFailure read =
        readParam(*this, state, size, "sizes", 1, 1, sizes.emplace_back());
    if (!read.succeeded())
      return read;
  }
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "tile", getWhereLegal(),
      [&](scf::ForOp loop, std::string &refusal) -> Made {
        auto made = iter::tileLoops(rewriter, loop, sizes, options, refusal);
        if (failed(made))
          return failure();
        return llvm::to_vector_of<Operation *>(*made);
      });
}

//===----------------------------------------------------------------------===//
// Loops for workers
//===----------------------------------------------------------------------===//

/// Whether a pipeline applies the schedule that has no workers.
static bool isSerial(transform::TransformState &state) {
  auto *context = state.getExtension<ScheduleContext>();
  return context && !context->hasWorkers();
}

/// The loops that `targets` name or hold, in groups to be fused.
static SmallVector<iter::LoopGroup>
findGroups(ArrayRef<Operation *> targets,
           const iter::FuseByRowsOptions &options, bool whereLegal) {
  SmallVector<iter::LoopGroup> groups;
  for (iter::LoopGroup &loops : iter::findOutermostLoops(targets)) {
    if (whereLegal)
      llvm::append_range(groups, iter::findRowGroups(loops, options));
    else
      groups.push_back(std::move(loops));
  }
  return groups;
}

DiagnosedSilenceableFailure
FuseByRowsOp::applyStep(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  iter::FuseByRowsOptions options;
  options.parallel = !isSerial(state);
  DiagnosedSilenceableFailure read = readParam(
      *this, state, getTile(), "tile", /*least=*/0, options.tile, options.tile);
  if (read.succeeded())
    read = readParam(*this, state, getPrivateTile(), "private", /*least=*/0,
                     options.privateTile, options.privateTile);
  if (!read.succeeded())
    return read;
  options.mayStay = getWhereLegal();
  options.columns = getColumns();
  // Tiles are all that columns are for.
  if (options.columns && options.tile == 0 && options.privateTile == 0)
    return DiagnosedSilenceableFailure::success();
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget()));
  for (iter::LoopGroup &loops : findGroups(targets, options, getWhereLegal())) {
    std::string refusal;
    size_t at = 0;
    if (failed(iter::fuseByRows(rewriter, loops, options, refusal, at)) &&
        !getWhereLegal())
      return refuse(*this, loops[at], "fuse by rows", refusal);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
SplitRowsOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  iter::SplitRowsOptions options;
  options.reassociate = getReassociate();
  auto *context = state.getExtension<ScheduleContext>();
  options.workers = context && context->hasWorkers();
  DiagnosedSilenceableFailure read =
      readParam(*this, state, getSections(), "sections", /*least=*/0,
                options.elements, options.elements);
  // Without workers there is nobody to share a row with.
  if (!read.succeeded() || options.elements == 0 ||
      !spindle::getTarget(state).workers)
    return read;
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "split the rows of",
      getWhereLegal(), [&](scf::ForOp loop, std::string &refusal) -> Made {
        if (failed(iter::splitRows(rewriter, loop, options, refusal)))
          return failure();
        return SmallVector<Operation *>();
      });
}

DiagnosedSilenceableFailure
AccumulateInCopiesOp::applyStep(transform::TransformRewriter &rewriter,
                                transform::TransformResults &results,
                                transform::TransformState &state) {
  iter::AccumulateInCopiesOptions options;
  options.reassociate = getReassociate();
  auto *context = state.getExtension<ScheduleContext>();
  options.workers = context && context->hasWorkers();
  DiagnosedSilenceableFailure read =
      readParam(*this, state, getCopies(), "copies", /*least=*/0,
                options.copies, options.copies);
  if (!read.succeeded() || options.copies == 0)
    return read;
  bool hasThreads = spindle::getTarget(state).worker == WorkerKind::Thread;
  return applyToLoops(
      *this, getTarget(), rewriter, state, results, "accumulate in copies in",
      getWhereLegal(), [&](scf::ForOp loop, std::string &refusal) -> Made {
        refusal = "copies are for the threads of a processor";
        if (!hasThreads ||
            failed(iter::accumulateInCopies(rewriter, loop, options, refusal)))
          return failure();
        return SmallVector<Operation *>();
      });
}

//===----------------------------------------------------------------------===//
// Words of the text
//===----------------------------------------------------------------------===//

static ParseResult parseBindLevel(OpAsmParser &parser, StringAttr &level) {
  StringRef word;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  if (word != "workers" && word != "warps" && word != "blocks" &&
      word != "groups")
    return parser.emitError(loc, "expected workers, warps, blocks or groups "
                                 "but got ")
           << word;
  level = parser.getBuilder().getStringAttr(word);
  return success();
}

static void printBindLevel(OpAsmPrinter &printer, BindOp, StringAttr level) {
  printer << level.getValue();
}

#define GET_OP_CLASSES
#include "Spindle/Transforms/Positions/PositionOps.cpp.inc"
