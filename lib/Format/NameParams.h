//===- NameParams.h - the numbers of a name, from a descriptor --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_NAMEPARAMS_H
#define SPINDLE_LIB_FORMAT_NAMEPARAMS_H

#include "Names.h"

namespace spindle::format {

// The numbers that a descriptor has if it is of a name: those with which the
// name's own descriptor is then built and compared with it. Of a descriptor
// that cannot be of the name, any numbers that keep its rules.

/// No numbers.
NameParams extractNone(const Format &format);
/// The rank.
NameParams extractRank(const Format &format);
/// The rank where the levels are in the order of the dimensions, else their
/// dimensions.
NameParams extractCsf(const Format &format);
/// The divisor of the first level.
NameParams extractFirst(const Format &format);
/// The divisors of the first two levels.
NameParams extractBlock(const Format &format);
/// The width of the second level.
NameParams extractEll(const Format &format);
/// The widths of the last two levels of four.
NameParams extractEll3d(const Format &format);
/// The two numbers of the last level, which is structured.
NameParams extractNm(const Format &format);
/// The divisor of the first level, and of the groups that are sorted.
NameParams extractSell(const Format &format);

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_NAMEPARAMS_H
