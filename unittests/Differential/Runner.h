//===- Runner.h - runs a program in every way -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_RUNNER_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_RUNNER_H

#include "Case.h"

#include "mlir/IR/MLIRContext.h"

#include <functional>

namespace spindle::differential {

/// What came of running a case in every way.
struct Verdict {
  /// What differs, or what failed; empty where all agree.
  std::string fault;
  /// What sort of failure it is: equal for what is likely to be one fault.
  std::string kind;
  /// How often bodies of nests ran.
  int64_t bodyRuns = 0;
  /// Whether memory was written to so that it shows.
  bool changes = false;
  /// Whether it came to compiled code.
  bool compiled = false;
  /// How many loops ran backwards.
  int64_t backwards = 0;
  /// Whether several threads ran compiled code.
  bool shared = false;
  /// How often memory too short for its axes was refused.
  int64_t refused = 0;
  /// Whether a schedule was applied, and changed the program.
  bool scheduled = false;
  /// How often products were fused in tiles of rows.
  int64_t tiled = 0;
  /// How many loops over tiles of columns several nests share.
  int64_t columnTiles = 0;
};

/// Is told of each step that begins, in case that none ends it.
using Begun = std::function<void(const std::string &)>;

/// Runs the program by the interpreter as it is, and compares what is in memory
/// then with what is known, and with what is there, on a copy of the arguments,
/// after it
///
/// - was printed and read again,
/// - went through the pipeline, cleaned up, in position space, as plain loops
///   and, with `compile`, compiled,
/// - was made parallel where that is proved, in position space, and ran these
///   loops backwards,
/// - went through random passes before, between and after the lowerings, at
///   each stage, and with `compile`, compiled,
/// - of half of those that are compiled, was given checks, which must have
///   nothing to report,
/// - of a quarter, was compiled for several threads,
/// - of the others, was compiled and called with memory that is too short in
///   places: it is refused, or makes no difference.
///
/// A case with a schedule is run by that alone, in memory with nothing beside
/// it, after it was lowered without one: by the interpreter, or where it is
/// plain loops, compiled. Then it is compiled for several threads by the same
/// schedule, if that leaves loops that are parallel, and has to give the bits
/// of serial code on each number of threads, also of rounded sums.
///
/// Each pass is followed by the verifier. Numbers are compared bit for bit, but
/// that all NaN are one, and the signs of zeros where padding is absorbed.
///
Verdict runCase(mlir::MLIRContext &context, const Case &program, bool compile,
                const Begun &begun = {});

/// The module's text; empty where it is none.
std::string printAgain(mlir::MLIRContext &context, const std::string &text);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_RUNNER_H
