//===- Save.h - programs for other programs ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SAVE_H
#define SPINDLE_SESSION_SAVE_H

#include "Spindle/Execution/SharedObject.h"
#include "Spindle/Session/OutputFiles.h"
#include "Spindle/Session/Program.h"

namespace spindle::session {

/// The header that goes with the shared object `object`: `spmm.h` with
/// `spmm.so`.
std::string getHeaderPath(llvm::StringRef object);

/// A function that is compiled for a shared object.
struct SavedFunction {
  /// What C calls it.
  std::string symbol;
  execution::ObjectCode code;
  /// The text of its header.
  std::string header;
};

/// Compiles `program` as `options` say for the shared object `object`; the
/// function is called `name` unless that is empty. Errors: a program that
/// returns tensors, a name that C does not take, those of the passes.
llvm::Expected<SavedFunction> compileToSave(Program &program,
                                            const Options &options,
                                            llvm::StringRef object,
                                            llvm::StringRef name);

/// Adds the shared object `object`, with all of `functions`, and its header to
/// `files`. Errors: two functions of one name, those of the linker and the
/// system.
llvm::Error writeSaved(llvm::ArrayRef<SavedFunction> functions,
                       llvm::StringRef object, OutputFiles &files);

/// The functions with a body that are not private in the file or the text that
/// `options` name; none of a program that is made, or that cannot be read.
std::vector<std::string> listFunctions(const Options &options);

/// Compiles each of the functions `names` of the program that `options` name,
/// and adds the shared object `object` with all of them, and its header, to
/// `files`. What the options say of operands and dimensions counts for the
/// functions that have them. Errors: those of sessions, operands and dimensions
/// that no function has, and those of `writeSaved`.
llvm::Error saveFunctions(const Options &options,
                          llvm::ArrayRef<std::string> names,
                          llvm::StringRef object, OutputFiles &files);

} // namespace spindle::session

#endif // SPINDLE_SESSION_SAVE_H
