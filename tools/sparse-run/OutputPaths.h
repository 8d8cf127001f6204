//===- OutputPaths.h - where a command line has files written ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_OUTPUTPATHS_H
#define SPINDLE_TOOLS_SPARSE_RUN_OUTPUTPATHS_H

#include "CommandLine.h"
#include "Spindle/Session/Binding.h"

namespace spindle::run {

/// Checks the paths that `bindings` and the drawings, the report, the storage
/// and the shared object that `line` asks for are written to: each can be
/// written, and none is another's or an input's.
llvm::Error checkOutputPaths(llvm::ArrayRef<Binding> bindings,
                             const CommandLine &line);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_OUTPUTPATHS_H
