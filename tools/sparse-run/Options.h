//===- Options.h - what each option does ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_OPTIONS_H
#define SPINDLE_TOOLS_SPARSE_RUN_OPTIONS_H

#include "CommandLine.h"

namespace spindle::run {

/// Whether an option is followed by a value.
enum class Arity { None, Optional, Required };

/// What an option is for; --help lists the groups in this order.
enum class OptionGroup { Operands, Compiling, Checking, Looking, Telling };

/// One option: how it is spelt, what it does, what --help says of it.
struct OptionSpec {
  OptionGroup group;
  llvm::StringRef name;
  /// What stands for the value; empty without one.
  llvm::StringRef value;
  Arity arity;
  bool repeats;
  /// Sets `line`; `value` is empty where there is none. Errors: a value that is
  /// not of the option's kind, or something given twice.
  llvm::Error (*apply)(CommandLine &line, llvm::StringRef value);
  llvm::StringRef help;
  /// The words that the value may be; null where that is more than a few words.
  llvm::SmallVector<llvm::StringRef> (*getChoices)() = nullptr;
};

/// All options, in the order in which --help lists them: by group.
llvm::ArrayRef<OptionSpec> getOptions();

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_OPTIONS_H
