//===- FormatInspectors.h - What inspectors may be made of ----- -*- C++
//-*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_FORMATINSPECTORS_H
#define SPINDLE_LIB_RUNTIME_FORMATINSPECTORS_H

#include "FormatLayout.h"

namespace spindle::runtime {

/// The most inspectors of a format, as in the compiler.
inline constexpr int64_t maxInspectors = 64;

/// What is expected of a part of a format, and what it is.
struct FormatFault {
  std::string_view expected, got;
};

/// The number of dimensions and of inspectors: what levels are made of.
inline int64_t countDims(const Format &format) {
  return format.rank + static_cast<int64_t>(format.inspectors.size());
}

/// Whether `dim` stands for the number of an inspector.
inline bool isDerived(const Format &format, int64_t dim) {
  return dim >= format.rank;
}

/// The inspector whose number `dim` stands for.
inline const Inspector &getInspector(const Format &format, int64_t dim) {
  return format.inspectors[dim - format.rank];
}

/// Whether the coordinates of `level` count the numbers of an order that its
/// fibre has, from 0: it is variable, and stores none.
bool countsOrder(const Format &format, const Level &level);

/// The order whose subjects `level` stores, one for each place: it is a
/// singleton of a dimension, below dense levels that are together the place in
/// an order of that dimension. So each place has a coordinate, with elements or
/// without. -1 for other levels.
int64_t findStoredOrder(const Format &format, int64_t level);

/// What is wrong with level `l`, whose coordinate is made of an inspector's
/// number; nothing where it can be stored. The levels before it have parents
/// that come before them.
std::optional<FormatFault> checkDerived(const Format &format, int64_t l);

/// What is wrong with the first inspector that is not one of those which can be
/// computed; nothing where all can.
std::optional<Error> checkInspectors(const Format &format);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_FORMATINSPECTORS_H
