//===- Save.h - programs for other programs ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SAVE_H
#define SPINDLE_SESSION_SAVE_H

#include "Spindle/Session/OutputFiles.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// The header that goes with the shared object `object`: `spmm.h` with
/// `spmm.so`.
std::string getHeaderPath(llvm::StringRef object);

/// Lowers `program` as `options` say and adds the shared object `object` and
/// its header to `files`; the function is called `name` unless that is empty.
/// Errors: a program that returns tensors, a name that C does not take, those
/// of the passes, the linker and the system.
llvm::Error saveProgram(Program &program, const Options &options,
                        llvm::StringRef object, llvm::StringRef name,
                        OutputFiles &files);

} // namespace spindle::session

#endif // SPINDLE_SESSION_SAVE_H
