//===- OpenStrategy.cpp - the schedule of what was chosen -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/Strategy.h"

using namespace mlir;
using namespace spindle;

/// Whether `use` is `choice` for other nests.
static bool isSame(const FragmentUse &use, const FragmentChoice &choice) {
  return use.fragment == choice.fragment &&
         llvm::equal(use.knobs, choice.knobs,
                     [](const auto &pair, const KnobChoice &knob) {
                       return pair.first == knob.knob &&
                              pair.second == knob.value;
                     });
}

/// Adds that `choice` is for `nest`.
static void addUse(std::vector<FragmentUse> &uses, const FragmentChoice &choice,
                   const std::string &nest) {
  auto found = llvm::find_if(
      uses, [&](const FragmentUse &use) { return isSame(use, choice); });
  if (found == uses.end()) {
    found = uses.insert(uses.end(), {choice.fragment, {}, {}});
    for (const KnobChoice &knob : choice.knobs)
      found->knobs.emplace_back(knob.knob, knob.value);
  }
  found->nests.push_back(nest);
}

llvm::Expected<std::shared_ptr<Schedule>>
spindle::openStrategy(MLIRContext *context, const Strategy &strategy) {
  if (strategy.nests.empty())
    return std::shared_ptr<Schedule>();
  std::vector<FragmentUse> uses;
  for (const NestStrategy &nest : strategy.nests)
    for (const FragmentChoice &choice : nest.fragments)
      addUse(uses, choice, nest.nest);
  // What is right for all nests need not look for them.
  for (FragmentUse &use : uses)
    if (use.nests.size() == strategy.nests.size())
      use.nests.clear();
  return Schedule::compose(context, strategy.schedule, uses);
}
