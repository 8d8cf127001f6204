//===- Worker.h - cases in processes of their own ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process runs one case after the other. Where a case ends the process, that
// case has failed, and another process goes on with the next.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_WORKER_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_WORKER_H

#include "FormatCase.h"

#include <functional>
#include <string>
#include <vector>

namespace spindle::formatfuzz {

/// Which cases are run, and how.
struct Plan {
  uint64_t first = 1, count = 1;
  /// How many processes there are at a time.
  unsigned jobs = 1;
  /// The program of every case whose seed this divides is compiled; 0: none.
  unsigned compileEach = 8;
  /// Every so many cases stderr has a line of how many were begun; 0: never.
  unsigned tellEach = 0;

  bool isCompiled(uint64_t seed) const {
    return compileEach > 0 && seed % compileEach == 0;
  }
};

/// A case that failed.
struct Failure {
  uint64_t seed = 0;
  std::string fault, text;

  /// The fault without its numbers.
  std::string getKind() const;
};

/// What came of all cases.
struct Tally {
  Counts counts;
  std::vector<Failure> failures;
};

/// A context with the dialects that cases need.
mlir::MLIRContext &getFuzzContext();

/// What cases are, by their seeds.
struct Cases {
  /// Runs a case, and says what is wrong, if anything.
  std::function<std::string(uint64_t seed, Counts &counts)> run;
  /// The case as text.
  std::function<std::string(uint64_t seed)> print;
};

/// Runs those of `cases` that `plan` says.
Tally runAll(const Plan &plan, const Cases &cases);

/// Runs the formats of `plan`.
Tally runAll(const Plan &plan);

/// Prints `failures`, those of one kind together, and the command `again` that
/// repeats the first of each, which ends before its seed.
void report(const std::vector<Failure> &failures, llvm::StringRef again);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_WORKER_H
