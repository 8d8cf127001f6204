//===- UpstreamFaults.h - patterns of upstream's that are wrong -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The table of rewrite patterns that change what a program computes in the
// version of LLVM that Spindle is built with. `spindle-canonicalize` leaves
// them out. test/Conversion/Stages/canonicalize.mlir has a function for each
// row, called like its pattern: it fails when upstream has mended the pattern,
// and the row can go.
//

#ifndef SPINDLE_CONVERSION_STAGES_UPSTREAMFAULTS_H
#define SPINDLE_CONVERSION_STAGES_UPSTREAMFAULTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace spindle {

/// A row of the table.
struct UpstreamFault {
  /// The name of the pattern's class, which is local to a file of upstream's.
  llvm::StringRef pattern;
  /// The number of the report in llvm/llvm-project.
  int64_t report;
  /// The wrong rewrite, in a sentence.
  llvm::StringRef fault;
};

/// Returns the table.
llvm::ArrayRef<UpstreamFault> getUpstreamFaults();

/// Returns the names that MLIR gives the patterns of the table, as both Clang
/// and GCC spell a class that is local to a file.
std::vector<std::string> getFaultyPatternNames();

} // namespace spindle

#endif // SPINDLE_CONVERSION_STAGES_UPSTREAMFAULTS_H
