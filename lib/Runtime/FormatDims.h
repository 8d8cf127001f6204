//===- FormatDims.h - Dimensions from the coordinates of levels  -*- C++
//-*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_FORMATDIMS_H
#define SPINDLE_LIB_RUNTIME_FORMATDIMS_H

#include "FormatLayout.h"

namespace spindle::runtime {

/// The shortest steps that give the same coordinate as `steps` for all x >= 0
/// as far as rules for two neighbours find them: (x floordiv a) floordiv b is
/// x floordiv a b, (x mod a b) floordiv a is (x floordiv a) mod b, and so on.
std::vector<Level::Step> simplifySteps(std::vector<Level::Step> steps);

/// The coordinate that `steps` make of `x`.
int64_t applySteps(const std::vector<Level::Step> &steps, int64_t x);

/// For each level the number w so that `dim`, a dimension or an inspector, is
/// the sum of w times the coordinate over the levels of `set` that are made of
/// it. Nothing where they do not determine it.
std::optional<std::vector<int64_t>>
findDigits(const Format &format, int64_t dim, const LevelSet &set);

/// For each dimension and inspector the dimension that is added to what its
/// level, a difference, says; -1 where its levels say all.
std::vector<int64_t> findAddends(const Format &format);

/// For each level the number w so that each dimension is the sum of w times the
/// coordinate over its levels, but for its addend: 0 for levels that add
/// nothing to the others, as i floordiv 4 beside i; so too for inspectors'
/// numbers that levels determine. Error: a dimension that the levels do not
/// determine.
Expected<std::vector<int64_t>> computeWeights(const Format &format);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_FORMATDIMS_H
