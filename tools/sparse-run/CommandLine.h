//===- CommandLine.h - what the user asks for -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_COMMANDLINE_H
#define SPINDLE_TOOLS_SPARSE_RUN_COMMANDLINE_H

#include "Spindle/Runtime/MatrixMarket.h"
#include "Spindle/Target/CPU/Host.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace spindle::run {

/// NAME=TEXT as given to an option.
struct Assignment {
  std::string name;
  std::string text;
};

/// What stands for no schedule, and for no dimension.
constexpr llvm::StringLiteral kNone = "none";

/// What stands for the schedule that suits the program, and for the format.
constexpr llvm::StringLiteral kAuto = "auto";

/// Whether numbers are compared with the interpreter's.
enum class CheckMode : uint8_t {
  Off,
  /// Unless that would take very long.
  On,
  Force
};

/// What to print instead of running the program.
enum class EmitStage : uint8_t {
  /// As it is before any pass.
  Tensors,
  Coordinates,
  Positions,
  Loops,
  LLVM,
  LLVMIR,
  Assembly,
  /// Kernels for a GPU, and the functions that launch them.
  NVVM,
  PTX
};

/// Whether text is coloured.
enum class ColorMode : uint8_t {
  /// On a terminal, unless the variable NO_COLOR is set.
  Auto,
  Always,
  Never
};

/// The command line; --help tells more.
struct CommandLine {
  bool help = false;
  bool version = false;
  bool list = false;
  /// A file of command lines to run, "-" for stdin; empty for none.
  std::string batch;
  /// A file, or the name of a program that ships.
  std::string program;
  /// The function to run; empty for the only one.
  std::string entry;
  llvm::SmallVector<Assignment> binds;
  llvm::SmallVector<Assignment> outputs;
  /// The texts are whole numbers.
  llvm::SmallVector<Assignment> sizes;
  /// The formats of the sparse operands of a program that ships; kAuto for one
  /// that suits the data.
  llvm::SmallVector<Assignment> formats;
  /// The operand on whose format advice is asked for; empty for none.
  std::string advised;
  /// The type of the elements of such a program; empty for f32.
  std::string dtype;
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
  /// The compiled program reports what is undefined.
  bool checkMode = false;
  /// The compiled program computes with no padding.
  bool strict = false;
  /// The schedule that the program is compiled by: one that ships, a file with
  /// or without the name of a sequence in it, none, or auto for one that suits
  /// it.
  std::string schedule;
  /// The values of the schedule's knobs.
  llvm::SmallVector<Assignment> knobs;
  /// The dimensions that code is compiled for one size of, and their sizes;
  /// without a text it is that of the data. With commas it is a list of sizes
  /// that there is code for each of, beside that for all.
  llvm::SmallVector<Assignment> specialized;
  /// Others are compiled for the size of the data where that is of use.
  bool specializes = true;
  /// Print the schedule instead of running the program.
  bool printSchedule = false;
  /// The number of timed runs; 0 for none.
  int64_t benchRuns = 0;
  /// The number of threads that operands are stored with and the kernel runs
  /// on; 0 for as many as there are processors.
  int64_t threads = 1;
  std::optional<EmitStage> emit;
  /// Tell what was compiled.
  bool explain = false;
  /// The compiled program knows its lines, and debuggers know of it.
  bool debugInfo = false;
  /// It is also written where perf finds it.
  bool jitdump = false;
  /// The shared object to save the compiled program in; empty for none.
  std::string save;
  /// What the C function is called that it has; empty for the program's name.
  std::string symbol;
  /// What code is for: LLVM's name of a processor, or native.
  std::string cpu = kNative.str();
  /// The GPU that kernels are for: LLVM's name of it; empty for sm_90.
  std::string chip;
  /// A file, "-" for stdout, empty for none.
  std::string json;
  runtime::PatternValues patternValues = runtime::PatternValues::One;
  uint64_t seed = 0;
  ColorMode color = ColorMode::Auto;
};

/// Reads the arguments after the program's name. Errors: an option that is not
/// known, a value that is missing, superfluous or not of its kind, something
/// given twice, options that exclude each other, a PROGRAM too few or too many.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> arguments);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_COMMANDLINE_H
