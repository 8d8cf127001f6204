//===- PassPlan.h - random sequences of passes ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_PASSPLAN_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_PASSPLAN_H

#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace spindle::differential {

/// One pass, or a few that belong together.
struct Step {
  std::string name;
  void (*add)(mlir::OpPassManager &pm);
  /// Whether it can be run on a module; on any where there is none.
  bool (*suits)(mlir::Operation *module) = nullptr;
};

/// A way from a program to plain loops: some steps in coordinate space, those
/// to position space, some there, those to plain loops, and some there. Which
/// ones, the seed says. `strict` guards the padding of occupancies.
struct PassPlan {
  std::vector<Step> coordinates, positions, loops;
};

/// The plan of a seed.
PassPlan makePlan(uint64_t seed, bool strict);

/// The names of the steps, with commas between.
std::string describe(const std::vector<Step> &steps);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_PASSPLAN_H
