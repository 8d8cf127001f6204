//===- Report.h - what to tell the user -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_REPORT_H
#define SPINDLE_TOOLS_SPARSE_RUN_REPORT_H

#include "Explanation.h"
#include "Spindle/Session/Session.h"
#include "Spindle/Target/CPU/Host.h"

namespace spindle::run {

/// Everything that is known after a run.
struct Report : Measures {
  const Program *program = nullptr;
  /// False where the program was only explained, for want of data.
  bool hasRun = true;
  llvm::ArrayRef<Binding> bindings;
  llvm::ArrayRef<Operand> operands;
  Host host;
  std::optional<CheckResult> check;
  std::optional<BenchResult> bench;
  std::optional<Explanation> explanation;
  /// What is wrong with the numbers; empty where nothing is known to be.
  std::string wrong;

  /// Billions of operations on floats in a second; nothing where there are none
  /// or they were not counted or timed.
  std::optional<double> getGflops() const;
  /// The same of integers.
  std::optional<double> getGops() const;
  /// Billions of the operands' bytes in a second, as `countTouchedBytes` counts
  /// them; nothing where no run was timed.
  std::optional<double> getGbytesPerSecond() const;
};

/// Prints `report` for people.
void printReport(const Report &report, llvm::raw_ostream &stream);

/// `report` as one JSON object: null where something was not measured.
std::string formatJson(const Report &report);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_REPORT_H
