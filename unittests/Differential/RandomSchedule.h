//===- RandomSchedule.h - random schedules ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_RANDOMSCHEDULE_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_RANDOMSCHEDULE_H

#include "Case.h"
#include "Random.h"

namespace spindle::differential {

/// How a random schedule may be.
struct ScheduleNature {
  /// It has the steps between the stages; without them, it is for plain loops.
  bool hasStages = true;
  /// Sums may be made in another order.
  bool reassociates = false;
  /// Sums of the program's floats are rounded, so that the order shows.
  bool isRounded = false;
  /// It may fail: by refusals, handles that are used again, and odd numbers.
  bool isRough = false;
  /// Nests are fused in tiles of rows.
  bool hasTiles = false;
  /// Nests share tiles of columns, or of rows, in place of that.
  bool hasColumns = false;
};

/// A schedule `random` for the program, of primitives by chance at each stage,
/// each for some of the loops or nests, on a line of its own.
std::string generateSchedule(Random &random, const Case &program,
                             const ScheduleNature &nature);

/// A schedule that ships, with `random` values of its knobs: `reassociate`, if
/// it has that, is as `nature` says.
std::string drawShippedSchedule(Random &random, const ScheduleNature &nature);

/// Whether the schedule of a case may fail.
bool mayFail(const Case &program);

/// Whether the schedule of a case may make sums in another order.
bool mayReassociate(const Case &program);

/// Whether the sums of a case with a schedule are rounded, so that another
/// order gives other numbers.
bool isRounded(const Case &program);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_RANDOMSCHEDULE_H
