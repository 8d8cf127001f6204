//===- ApplySchedule.cpp - the pass that applies a schedule ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Schedule/ApplySchedule.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace spindle {
#define GEN_PASS_DEF_APPLYSCHEDULEPASS
#include "Spindle/Schedule/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// Moves the sequences of `module` to a module of their own.
static OwningOpRef<ModuleOp> takeSequences(ModuleOp module) {
  OwningOpRef<ModuleOp> sequences = ModuleOp::create(module.getLoc());
  StringRef mark = transform::TransformDialect::kWithNamedSequenceAttrName;
  (*sequences)->setAttr(mark, UnitAttr::get(module.getContext()));
  module->removeAttr(mark);
  for (auto sequence :
       llvm::make_early_inc_range(module.getOps<transform::NamedSequenceOp>()))
    sequence->moveBefore(sequences->getBody(), sequences->getBody()->end());
  return sequences;
}

namespace {
struct ApplySchedulePass
    : spindle::impl::ApplySchedulePassBase<ApplySchedulePass> {
  using ApplySchedulePassBase::ApplySchedulePassBase;

  ApplySchedulePass(const LoweringChoices &choices, ProgramStage stop)
      : choices(choices), stop(stop) {
    scheduleSpec = choices.scheduleSpec;
    knobs = choices.knobs;
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<affine::AffineDialect, arith::ArithDialect, axis::AxisDialect,
                func::FuncDialect, iter::IterDialect, math::MathDialect,
                memref::MemRefDialect, scf::SCFDialect, sparse::SparseDialect,
                transform::TransformDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    OwningOpRef<ModuleOp> copy = module.clone();
    OwningOpRef<ModuleOp> sequences = takeSequences(*copy);
    std::shared_ptr<const Schedule> schedule = choices.schedule;
    if (!schedule) {
      auto chosen = choose(std::move(sequences));
      if (!chosen) {
        // Without the program, which is beside the point.
        emitError(module.getLoc(), llvm::toString(chosen.takeError()));
        return signalPassFailure();
      }
      schedule = std::move(*chosen);
    }
    if (failed(applySchedule(*copy, *schedule, choices, stop)))
      return signalPassFailure();
    module.getBodyRegion().takeBody(copy->getBodyRegion());
    module->setAttrs((*copy)->getAttrDictionary());
  }

  /// The schedule that the options name, or else that of `sequences`, which are
  /// the program's.
  llvm::Expected<std::shared_ptr<Schedule>>
  choose(OwningOpRef<ModuleOp> sequences) {
    auto schedule = scheduleSpec.empty()
                        ? Schedule::take(std::move(sequences), "the module", "")
                        : Schedule::open(&getContext(), scheduleSpec);
    if (!schedule)
      return schedule;
    for (StringRef knob : knobs) {
      auto [name, value] = knob.split('=');
      if (llvm::Error error = (*schedule)->setKnob(name, value))
        return error;
    }
    return schedule;
  }

  LoweringChoices choices;
  std::optional<ProgramStage> stop;
};
} // namespace

std::unique_ptr<Pass>
spindle::createApplySchedulePass(const LoweringChoices &choices,
                                 ProgramStage stop) {
  return std::make_unique<ApplySchedulePass>(choices, stop);
}
