//===- LoweringSteps.h - the steps between the stages -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A program goes from stage to stage by steps, each a few passes that end in a
// check that all of it is in the stage that the next step expects. A pipeline
// runs them one after the other; a schedule runs them one at a time, and what
// it does to a program stands between.
//

#ifndef SPINDLE_CONVERSION_STAGES_LOWERINGSTEPS_H
#define SPINDLE_CONVERSION_STAGES_LOWERINGSTEPS_H

#include "Spindle/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace spindle {

class Schedule;

/// The stages of a program before the LLVM dialect, in order.
enum class ProgramStage { Tensors, Coordinates, Positions, Loops };

/// Where inspectors find what they find.
enum class InspectorUse {
  /// In each call of the function.
  Inside,
  /// In a function of their own where they can, else inside.
  ApartWhereLegal,
  /// In a function of their own; where they cannot, the program is refused.
  Apart
};

/// What a lowering is to keep to besides a program's meaning.
struct LoweringChoices {
  /// No cell that is padding is computed with, even where the result would
  /// show it for infinities and NaN alone.
  bool strict = false;
  /// The code reports what is undefined, as `spindle-insert-checks` says. It
  /// computes with no padding then.
  bool checkMode = false;
  /// Outermost loops run in parallel where `spindle-parallelize-loops` proves
  /// that they may; not in check mode, which is serial.
  bool parallel = false;
  /// The machine that the code is for.
  Target target;
  /// The schedule that the program goes through its stages by; null where it
  /// goes straight on. Not in check mode.
  std::shared_ptr<const Schedule> schedule;
  /// The schedule by what `Schedule::open` takes, to be opened when it is
  /// applied, and the values of knobs as NAME=VALUE. Knobs alone are those of
  /// sequences in the program.
  std::string scheduleSpec;
  std::vector<std::string> knobs;
  /// Given each pass manager that runs steps, before it runs, to observe it;
  /// may be null.
  std::function<void(mlir::PassManager &)> observe;
  /// Loops and accesses that are affine are so where lowering stops at plain
  /// loops, as `spindle-raise-to-affine` says.
  bool affine = false;
  /// Functions are added that find memory too short for its axes, as
  /// `spindle-add-length-checks` says.
  bool lengthChecks = false;
  /// Each public function can be called from C, as `spindle-emit-c-entry` says;
  /// dense operands may then be parts of larger ones.
  bool cEntry = false;
  /// Whether what inspectors find is an argument, as `spindle-call-inspectors`
  /// says. Not on a GPU, where there are none.
  InspectorUse inspectors = InspectorUse::Inside;
};

/// Whether parallel loops are divided among workers.
bool hasWorkers(const LoweringChoices &choices);

/// The first stage that all of `module` can be said to be in: what is left in
/// it of tensors, nests and sites, or axes and buffers, tells.
ProgramStage findStage(mlir::ModuleOp module);

/// Adds the steps from stage `from` to stage `to`. Where loops are to be
/// parallel, they are made so, and divided, with the step away from positions;
/// or at the end, if `divide` and that is where it ends.
void addSteps(mlir::OpPassManager &pm, ProgramStage from, ProgramStage to,
              const LoweringChoices &choices, bool divide);

/// Runs the steps that are left to bring `module` to stage `to`. What fails is
/// reported.
mlir::LogicalResult lowerTo(mlir::ModuleOp module, ProgramStage to,
                            const LoweringChoices &choices, bool divide);

} // namespace spindle

#endif // SPINDLE_CONVERSION_STAGES_LOWERINGSTEPS_H
