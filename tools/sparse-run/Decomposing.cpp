//===- Decomposing.cpp - tensors in parts by a schedule -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decomposing.h"

#include "Failure.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/TransformOps/NestOps.h"
#include "Stages.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::run;

/// Whether the module of `schedule` has an operation that puts tensors in
/// parts.
static bool decomposes(const Schedule &schedule) {
  auto module = schedule.getEntry()->getParentOfType<ModuleOp>();
  return module
      .walk([](transform_ops::DecomposeOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

llvm::Error run::decompose(Program &program, const CommandLine &line) {
  if (!program.schedule || !decomposes(*program.schedule))
    return llvm::Error::success();
  DiagnosticKeeper diagnostics(program.module->getContext());
  OwningOpRef<ModuleOp> module = program.module->clone();
  if (failed(applySchedule(*module, *program.schedule,
                           getChoices(program, line), ProgramStage::Tensors)))
    return diagnostics.takeError("expected a schedule that can be applied but "
                                 "it failed");
  // What is left of the schedule is applied when the program is compiled.
  (*module)->removeAttr(iter::IterDialect::kScheduleAttr);
  auto entry = module->lookupSymbol<func::FuncOp>(program.entryName);
  program.module = std::move(module);
  return setEntry(program, entry);
}
