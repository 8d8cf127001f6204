//===- PlainLoops.h - random loops on plain memory --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_PLAINLOOPS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_PLAINLOOPS_H

#include "Case.h"
#include "Random.h"

namespace spindle::differential {

/// A program of stage III: loops in one another and behind one another, with
/// labels, that load and store arrays at sums of their variables and at stored
/// coordinates, some in branches, and carry values. Bounds are constants,
/// arguments, stored positions or other variables; loops may have no
/// iterations, other steps than 1, other types than index and unsigned
/// comparisons. Memories may be views of one another, and are as large as the
/// accesses need and no larger. With `exact`, floats are small integers, whose
/// sums and products do not depend on the order.
Case generatePlainLoops(Random &random, bool exact);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_PLAINLOOPS_H
