//===- FormatParams.h - the numbers of a name, from a descriptor *- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATPARAMS_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATPARAMS_H

#include "FormatNames.h"

namespace spindle::sparse {

// The numbers that a descriptor has if it is of a name: those with which the
// name's own descriptor is then built and compared with it. Of a descriptor
// that cannot be of the name, any numbers that keep its rules.

/// No numbers.
NameParams extractNone(FormatAttr format);
/// The rank.
NameParams extractRank(FormatAttr format);
/// The rank where the levels are in the order of the dimensions, else their
/// dimensions.
NameParams extractCsf(FormatAttr format);
/// The divisor of the first level.
NameParams extractFirst(FormatAttr format);
/// The divisors of the first two levels.
NameParams extractBlock(FormatAttr format);
/// The width of the second level.
NameParams extractEll(FormatAttr format);
/// The widths of the last two levels of four.
NameParams extractEll3d(FormatAttr format);
/// The two numbers of the last level, which is structured.
NameParams extractNm(FormatAttr format);
/// The divisor of the first level, and of the groups that are sorted.
NameParams extractSell(FormatAttr format);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATPARAMS_H
