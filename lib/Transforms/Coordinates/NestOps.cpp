//===- NestOps.cpp - schedules of coordinate space ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/NestOps.h"

#include "Spindle/TransformOps/Targets.h"
#include "Spindle/Transforms/Coordinates/FuseNest.h"
#include "Spindle/Transforms/Coordinates/FuseTiles.h"
#include "Spindle/Transforms/Coordinates/LayOutMemory.h"
#include "Spindle/Transforms/Coordinates/ReorderNest.h"
#include "Spindle/Transforms/Coordinates/RunInWavefronts.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

namespace {
/// The nests that a handle names, while a primitive changes them in place.
struct NestTargets {
  transform::TransformOpInterface op;
  SmallVector<Operation *> nests;
  /// What stands in the way of the last of them; null for no operation.
  Operation *obstacle = nullptr;

  /// Applies a primitive to each, what is inside of another one first.
  DiagnosedSilenceableFailure
  apply(StringRef action, bool whereLegal,
        function_ref<LogicalResult(iter::NestOp, std::string &)> primitive);
};
} // namespace

DiagnosedSilenceableFailure NestTargets::apply(
    StringRef action, bool whereLegal,
    function_ref<LogicalResult(iter::NestOp, std::string &)> primitive) {
  for (Operation *nest : nests)
    if (!isa<iter::NestOp>(nest))
      return emitDefiniteFailure(op.getOperation())
             << "expected nests but got '" << nest->getName() << "'";
  for (Operation *nest : llvm::reverse(nests)) {
    std::string refusal;
    obstacle = nullptr;
    if (succeeded(primitive(cast<iter::NestOp>(nest), refusal)) || whereLegal)
      continue;
    DiagnosedSilenceableFailure failure = refuse(op, nest, action, refusal);
    if (obstacle)
      failure.attachNote(obstacle->getLoc()) << "this stands in the way";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

/// The words of `list`.
static SmallVector<StringRef> getWords(ArrayAttr list) {
  return llvm::to_vector(list.getAsValueRange<StringAttr>());
}

//===----------------------------------------------------------------------===//
// ReorderOp
//===----------------------------------------------------------------------===//

LogicalResult ReorderOp::verify() {
  if (getOrder().has_value() + getReductionsLast() + getAsStored() != 1)
    return emitOpError(
        "expected one of 'order', 'reductions_last' and 'as_stored'");
  if (getOrder() && getOrder()->empty())
    return emitOpError("expected the names of dimensions after 'order'");
  return success();
}

DiagnosedSilenceableFailure
ReorderOp::applyStep(transform::TransformRewriter &rewriter,
                     transform::TransformResults &,
                     transform::TransformState &state) {
  iter::ReorderOptions options;
  if (getOrder())
    options.order = getWords(*getOrder());
  options.asStored = getAsStored();
  options.reassociate = getReassociate();
  NestTargets targets{*this, llvm::to_vector(state.getPayloadOps(getTarget()))};
  options.onObstacle = [&](Operation *op) { targets.obstacle = op; };
  return targets.apply(
      "reorder", getWhereLegal(), [&](iter::NestOp nest, std::string &refusal) {
        return iter::reorderNest(rewriter, nest, options, refusal);
      });
}

//===----------------------------------------------------------------------===//
// FuseOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
FuseOp::applyStep(transform::TransformRewriter &rewriter,
                  transform::TransformResults &,
                  transform::TransformState &state) {
  iter::FuseOptions options{getWords(getDims())};
  NestTargets targets{*this, llvm::to_vector(state.getPayloadOps(getTarget()))};
  return targets.apply("fuse dimensions of", getWhereLegal(),
                       [&](iter::NestOp nest, std::string &refusal) {
                         return iter::fuseNest(rewriter, nest, options,
                                               refusal);
                       });
}

//===----------------------------------------------------------------------===//
// LayoutOp
//===----------------------------------------------------------------------===//

LogicalResult LayoutOp::verify() {
  if (getLast().has_value() == getColumnsLast())
    return emitOpError("expected either 'last' or 'columns_last'");
  if (getLast() && getLast()->empty())
    return emitOpError("expected the name of a dimension after 'last'");
  return success();
}

DiagnosedSilenceableFailure
LayoutOp::applyStep(transform::TransformRewriter &rewriter,
                    transform::TransformResults &,
                    transform::TransformState &state) {
  iter::LayoutOptions options;
  options.last = getLast().value_or("");
  NestTargets targets{*this, llvm::to_vector(state.getPayloadOps(getTarget()))};
  options.onObstacle = [&](Operation *op) { targets.obstacle = op; };
  return targets.apply("lay out the memory of", getWhereLegal(),
                       [&](iter::NestOp nest, std::string &refusal) {
                         return iter::layOutMemory(rewriter, nest, options,
                                                   refusal);
                       });
}

//===----------------------------------------------------------------------===//
// WavefrontOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
WavefrontOp::applyStep(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  SmallVector<Operation *> nests(state.getPayloadOps(getTarget())), made;
  for (Operation *nest : nests)
    if (!isa<iter::NestOp>(nest))
      return emitDefiniteFailure()
             << "expected nests but got '" << nest->getName() << "'";
  Operation *obstacle = nullptr;
  DiagnosedSilenceableFailure done = applyToTargets(
      *this, rewriter, nests, "find wavefronts of", getWhereLegal(),
      [&](Operation *nest, std::string &refusal) -> Made {
        auto outer = iter::runInWavefronts(
            rewriter, cast<iter::NestOp>(nest),
            [&](Operation *op) { obstacle = op; }, refusal);
        return failed(outer) ? Made() : SmallVector<Operation *>{*outer};
      },
      made);
  if (!done.succeeded() && obstacle)
    done.attachNote(obstacle->getLoc()) << "this stands in the way";
  setResults(*this, made, results);
  return done;
}

//===----------------------------------------------------------------------===//
// TileFuseOp
//===----------------------------------------------------------------------===//

/// The nests that `handle` names; fails where it names something else.
static DiagnosedSilenceableFailure
readNests(transform::TransformOpInterface op, transform::TransformState &state,
          Value handle, SmallVectorImpl<iter::NestOp> &nests) {
  for (Operation *target : state.getPayloadOps(handle)) {
    auto nest = dyn_cast<iter::NestOp>(target);
    if (!nest)
      return emitDefiniteFailure(op.getOperation())
             << "expected nests but got '" << target->getName() << "'";
    nests.push_back(nest);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
TileFuseOp::applyStep(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  iter::TileOptions options;
  int64_t fuse = 1;
  SmallVector<iter::NestOp> producers, consumers;
  struct Number {
    Value param;
    StringRef name;
    int64_t least;
    int64_t &number;
  };
  for (const Number &given :
       {Number{getRows(), "'rows'", 0, options.rows},
        Number{getCache(), "'cache'", 0, options.cache},
        Number{getWorkers(), "'workers'", 1, options.workers},
        Number{getFuse(), "'fuse'", 0, fuse}}) {
    DiagnosedSilenceableFailure done =
        readParam(*this, state, given.param, given.name, given.least,
                  given.number, given.number);
    if (!done.succeeded())
      return done;
  }
  for (auto [handle, nests] : {std::pair(getProducers(), &producers),
                               std::pair(getConsumers(), &consumers)}) {
    DiagnosedSilenceableFailure done =
        readNests(*this, state, handle ? handle : getProducers(), *nests);
    if (!done.succeeded())
      return done;
  }
  options.apart = fuse == 0;
  SmallVector<Operation *> made;
  SmallVector<iter::TiledChain> chains =
      iter::findTiledChains(producers, consumers);
  std::string refusal;
  Operation *obstacle = nullptr;
  auto onObstacle = [&](Operation *op) { obstacle = op; };
  auto refuseNest = [&](iter::NestOp nest) {
    auto failure = refuse(
        *this, nest, "fuse, in tiles of rows, what is before with", refusal);
    if (obstacle)
      failure.attachNote(obstacle->getLoc()) << "this stands in the way";
    return failure;
  };
  if (chains.empty() && !getWhereLegal()) {
    if (iter::NestOp nest =
            iter::findNoChain(producers, consumers, onObstacle, refusal))
      return refuseNest(nest);
    return emitSilenceableError()
           << "expected a nest of 'consumers' that reads, at columns of its "
              "rows, what one of 'producers' before it writes but got none";
  }
  for (const iter::TiledChain &chain : chains) {
    auto nests = iter::fuseTiles(rewriter, chain, options, onObstacle, refusal);
    if (succeeded(nests))
      llvm::append_range(made, *nests);
    else if (!getWhereLegal())
      return refuseNest(chain.loops[1].front());
  }
  results.set(cast<OpResult>(getNests()), made);
  return DiagnosedSilenceableFailure::success();
}

#define GET_OP_CLASSES
#include "Spindle/Transforms/Coordinates/NestOps.cpp.inc"
