//===- Explain.h - finds out what is compiled -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_EXPLAIN_H
#define SPINDLE_TOOLS_SPARSE_RUN_EXPLAIN_H

#include "Explanation.h"
#include "Program.h"

namespace spindle::run {

/// Lowers copies of `program`, as `line` asks, and tells what becomes of it.
/// Which loops may run in parallel is told for any number of threads. Errors:
/// those of the passes and of LLVM.
llvm::Expected<Explanation> explain(const Program &program,
                                    const CommandLine &line);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_EXPLAIN_H
