//===- StageOps.cpp - from stage to stage in a schedule -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/StageOps.h"

#include "LoweringContext.h"
#include "Spindle/Analysis/LoopProperties.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/TransformOps/Targets.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// Brings the modules of `targets` to stage `to` and gives them as the result.
static DiagnosedSilenceableFailure
lowerTargets(transform::TransformOpInterface op, Value targets, ProgramStage to,
             transform::TransformResults &results,
             transform::TransformState &state) {
  SmallVector<Operation *> modules(state.getPayloadOps(targets));
  auto *context = state.getExtension<LoweringContext>();
  LoweringChoices choices = context ? context->getChoices() : LoweringChoices();
  for (Operation *target : modules) {
    auto module = dyn_cast<ModuleOp>(target);
    if (!module)
      return emitDefiniteFailure(op.getOperation())
             << "expected modules to lower but got '" << target->getName()
             << "'";
    if (module->isProperAncestor(op))
      return emitDefiniteFailure(op.getOperation())
             << "expected modules without the schedule, which passes would "
                "change while it is applied, but got one that holds it";
    if (context)
      context->keepBefore(module, to);
    if (failed(lowerTo(module, to, choices, /*divide=*/false)))
      return DiagnosedSilenceableFailure::definiteFailure();
  }
  results.set(op->getOpResult(0), modules);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
LowerToCoordinatesOp::apply(transform::TransformRewriter &,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  return lowerTargets(*this, getTarget(), ProgramStage::Coordinates, results,
                      state);
}

DiagnosedSilenceableFailure
LowerToPositionsOp::apply(transform::TransformRewriter &,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return lowerTargets(*this, getTarget(), ProgramStage::Positions, results,
                      state);
}

DiagnosedSilenceableFailure
LowerToLoopsOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  return lowerTargets(*this, getTarget(), ProgramStage::Loops, results, state);
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
MatchNestsOp::apply(transform::TransformRewriter &,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  SmallVector<Operation *> found;
  for (Operation *target : state.getPayloadOps(getTarget()))
    target->walk<WalkOrder::PreOrder>([&](iter::NestOp nest) {
      if (!getNest() || nest.getName() == *getNest())
        found.push_back(nest);
    });
  results.set(cast<OpResult>(getResult()), found);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
TakeIfOp::apply(transform::TransformRewriter &,
                transform::TransformResults &results,
                transform::TransformState &state) {
  int64_t condition = 0;
  DiagnosedSilenceableFailure read =
      readParam(*this, state, getCondition(), "condition", /*least=*/0,
                condition, condition);
  if (!read.succeeded())
    return read;
  SmallVector<Operation *> taken;
  if (condition != 0)
    llvm::append_range(taken, state.getPayloadOps(getTarget()));
  results.set(cast<OpResult>(getResult()), taken);
  return DiagnosedSilenceableFailure::success();
}

LogicalResult MatchLoopsOp::verify() {
  for (Attribute name : getAxes().value_or(ArrayAttr()) ? getAxes()->getValue()
                                                        : ArrayRef<Attribute>())
    if (!axis::symbolizeAxisKind(cast<StringAttr>(name).getValue()))
      return emitOpError("expected kinds of axes, as \"dense_fixed\", but got ")
             << name;
  return success();
}

/// Whether `label` agrees with all that `op` says of labels.
static bool agrees(MatchLoopsOp op, iter::LoopAttr label) {
  if (op.getNest() && label.getNest().getValue() != *op.getNest())
    return false;
  if (std::optional<ArrayAttr> dims = op.getDims())
    if (!llvm::equal(dims->getAsRange<StringAttr>(), label.getDims()))
      return false;
  if (op.getKind() && label.getKind() != *op.getKind())
    return false;
  if (op.getRole() && label.getRole() != *op.getRole())
    return false;
  auto name = StringAttr::get(op.getContext(),
                              axis::stringifyAxisKind(label.getAxis()));
  return !op.getAxes() || llvm::is_contained(*op.getAxes(), name);
}

/// Whether `loop` has all the properties that `op` asks for.
static bool fulfils(MatchLoopsOp op, Operation *loop) {
  return (!op.getInnermost() || isInnermost(loop)) &&
         (!op.getOutermost() || iter::isOutermost(loop)) &&
         (!op.getHoldsLoops() || !isInnermost(loop)) &&
         (!op.getHoldsReduction() || holdsReduction(loop)) &&
         (!op.getUnitStride() || isUnitStride(loop)) &&
         (!op.getStrided() || isStrided(loop)) &&
         (!op.getDenseInside() || isDenseInside(loop)) &&
         (!op.getFewIterations() || hasFewIterations(loop));
}

DiagnosedSilenceableFailure
MatchLoopsOp::apply(transform::TransformRewriter &,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  SmallVector<Operation *> found;
  for (Operation *target : state.getPayloadOps(getTarget()))
    target->walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      iter::LoopAttr label = iter::getLabel(loop);
      if (label && agrees(*this, label) && fulfils(*this, loop))
        found.push_back(loop);
    });
  results.set(cast<OpResult>(getResult()), found);
  return DiagnosedSilenceableFailure::success();
}

#define GET_OP_CLASSES
#include "Spindle/Schedule/StageOps.cpp.inc"
