//===- LoopOps.cpp - primitives on plain loops ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/LoopOps.h"

#include "BlockOps.h"
#include "Spindle/TransformOps/OpTracker.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Loops/AccumulateInRegisters.h"
#include "Spindle/Transforms/Loops/AccumulateRuns.h"
#include "Spindle/Transforms/Loops/CacheRead.h"
#include "Spindle/Transforms/Loops/FactorOut.h"
#include "Spindle/Transforms/Loops/ForwardStores.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "Spindle/Transforms/Loops/Peel.h"
#include "Spindle/Transforms/Loops/Prefetch.h"
#include "Spindle/Transforms/Loops/ReduceBehind.h"
#include "Spindle/Transforms/Loops/Rfactor.h"
#include "Spindle/Transforms/Loops/SinkLoads.h"
#include "Spindle/Transforms/Loops/Unroll.h"
#include "Spindle/Transforms/Loops/Version.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using namespace spindle::transform_ops;

namespace {
/// The operations that a handle names while primitives replace some of them.
struct LoopTargets {
  LoopTargets(transform::TransformOpInterface op,
              transform::TransformRewriter &rewriter,
              transform::TransformState &state, Value handle)
      : op(op), rewriter(rewriter), ops(state.getPayloadOps(handle)) {
    observer.onReplaced = [this](scf::ForOp loop, scf::ForOp other) {
      (void)this->rewriter.notifyPayloadOperationReplaced(loop, other);
      llvm::replace(ops, loop.getOperation(), other.getOperation());
    };
    observer.onObstacle = [this](Operation *op) { obstacle = op; };
    tracker.track(ops);
  }

  transform::TransformOpInterface op;
  transform::TransformRewriter &rewriter;
  OpTracker tracker{rewriter};
  /// Null where a primitive has erased the operation.
  SmallVector<Operation *> ops;
  LoopObserver observer;
  /// Why the last of them was refused; null where no operation is to blame.
  Operation *obstacle = nullptr;

  /// Applies a primitive to each, what is inside of another one first.
  DiagnosedSilenceableFailure apply(
      StringRef action, bool whereLegal,
      llvm::function_ref<LogicalResult(Operation *, std::string &)> primitive);
};
} // namespace

DiagnosedSilenceableFailure LoopTargets::apply(
    StringRef action, bool whereLegal,
    llvm::function_ref<LogicalResult(Operation *, std::string &)> primitive) {
  for (size_t index = ops.size(); index-- > 0;) {
    std::string refusal;
    obstacle = nullptr;
    Operation *target = ops[index];
    if (!target)
      continue;
    if (succeeded(primitive(target, refusal)) || whereLegal)
      continue;
    auto failure = refuse(op, target, action, refusal);
    if (obstacle)
      failure.attachNote(obstacle->getLoc()) << "this stands in the way";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

/// `target` as a loop; null where it is none, and why it is no target.
static scf::ForOp getLoop(Operation *target, std::string &refusal) {
  auto loop = dyn_cast<scf::ForOp>(target);
  if (!loop)
    refusal = "it is no 'scf.for'";
  return loop;
}

//===----------------------------------------------------------------------===//
// Elements that loops carry
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
AccumulateInRegistersOp::applyStep(transform::TransformRewriter &rewriter,
                                   transform::TransformResults &,
                                   transform::TransformState &state) {
  LoopTargets targets(*this, rewriter, state, getTarget());
  AccumulateOptions options{targets.observer};
  return targets.apply(
      "accumulate in registers in", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        if (auto loop = dyn_cast<scf::ForOp>(target))
          return accumulateInRegisters(rewriter, loop, options, refusal);
        accumulateAllInRegisters(rewriter, target, options);
        return success();
      });
}

DiagnosedSilenceableFailure
AccumulateRunsOp::applyStep(transform::TransformRewriter &rewriter,
                            transform::TransformResults &,
                            transform::TransformState &state) {
  LoopTargets targets(*this, rewriter, state, getTarget());
  AccumulateRunsOptions options{targets.observer};
  return targets.apply(
      "accumulate runs in", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        scf::ForOp loop = getLoop(target, refusal);
        return loop ? LogicalResult(
                          accumulateRuns(rewriter, loop, options, refusal))
                    : failure();
      });
}

