//===- StepWatcher.cpp - which steps of a schedule do something -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/StepWatcher.h"

#include "Spindle/TransformOps/ScheduleStep.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"

using namespace mlir;
using namespace spindle;

/// What is known of `step` before it is applied.
static ScheduleStep describeStep(Operation *step) {
  ScheduleStep described;
  StringRef name = step->getName().getStringRef();
  name.consume_front("transform.sparse.");
  described.name = name.str();
  if (auto sequence = step->getParentOfType<transform::NamedSequenceOp>())
    described.sequence = sequence.getSymName().str();
  if (auto place = dyn_cast<FileLineColLoc>(step->getLoc())) {
    described.file = place.getFilename().str();
    described.line = place.getLine();
  }
  return described;
}

StepWatcher::StepWatcher(MLIRContext &context) : context(context) {
  context.registerActionHandler(
      [this](llvm::function_ref<void()> run, const tracing::Action &action) {
        if (auto *step = dyn_cast<ScheduleStepAction>(&action))
          watch(run, step->getStep(), step->getProgram());
        else
          run();
      });
}

StepWatcher::~StepWatcher() { context.registerActionHandler(nullptr); }

void StepWatcher::watch(llvm::function_ref<void()> action, Operation *step,
                        Operation *program) {
  OperationFingerPrint before(program);
  action();
  auto found = steps.try_emplace(step);
  ScheduleStep &known = found.first->second;
  if (found.second)
    known = describeStep(step);
  known.hasChanged |= OperationFingerPrint(program) != before;
}
