//===- Targets.cpp - what a transformation is applied to ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Iter/Transforms/Workers.h"
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

DiagnosedSilenceableFailure spindle::refuse(Operation *target, StringRef action,
                                            StringRef refusal) {
  return emitSilenceableFailure(target->getLoc())
         << "cannot " << action << " " << describeTarget(target) << ": "
         << refusal;
}

DiagnosedSilenceableFailure
spindle::applyToTargets(ArrayRef<Operation *> targets, StringRef action,
                        bool whereLegal, TargetFunction apply,
                        SmallVectorImpl<Operation *> &results) {
  SmallVector<SmallVector<Operation *>> made(targets.size());
  for (size_t index = targets.size(); index-- > 0;) {
    std::string refusal;
    auto done = apply(targets[index], refusal);
    if (succeeded(done))
      made[index] = std::move(*done);
    else if (!whereLegal)
      return refuse(targets[index], action, refusal);
  }
  for (ArrayRef<Operation *> list : made)
    llvm::append_range(results, list);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
spindle::readParam(transform::TransformOpInterface op,
                   transform::TransformState &state, Value param,
                   StringRef name, int64_t least, int64_t otherwise,
                   int64_t &number) {
  number = otherwise;
  if (!param)
    return DiagnosedSilenceableFailure::success();
  ArrayRef<Attribute> given = state.getParams(param);
  auto integer =
      given.size() == 1 ? dyn_cast<IntegerAttr>(given.front()) : IntegerAttr();
  if (!integer || integer.getValue().getSExtValue() < least)
    return emitDefiniteFailure(op.getOperation())
           << "expected " << name << " to be one integer of at least " << least;
  number = integer.getValue().getSExtValue();
  return DiagnosedSilenceableFailure::success();
}
