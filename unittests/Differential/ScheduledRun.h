//===- ScheduledRun.h - runs a program by its schedule ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEDRUN_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEDRUN_H

#include "Run.h"

namespace spindle::differential {

/// Runs `module`, the case of `run`, as it is and by its schedule, and
/// compares. Where the schedule makes sums in another order, they are compared
/// if they are exact, which sums of small integers are while they are small.
///
/// Programs in a stage before plain loops are then compiled for several threads
/// by the schedule. What each number of threads makes of real numbers has the
/// bits of serial code, in whatever order the schedule makes sums.
void runScheduled(Run &run, mlir::ModuleOp module);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEDRUN_H