DiagnosedSilenceableFailure
HoistLoadsOp::applyStep(transform::TransformRewriter &rewriter,
                        transform::TransformResults &,
                        transform::TransformState &state) {
  LoopTargets targets(*this, rewriter, state, getTarget());
  HoistLoadsOptions options{targets.observer};
  return targets.apply(
      "hoist loads from", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        if (auto loop = dyn_cast<scf::ForOp>(target))
          return hoistLoads(rewriter, loop, options, refusal);
        hoistAllLoads(rewriter, target, options);
        return success();
      });
}

DiagnosedSilenceableFailure
ForwardStoresOp::applyStep(transform::TransformRewriter &rewriter,
                           transform::TransformResults &,
                           transform::TransformState &state) {
  for (Operation *target : state.getPayloadOps(getTarget()))
    forwardAllStores(rewriter, target);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
ReduceBehindOp::applyStep(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  LoopTargets targets(*this, rewriter, state, getTarget());
  ReduceBehindOptions options{targets.observer};
  return targets.apply(
      "reduce behind", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        scf::ForOp loop = getLoop(target, refusal);
        return loop ? LogicalResult(
                          reduceBehind(rewriter, loop, options, refusal))
                    : failure();
      });
}

DiagnosedSilenceableFailure
SinkLoadsOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  LoopTargets targets(*this, rewriter, state, getTarget());
  return targets.apply(
      "sink loads behind", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        if (auto loop = dyn_cast<scf::ForOp>(target))
          return sinkLoads(rewriter, loop, refusal);
        sinkAllLoads(rewriter, target);
        return success();
      });
}

DiagnosedSilenceableFailure
FactorOutOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  LoopTargets targets(*this, rewriter, state, getTarget());
  FactorOutOptions options{getReassociate(), getAllowOverflow()};
  return targets.apply(
      "take factors out of the sums of", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        if (auto loop = dyn_cast<scf::ForOp>(target))
          return factorOut(rewriter, loop, options, refusal);
        factorOutOfAll(rewriter, target, options);
        return success();
      });
}

//===----------------------------------------------------------------------===//
// Lines fetched ahead
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
PrefetchOp::applyStep(transform::TransformRewriter &rewriter,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  PrefetchOptions options;
  auto read = readParam(*this, state, getDistance(), "distance", /*least=*/0,
                        options.distance, options.distance);
  if (read.succeeded())
    read = readParam(*this, state, getLocality(), "locality", /*least=*/0,
                     options.locality, options.locality);
  if (!read.succeeded())
    return read;
  if (options.locality > 3)
    return emitDefiniteFailure("expected locality to be at most 3 but got ")
           << options.locality;
  if (options.distance == 0)
    return DiagnosedSilenceableFailure::success();
  LoopTargets targets(*this, rewriter, state, getTarget());
  options.observer = targets.observer;
  return targets.apply(
      "prefetch in", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        auto loop = getLoop(target, refusal);
        return failure(!loop ||
                       failed(prefetch(rewriter, loop, options, refusal)));
      });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
CacheReadOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  if (getInBlock())
    return applyInBlock(*this, rewriter, results, state);
  LoopTargets targets(*this, rewriter, state, getTarget());
  CacheReadOptions options{targets.observer, getColumnsFirst()};
  SmallVector<Operation *> copies;
  auto done = targets.apply(
      "copy what is read in", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        scf::ForOp loop = getLoop(target, refusal);
        if (!loop)
          return failure();
        auto made = cacheRead(rewriter, loop, options, refusal);
        if (failed(made))
          return failure();
        copies.insert(copies.begin(), made->begin(), made->end());
        return success();
      });
  results.set(cast<OpResult>(getCopies()), copies);
  return done;
}

