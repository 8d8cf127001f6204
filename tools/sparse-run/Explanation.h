//===- Explanation.h - what was compiled, in words --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_EXPLANATION_H
#define SPINDLE_TOOLS_SPARSE_RUN_EXPLANATION_H

#include "CommandLine.h"
#include "Spindle/Session/Explain.h"

namespace spindle::run {

/// Prints `explanation` for people.
void printExplanation(const Explanation &explanation,
                      llvm::raw_ostream &stream);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_EXPLANATION_H
