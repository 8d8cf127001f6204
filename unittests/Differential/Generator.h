//===- Generator.h - random programs ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_GENERATOR_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_GENERATOR_H

#include "Case.h"

namespace spindle::differential {

/// More statements are never asked for.
constexpr int64_t kMaxBudget = 40;

/// The program of a seed, of one of four generators: nests over random axes,
/// operations on tensors, walks whose outcome is known, and nests whose
/// iterations may meet. Those of a smaller budget are the first statements of
/// those of a larger one, as far as the blocks go.
Case generateCase(uint64_t seed, int64_t budget = kMaxBudget);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_GENERATOR_H
