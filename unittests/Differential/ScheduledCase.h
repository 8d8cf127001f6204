//===- ScheduledCase.h - random programs with schedules ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEDCASE_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEDCASE_H

#include "Case.h"

namespace spindle::differential {

/// The last of so many seeds is that of a trap for a rule.
constexpr uint64_t kTraps = 16;

/// The case of a seed with a schedule: a program of any generator, plain loops,
/// or a trap for a rule. Nature and schedule depend on the seed alone.
Case generateScheduledCase(uint64_t seed);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEDCASE_H
