//===- VectorOps.cpp - primitives that make vectors -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/VectorOps.h"

#include "Spindle/TransformOps/ScheduleContext.h"
#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Loops/CombineReductions.h"
#include "Spindle/Transforms/Loops/StreamStores.h"
#include "Spindle/Transforms/Loops/Tensorize.h"
#include "Spindle/Transforms/Loops/Vectorize.h"
#include "Spindle/Transforms/Loops/VectorizeTransposed.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using namespace spindle::transform_ops;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// As many vectors are made at once at most: the remainder has code for each
/// number of them.
static constexpr int64_t kMostVectors = 64;

static DiagnosedSilenceableFailure readOptions(VectorizeOp op,
                                               transform::TransformState &state,
                                               VectorizeOptions &options) {
  options.vectorBits = getTarget(state).vectorBits;
  options.reassociate = op.getReassociate();
  options.approximate = op.getApproximate();
  if (op.getHardwareGathers())
    options.gathers = Gathers::Hardware;
  if (op.getScalarRemainder())
    options.remainder = Remainder::Scalar;
  auto lanes = readParam(op, state, op.getLanes(), "lanes", /*least=*/0,
                         /*otherwise=*/0, options.lanes, kMostCopies);
  if (!lanes.succeeded())
    return lanes;
  return readParam(op, state, op.getInterleave(), "interleave", /*least=*/1,
                   /*otherwise=*/1, options.interleave, kMostVectors);
}

/// Makes other loops of those in `targets`, by `make`, which tells `observer`
/// what it refuses for, and gives them as the result of `op`.
template <typename Op>
static DiagnosedSilenceableFailure replaceLoops(
    Op op, transform::TransformRewriter &rewriter,
    transform::TransformResults &results, ArrayRef<Operation *> targets,
    StringRef word,
    llvm::function_ref<FailureOr<SmallVector<scf::ForOp>>(scf::ForOp loop,
                                                          std::string &refusal)>
        make,
    LoopObserver &observer) {
  SmallVector<Operation *> loops;
  Operation *obstacle = nullptr;
  observer.onObstacle = [&](Operation *op) { obstacle = op; };
  auto apply =
      [&](Operation *target,
          std::string &refusal) -> FailureOr<SmallVector<Operation *>> {
    obstacle = nullptr;
    auto loop = dyn_cast<scf::ForOp>(target);
    if (!loop) {
      refusal = "it is no 'scf.for'";
      return failure();
    }
    auto made = make(loop, refusal);
    if (failed(made))
      return failure();
    return llvm::to_vector_of<Operation *>(*made);
  };
  auto done = applyToTargets(op, rewriter, targets, word, op.getWhereLegal(),
                             apply, loops);
  if (!done.succeeded() && obstacle)
    done.attachNote(obstacle->getLoc()) << "this stands in the way";
  llvm::erase(loops, nullptr);
  results.set(cast<OpResult>(op.getResult()), loops);
  return done;
}

DiagnosedSilenceableFailure
VectorizeOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  VectorizeOptions options;
  auto read = readOptions(*this, state, options);
  if (!read.succeeded())
    return read;
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget()));
  if (getLanes() && options.lanes == 0) {
    results.set(cast<OpResult>(getResult()), targets);
    return DiagnosedSilenceableFailure::success();
  }
  auto made = [&](scf::ForOp loop, std::string &refusal) {
    return vectorize(rewriter, loop, options, refusal);
  };
  return replaceLoops(*this, rewriter, results, targets, "vectorize", made,
                      options.observer);
}

DiagnosedSilenceableFailure
VectorizeTransposedOp::applyStep(transform::TransformRewriter &rewriter,
                                 transform::TransformResults &results,
                                 transform::TransformState &state) {
  VectorizeOptions options;
  options.vectorBits = spindle::getTarget(state).vectorBits;
  options.approximate = getApproximate();
  auto read = readParam(*this, state, getLanes(), "lanes", /*least=*/1,
                        /*otherwise=*/0, options.lanes, kMostVectors);
  if (!read.succeeded())
    return read;
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget()));
  auto made = [&](scf::ForOp loop, std::string &refusal) {
    return vectorizeTransposed(rewriter, loop, options, refusal);
  };
  return replaceLoops(*this, rewriter, results, targets,
                      "vectorize and transpose", made, options.observer);
}

DiagnosedSilenceableFailure
TensorizeOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  TensorizeOptions options;
  options.atMost = getAtMost();
  options.reassociate = getReassociate();
  options.narrow = getNarrow();
  auto read = readParam(*this, state, getFactor(), "factor", /*least=*/1,
                        options.factor, options.factor, kMostCopies);
  if (!read.succeeded())
    return read;
  Target target = spindle::getTarget(state);
  options.bytes = target.worker == WorkerKind::Block;
  bool hasDots =
      !options.bytes ||
      target.findContraction(NumberType::I8, NumberType::I8, NumberType::I32);
  auto made = [&](scf::ForOp loop,
                  std::string &refusal) -> FailureOr<SmallVector<scf::ForOp>> {
    if (hasDots)
      return tensorize(rewriter, loop, options, refusal);
    refusal = "lanes of a GPU have no products of small matrices of their own";
    return failure();
  };
  SmallVector<Operation *> targets(state.getPayloadOps(getTarget()));
  return replaceLoops(*this, rewriter, results, targets, "tensorize", made,
                      options.observer);
}

//===----------------------------------------------------------------------===//
// Sums of vectors
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
CombineReductionsOp::applyStep(transform::TransformRewriter &rewriter,
                               transform::TransformResults &,
                               transform::TransformState &state) {
  int64_t count = 0;
  auto read = readParam(*this, state, getCount(), "count", /*least=*/1,
                        /*otherwise=*/0, count);
  if (!read.succeeded())
    return read;
  bool isGPU = spindle::getTarget(state).worker == WorkerKind::Block;
  for (Operation *target : state.getPayloadOps(getTarget())) {
    std::string refusal =
        isGPU ? "lanes of a GPU add up each sum by shuffles" : std::string();
    if ((isGPU ||
         failed(combineReductions(rewriter, target, count, refusal))) &&
        !getWhereLegal())
      return refuse(*this, target, "combine reductions in", refusal);
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Stores of vectors
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
StreamStoresOp::applyStep(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  StreamStoresOptions options;
  auto read = readParam(*this, state, getAtLeast(), "at_least", /*least=*/0,
                        options.atLeast, options.atLeast);
  if (!read.succeeded() || options.atLeast == 0)
    return read;
  Operation *obstacle = nullptr;
  options.observer.onObstacle = [&](Operation *op) { obstacle = op; };
  for (Operation *target : state.getPayloadOps(getTarget())) {
    std::string refusal;
    auto loop = dyn_cast<scf::ForOp>(target);
    if (!loop) {
      streamAllStores(rewriter, target, options);
    } else if (failed(streamStores(rewriter, loop, options, refusal)) &&
               !getWhereLegal()) {
      auto failure = refuse(*this, target, "stream the stores of", refusal);
      if (obstacle)
        failure.attachNote(obstacle->getLoc()) << "this stands in the way";
      return failure;
    }
  }
  return DiagnosedSilenceableFailure::success();
}

#define GET_OP_CLASSES
#include "Spindle/Transforms/Loops/VectorOps.cpp.inc"
