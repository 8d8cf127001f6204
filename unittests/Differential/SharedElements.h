//===- SharedElements.h - nests whose elements may meet ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_SHAREDELEMENTS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_SHAREDELEMENTS_H

#include "Case.h"
#include "Random.h"

namespace spindle::differential {

/// A program of nests over random axes whose bodies read and write a few dense
/// tables, and values on the axes themselves, at sums of coordinates and
/// positions: now at elements that no other iteration uses, now at some that
/// others do. What is written depends on the iteration, and on what was there,
/// so that another order of two that meet gives other numbers.
Case generateSharedElements(Random &random);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_SHAREDELEMENTS_H
