//===- Choices.h - what lowerings ask of a processor ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_CHOICES_H
#define SPINDLE_EXECUTION_CHOICES_H

#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "Spindle/Execution/Host.h"
#include "Spindle/Strategy/Strategy.h"

namespace spindle::execution {

/// What code for `cpu` is lowered by: its arithmetic and vectors. Error: a name
/// that LLVM does not know.
llvm::Expected<LoweringChoices> getLoweringChoices(llvm::StringRef cpu);

/// What a schedule for `cpu` is chosen by; the cache is that of this machine.
/// Error: as above.
llvm::Expected<StrategyTarget> getStrategyTarget(llvm::StringRef cpu);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_CHOICES_H
