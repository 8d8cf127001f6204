//===- Scheduling.h - the schedule of a run ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_SCHEDULING_H
#define SPINDLE_TOOLS_SPARSE_RUN_SCHEDULING_H

#include "Operand.h"
#include "Program.h"

namespace spindle::run {

/// Opens the schedule that `line` names, if it does, and sets its knobs: that
/// of `program` from now on. Errors: those of `Schedule::open` and of
/// `Schedule::setKnob`.
llvm::Error openSchedule(Program &program, const CommandLine &line);

/// Chooses the schedule of `program`, and of its versions, where `line` leaves
/// that open; else they have that of the program. `operands` are in memory, or
/// none where there is no data. Sets the facts of `program` if something is
/// chosen by them or explained. Errors: as above.
llvm::Error chooseSchedule(Program &program, llvm::ArrayRef<Operand> operands,
                           const CommandLine &line);

/// The text of the schedule of `program`. Error: it has none.
llvm::Expected<std::string> printSchedule(const Program &program);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_SCHEDULING_H
