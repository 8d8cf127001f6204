//===- FormatText.h - The names in the text of formats -------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_FORMATTEXT_H
#define SPINDLE_LIB_RUNTIME_FORMATTEXT_H

#include "Spindle/Runtime/Format.h"

namespace spindle::runtime {

/// What dimension `dim` of a tensor of `rank` is called: i, j, k; d0 and so on
/// where there are many.
std::string dimName(int64_t rank, int64_t dim);

/// What dimension or inspector `dim` of `format` is called: p, s, r or l for an
/// order, a slot, a rank or a length, with a number where there are several.
std::string dimName(const Format &format, int64_t dim);

/// The coordinate of `level` as an expression, as in "i floordiv 4".
std::string coordinateText(const Format &format, int64_t level);

/// The format's name, or its whole text where it has none.
std::string nameOrText(const Format &format);

/// The parents of level `level` where its text does not name them.
std::vector<int64_t> getDefaultParents(int64_t level, bool allDense);

/// The words of the grammar for the kinds of inspectors, in their order.
inline constexpr std::string_view inspectorNames[] = {"order", "slot", "rank",
                                                      "length"};

/// The words of the grammar for the kinds of levels, in their order.
inline constexpr std::string_view levelKindNames[] = {
    "dense", "compressed", "fixed", "variable", "singleton"};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_FORMATTEXT_H
