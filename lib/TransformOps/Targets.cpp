//===- Targets.cpp - what a transformation is applied to ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/TransformOps/Targets.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/TransformOps/OpTracker.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;

std::string spindle::describeTarget(Operation *target) {
  if (iter::LoopAttr label = iter::getLabel(target)) {
    auto names = llvm::map_range(label.getDims(),
                                 [](StringAttr dim) { return dim.str(); });
    return "loop over " + llvm::join(names, ", ") + " of nest '" +
           label.getNest().str() + "'";
  }
  if (auto nest = dyn_cast<iter::NestOp>(target))
    return ("nest '" + nest.getName() + "'").str();
  if (auto function = dyn_cast<FunctionOpInterface>(target))
    return ("function @" + function.getName()).str();
  return ("'" + target->getName().getStringRef() + "'").str();
}

DiagnosedSilenceableFailure spindle::refuse(transform::TransformOpInterface op,
                                            Operation *target, StringRef action,
                                            StringRef refusal) {
  DiagnosedSilenceableFailure failure = emitSilenceableFailure(target->getLoc())
                                        << "cannot " << action << " "
                                        << describeTarget(target) << ": "
                                        << refusal;
  failure.attachNote(op->getLoc()) << "the schedule asks for it here";
  return failure;
}

DiagnosedSilenceableFailure
spindle::applyToTargets(transform::TransformOpInterface op,
                        RewriterBase &rewriter, ArrayRef<Operation *> targets,
                        StringRef action, bool whereLegal, TargetFunction apply,
                        SmallVectorImpl<Operation *> &results) {
  SmallVector<Operation *> left(targets);
  SmallVector<SmallVector<Operation *>> made(targets.size());
  OpTracker tracker(rewriter);
  tracker.track(left);
  for (auto &list : made)
    tracker.track(list);
  for (size_t index = left.size(); index-- > 0;) {
    if (!left[index])
      continue;
    std::string refusal;
    auto done = apply(left[index], refusal);
    if (succeeded(done))
      made[index] = std::move(*done);
    else if (!whereLegal)
      return refuse(op, left[index], action, refusal);
  }
  for (ArrayRef<Operation *> list : made)
    llvm::append_range(results, list);
  return DiagnosedSilenceableFailure::success();
}

void spindle::setResults(Operation *op, ArrayRef<Operation *> made,
                         transform::TransformResults &results) {
  for (OpResult result : op->getResults()) {
    SmallVector<Operation *> named;
    for (size_t at = result.getResultNumber(); at < made.size();
         at += op->getNumResults())
      if (made[at])
        named.push_back(made[at]);
    results.set(result, named);
  }
}

DiagnosedSilenceableFailure
spindle::applyToLoops(transform::TransformOpInterface op, Value handle,
                      RewriterBase &rewriter, transform::TransformState &state,
                      transform::TransformResults &results, StringRef action,
                      bool whereLegal,
                      function_ref<Made(scf::ForOp, std::string &)> apply) {
  SmallVector<Operation *> loops(state.getPayloadOps(handle)), made;
  for (Operation *loop : loops)
    if (!isa<scf::ForOp, scf::ForallOp>(loop))
      return emitDefiniteFailure(op.getOperation())
             << "expected loops, 'scf.for', but got '" << loop->getName()
             << "'";
  DiagnosedSilenceableFailure done = applyToTargets(
      op, rewriter, loops, action, whereLegal,
      [&](Operation *loop, std::string &refusal) -> Made {
        refusal = "it runs in parallel";
        auto serial = dyn_cast<scf::ForOp>(loop);
        return serial ? apply(serial, refusal) : Made();
      },
      made);
  setResults(op, made, results);
  return done;
}

DiagnosedSilenceableFailure
spindle::readParam(transform::TransformOpInterface op,
                   transform::TransformState &state, Value param,
                   StringRef name, int64_t least, int64_t otherwise,
                   int64_t &number, int64_t most) {
  number = otherwise;
  if (!param)
    return DiagnosedSilenceableFailure::success();
  ArrayRef<Attribute> given = state.getParams(param);
  auto integer =
      given.size() == 1 ? dyn_cast<IntegerAttr>(given.front()) : IntegerAttr();
  if (!integer || integer.getValue().isNegative() ||
      integer.getValue().getActiveBits() > 63 || integer.getInt() < least)
    return emitDefiniteFailure(op.getOperation())
           << "expected " << name << " to be one integer of at least " << least;
  number = integer.getInt();
  if (number > most)
    return emitDefiniteFailure(op.getOperation())
           << "expected " << name << " to be at most " << most << " but got "
           << number;
  return DiagnosedSilenceableFailure::success();
}
