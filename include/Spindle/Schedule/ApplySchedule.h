//===- ApplySchedule.h - the pass that applies a schedule -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SCHEDULE_APPLYSCHEDULE_H
#define SPINDLE_SCHEDULE_APPLYSCHEDULE_H

#include "Spindle/Schedule/Schedule.h"
#include "mlir/Pass/Pass.h"

namespace spindle {

#define GEN_PASS_DECL
#include "Spindle/Schedule/Passes.h.inc"

/// The pass `spindle-apply-schedule` with the schedule of `choices`, which
/// lowers what it leaves to stage `stop`.
std::unique_ptr<mlir::Pass>
createApplySchedulePass(const LoweringChoices &choices, ProgramStage stop);

#define GEN_PASS_REGISTRATION
#include "Spindle/Schedule/Passes.h.inc"

} // namespace spindle

#endif // SPINDLE_SCHEDULE_APPLYSCHEDULE_H
