//===- Scheduling.h - the schedule of a run ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SCHEDULING_H
#define SPINDLE_SESSION_SCHEDULING_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// Opens the schedule that `options` name, if they do, and sets its knobs: that
/// of `program` from now on. Its text goes to `sources`. Errors: those of
/// `Schedule::open` and of `Schedule::setKnob`.
llvm::Error openSchedule(Program &program, const Options &options,
                         SourceTexts &sources);

/// Chooses the schedule of `program`, and of its versions, where `options`
/// leave that open; else they have that of the program. `operands` are in
/// memory, or none where there is no data. Sets the facts of `program` if
/// something is chosen by them or explained. Errors: as above.
llvm::Error chooseSchedule(Program &program, llvm::ArrayRef<Operand> operands,
                           const Options &options);

/// Has the strategy of `program`, if it has one, tell why its products do not
/// share tiles of rows, where it does not tell yet. Error: `Cancelled`.
llvm::Error explainRowTiles(Program &program, const Options &options);

/// The text of the schedule of `program`. Error: it has none.
llvm::Expected<std::string> printSchedule(const Program &program);

} // namespace spindle::session

#endif // SPINDLE_SESSION_SCHEDULING_H
