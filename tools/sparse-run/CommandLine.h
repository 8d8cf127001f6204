//===- CommandLine.h - what the user asks for -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_COMMANDLINE_H
#define SPINDLE_TOOLS_SPARSE_RUN_COMMANDLINE_H

#include "Spindle/Session/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace spindle::run {

// What a library does, the tool says without its name.
using namespace session;

/// Whether numbers are compared with the interpreter's.
enum class CheckMode : uint8_t {
  Off,
  /// Unless that would take very long.
  On,
  Force
};

/// Whether text is coloured.
enum class ColorMode : uint8_t {
  /// On a terminal, unless the variable NO_COLOR is set.
  Auto,
  Always,
  Never
};

/// The command line; --help tells more.
struct CommandLine : Options {
  bool help = false;
  bool version = false;
  bool list = false;
  /// Print completions for bash.
  bool completion = false;
  /// A file of command lines to run, "-" for stdin; empty for none.
  std::string batch;
  /// The operand on whose format advice is asked for; empty for none.
  std::string advised;
  /// The operands whose storage is printed.
  llvm::SmallVector<std::string> dumps;
  /// The operands of which it is told how large their storage would be.
  llvm::SmallVector<std::string> measured;
  /// The operands whose storage is saved, and the folders that its arrays go
  /// to.
  llvm::SmallVector<Assignment> storages;
  /// The operands whose storage is drawn, and the files that the pictures go
  /// to.
  llvm::SmallVector<Assignment> drawings;
  /// The operands whose pattern is drawn, likewise.
  llvm::SmallVector<Assignment> patterns;
  CheckMode check = CheckMode::Off;
  /// Kernels are taken from the user's folder, and kept there.
  bool cache = false;
  /// Print the schedule instead of running the program.
  bool printSchedule = false;
  /// The number of timed runs; 0 for none.
  int64_t benchRuns = 0;
  /// The shared object to save the compiled program in; empty for none.
  std::string save;
  /// What the C function is called that it has; empty for the program's name.
  std::string symbol;
  /// A file, "-" for stdout, empty for none.
  std::string json;
  ColorMode color = ColorMode::Auto;
};

/// Reads the arguments after the program's name. Errors: an option that is not
/// known, a value that is missing, superfluous or not of its kind, something
/// given twice, options that exclude each other, a PROGRAM too few or too many.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> arguments);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_COMMANDLINE_H
