//===- LegalityTraps.h - programs that rules are there for ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Few random programs show that a primitive forgets one of its rules: they have
// to run into what the rule is there for, and give other numbers then. These
// are made for one rule each, with the schedule that has to leave them alone.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_LEGALITYTRAPS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_LEGALITYTRAPS_H

#include "Case.h"
#include "Random.h"

namespace spindle::differential {

/// A program and a schedule, for a rule by chance:
///
/// - an element that several iterations of an outer loop store to, each in
///   another iteration of the inner one, keeps what the last of them stores
///   (`unroll_and_jam`);
/// - an element that is never stored to need not be there
///   (`accumulate_in_registers`);
/// - two ways to tell iterations apart, a position and its coordinate, do not
///   tell which iteration of one loop goes with which of another
///   (`fuse_loops`).
Case generateTrap(Random &random);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_LEGALITYTRAPS_H