//===----------------------------------------------------------------------===//
// Several iterations in one
//===----------------------------------------------------------------------===//

/// Has `primitive` replace the loops of `targets` by those that it gives.
template <typename Options, typename Primitive>
static DiagnosedSilenceableFailure
replaceLoops(transform::TransformRewriter &rewriter, LoopTargets &targets,
             StringRef action, bool whereLegal, const Options &options,
             Primitive primitive, SmallVectorImpl<Operation *> &made) {
  targets.tracker.track(made);
  auto apply = [&](Operation *target, std::string &refusal) -> LogicalResult {
    scf::ForOp loop = getLoop(target, refusal);
    if (!loop)
      return failure();
    FailureOr<SmallVector<scf::ForOp>> loops =
        primitive(rewriter, loop, options, refusal);
    if (failed(loops))
      return failure();
    made.insert(made.begin(), loops->begin(), loops->end());
    return success();
  };
  auto done = targets.apply(action, whereLegal, apply);
  llvm::erase(made, nullptr);
  return done;
}

/// Applies a primitive with a factor to the loops of `op`.
template <typename Op, typename Primitive>
static DiagnosedSilenceableFailure
unrollLoops(Op op, StringRef action, transform::TransformRewriter &rewriter,
            transform::TransformResults &results,
            transform::TransformState &state, Primitive primitive) {
  UnrollOptions options;
  options.atMost = op.getAtMost();
  auto done = readParam(op, state, op.getFactor(), "factor", /*least=*/1,
                        options.factor, options.factor, kMostCopies);
  if (!done.succeeded())
    return done;
  SmallVector<Operation *> loops;
  LoopTargets targets(op, rewriter, state, op.getTarget());
  options.observer = targets.observer;
  done = replaceLoops(rewriter, targets, action, op.getWhereLegal(), options,
                      primitive, loops);
  results.set(cast<OpResult>(op.getResult()), loops);
  return done;
}

DiagnosedSilenceableFailure
UnrollOp::applyStep(transform::TransformRewriter &rewriter,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  return unrollLoops(*this, "unroll", rewriter, results, state, unroll);
}

DiagnosedSilenceableFailure
UnrollAndJamOp::applyStep(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return unrollLoops(*this, "unroll and jam", rewriter, results, state,
                     unrollAndJam);
}

LogicalResult CacheReadOp::verify() {
  if (getPad() && !getInBlock())
    return emitOpError("expected 'pad' with 'in_block' alone");
  if (getColumnsFirst() && getInBlock())
    return emitOpError("expected 'columns_first' without 'in_block'");
  return success();
}

DiagnosedSilenceableFailure
RfactorOp::applyStep(transform::TransformRewriter &rewriter,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  RfactorOptions options;
  options.reassociate = getReassociate();
  auto done = readParam(*this, state, getFactor(), "factor", /*least=*/1,
                        options.factor, options.factor, kMostCopies);
  if (!done.succeeded())
    return done;
  SmallVector<Operation *> loops;
  LoopTargets targets(*this, rewriter, state, getTarget());
  options.observer = targets.observer;
  options.parallel = !isForProcessor(state);
  done = replaceLoops(rewriter, targets, "take apart the sums of",
                      getWhereLegal(), options,
                      getOverGroups() ? rfactorOverGroups : rfactor, loops);
  results.set(cast<OpResult>(getResult()), loops);
  return done;
}

LogicalResult PeelOp::verify() {
  if (getFirst() && getBorders())
    return emitOpError("expected first or borders, not both");
  return success();
}

DiagnosedSilenceableFailure
PeelOp::applyStep(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  SmallVector<Operation *> loops;
  LoopTargets targets(*this, rewriter, state, getTarget());
  PeelOptions options{getFirst(), getBorders(), targets.observer};
  auto done = replaceLoops(rewriter, targets, "peel", getWhereLegal(), options,
                           peel, loops);
  results.set(cast<OpResult>(getResult()), loops);
  return done;
}

