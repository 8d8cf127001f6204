//===- FragmentRules.h - which fragments suit a nest ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_FRAGMENTRULES_H
#define SPINDLE_LIB_STRATEGY_FRAGMENTRULES_H

#include "NestFacts.h"
#include "Spindle/Target/Target.h"
#include "llvm/ADT/StringRef.h"

namespace spindle {

/// The machines that a rule is for.
enum class Machines { All, Processors, GPUs };

/// A fragment of schedules/fragments, and the nests that it suits.
struct FragmentRule {
  llvm::StringLiteral fragment;
  bool (*suits)(const NestFacts &);
  /// Why, after "since"; of what the innermost dimension decides, what that is.
  llvm::StringLiteral reason;
  /// The schedule that ships for such nests; empty where the fragment is in
  /// several.
  llvm::StringLiteral schedule = "";
  /// Whether it changes all of a module: its knobs have one value for all nests
  /// then.
  bool isOfModule = false;
  Machines machines = Machines::All;

  /// Whether it suits `nest` on `target`.
  bool holds(const NestFacts &nest, const Target &target) const {
    bool isGPU = target.worker == WorkerKind::Block;
    return machines != (isGPU ? Machines::Processors : Machines::GPUs) &&
           suits(nest);
  }
};

/// All rules; those of one stage in the order of the fragments.
llvm::ArrayRef<FragmentRule> getFragmentRules();

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_FRAGMENTRULES_H
