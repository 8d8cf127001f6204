//===- Chosen.h - what a strategy chose -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_SCHEDULE_CHOSEN_H
#define SPINDLE_UNITTESTS_SCHEDULE_CHOSEN_H

#include "Spindle/Strategy/Strategy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

/// What is chosen for the only function of `module`.
inline spindle::Strategy choose(mlir::ModuleOp module,
                                const spindle::StrategyFacts &facts = {},
                                const spindle::Target &target = {}) {
  auto functions = module.getOps<mlir::func::FuncOp>();
  return spindle::chooseStrategy(*functions.begin(), facts, target);
}

/// The value chosen for `knob`; empty for the schedule's own.
inline std::string getValue(const spindle::Strategy &strategy,
                            llvm::StringRef knob) {
  for (const spindle::NestStrategy &nest : strategy.nests)
    for (const spindle::FragmentChoice &fragment : nest.fragments)
      for (const spindle::KnobChoice &choice : fragment.knobs)
        if (choice.knob == knob)
          return choice.value;
  return "";
}

#endif // SPINDLE_UNITTESTS_SCHEDULE_CHOSEN_H