//===----------------------------------------------------------------------===//
// Loops for what is so at run time
//===----------------------------------------------------------------------===//

LogicalResult VersionOp::verify() {
  // (C1)
  if (!getUnitStride() && !getNarrowIndices() && !getAligned() &&
      !getAtLeast() && !getExtent())
    return emitOpError("expected unit_stride, narrow_indices, aligned, "
                       "at_least or extent");
  return success();
}

static DiagnosedSilenceableFailure readOptions(VersionOp op,
                                               transform::TransformState &state,
                                               VersionOptions &options) {
  options.unitStride = op.getUnitStride();
  options.narrowIndices = op.getNarrowIndices();
  options.dim = op.getDim().value_or("").str();
  auto read = readParam(op, state, op.getAligned(), "aligned", /*least=*/1,
                        options.alignment, options.alignment);
  if (!read.succeeded())
    return read;
  if (options.alignment && !llvm::isPowerOf2_64(options.alignment))
    return op.emitDefiniteFailure(
               "expected aligned to be a power of 2 but got ")
           << options.alignment;
  return readParam(op, state, op.getAtLeast(), "at_least", /*least=*/1,
                   options.atLeast, options.atLeast);
}

/// Reads the extents that there are versions for; one 0 where `op` says none.
static DiagnosedSilenceableFailure
readExtents(VersionOp op, transform::TransformState &state,
            SmallVectorImpl<int64_t> &extents) {
  if (!op.getExtent()) {
    extents.push_back(0);
    return DiagnosedSilenceableFailure::success();
  }
  for (Attribute given : state.getParams(op.getExtent())) {
    auto number = dyn_cast<IntegerAttr>(given);
    if (!number || number.getValue().getActiveBits() > 40 ||
        number.getValue().isZero())
      return op.emitDefiniteFailure(
          "expected extent to be integers of at least 1");
    extents.push_back(number.getInt());
  }
  return DiagnosedSilenceableFailure::success();
}

/// Makes a version of `loop` for each of `extents`, which go to `held`; gives
/// the loop for all other ones.
static FailureOr<scf::ForOp>
makeVersions(RewriterBase &rewriter, scf::ForOp loop, VersionOptions options,
             ArrayRef<int64_t> extents, SmallVectorImpl<Operation *> &held,
             std::string &refusal) {
  SmallVector<Operation *> made;
  for (int64_t extent : extents) {
    options.extent = extent;
    FailureOr<VersionedLoop> versions =
        version(rewriter, loop, options, refusal);
    if (failed(versions))
      return failure();
    made.push_back(versions->held);
    loop = versions->other;
  }
  held.insert(held.begin(), made.begin(), made.end());
  return loop;
}

DiagnosedSilenceableFailure
VersionOp::applyStep(transform::TransformRewriter &rewriter,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  VersionOptions options;
  SmallVector<int64_t> extents;
  auto done = readOptions(*this, state, options);
  if (done.succeeded())
    done = readExtents(*this, state, extents);
  if (!done.succeeded())
    return done;
  SmallVector<Operation *> held, other;
  LoopTargets targets(*this, rewriter, state, getTarget());
  targets.tracker.track(held);
  targets.tracker.track(other);
  done = targets.apply(
      "version", getWhereLegal(),
      [&](Operation *target, std::string &refusal) -> LogicalResult {
        scf::ForOp loop = getLoop(target, refusal);
        if (!loop)
          return failure();
        auto rest =
            makeVersions(rewriter, loop, options, extents, held, refusal);
        if (failed(rest))
          return failure();
        other.insert(other.begin(), *rest);
        return success();
      });
  llvm::erase(held, nullptr);
  llvm::erase(other, nullptr);
  results.set(cast<OpResult>(getHeld()), held);
  results.set(cast<OpResult>(getOther()), other);
  return done;
}

#define GET_OP_CLASSES
#include "Spindle/Transforms/Loops/LoopOps.cpp.inc"
