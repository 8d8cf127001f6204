//===- Choice.h - why a program is compiled as it is ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_CHOICE_H
#define SPINDLE_TOOLS_SPARSE_RUN_CHOICE_H

#include "Spindle/Session/Program.h"
#include "llvm/Support/JSON.h"

namespace spindle::run {

/// Prints the schedule of `program`, why it was chosen if it was, and the
/// figures that decide such things, as far as they are known.
void printChoice(const Program &program, llvm::raw_ostream &stream);

/// What `printChoice` prints as a JSON object; null where something is not
/// known.
llvm::json::Object choiceToJson(const Program &program);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_CHOICE_H
