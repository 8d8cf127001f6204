//===- ChosenSchedule.h - the schedule of a random program ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_CHOSENSCHEDULE_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_CHOSENSCHEDULE_H

#include "ProgramRun.h"
#include "Spindle/Schedule/Schedule.h"
#include "Spindle/Strategy/Strategy.h"

namespace spindle::formatfuzz {

/// What is known of the operands of `problem`.
StrategyFacts gatherFacts(const Problem &problem, const ReadFormat &format,
                          const StoredTensor &stored);

/// Opens the schedule that a session with `threads` threads chooses for
/// `function`, with the knobs that `choices` say; null for no schedule.
llvm::Expected<std::shared_ptr<Schedule>>
openChosen(mlir::func::FuncOp function, const StrategyFacts &facts,
           int64_t threads, const CompileChoices &choices);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_CHOSENSCHEDULE_H
