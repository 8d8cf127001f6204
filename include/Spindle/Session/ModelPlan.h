//===- ModelPlan.h - how a model is computed --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_MODELPLAN_H
#define SPINDLE_SESSION_MODELPLAN_H

#include "Spindle/Plans/Plan.h"
#include "Spindle/Session/Divided.h"
#include "Spindle/Session/Kept.h"
#include "Spindle/Session/Model.h"
#include "Spindle/Session/Options.h"

namespace spindle::session {

/// The bits that elements of a weight need: a number for each, or one for all,
/// of which 0 is that of what is pruned.
struct NeededBits {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bits;
};

/// What a plan of a model is for.
struct ModelPlanOptions {
  /// Arguments that are the same in each run.
  std::vector<std::string> weights;
  /// The formats of some of them. Where `isAuto`, those of the others are
  /// chosen, and what is pruned everywhere is removed.
  llvm::SmallVector<Assignment> formats;
  bool isAuto = true;
  /// Weights whose elements need no more bits, and whether their inputs stay
  /// what they are. Where `isAuto`, they are rounded where that is estimated to
  /// be faster; else to what costs least by itself (RoundWidths.h), before
  /// anything else.
  std::vector<NeededBits> widths;
  bool keepsInputs = false;
  int64_t threads = 1;
  /// How many formats of each product are timed.
  int64_t measured = 0;
  /// What timed products are kept in.
  std::shared_ptr<execution::KernelCache> cache;
  Watcher watcher;
};

/// A model as it is planned.
struct ModelPlan {
  /// The program, with types and formats, and without masks: two that are equal
  /// are the same kernel.
  std::string text;
  plans::Plan plan;
  /// Arguments that have a part of a larger array.
  std::vector<KeptOperand> kept;
  /// Arguments that have a part of a weight.
  std::vector<DividedPart> divided;
};

/// Plans a copy of `model`. Errors: an argument that there is not, a format
/// that cannot be, those of planning and of measuring.
llvm::Expected<ModelPlan> planModel(const Model &model,
                                    const ModelPlanOptions &options);

/// The text of `model` with f64 in the place of all floats.
std::string printWide(const Model &model);

} // namespace spindle::session

#endif // SPINDLE_SESSION_MODELPLAN_H
