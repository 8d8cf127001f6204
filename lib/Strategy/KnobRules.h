//===- KnobRules.h - what decides the values of knobs -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_KNOBRULES_H
#define SPINDLE_LIB_STRATEGY_KNOBRULES_H

#include "NestFacts.h"
#include "Spindle/Strategy/Strategy.h"
#include "llvm/Support/MathExtras.h"

namespace spindle {

/// The nest that knobs are chosen for, and what is known of it.
struct Situation {
  const NestFacts &nest;
  /// The rows of what brings its pattern; null where they are not known.
  const runtime::MatrixStatistics *matrix;
  /// The bytes of the largest dense operand that it reads.
  int64_t readBytes;
  const Target &target;
  /// The elements that a vector holds.
  int64_t lanes;
  /// The size of the nest's innermost dimension; 0 where it is not known.
  int64_t innermost;
  /// Of a product the numbers of rows, of columns and of what is summed up; 0
  /// where they are not known.
  int64_t productRows = 0, productColumns = 0, productSum = 0;
  /// The elements of what it adds to, and how often it adds; 0 where they are
  /// not known.
  int64_t resultSize = 0, additions = 0;
  /// On a GPU, the lanes that another nest over the same rows asks for, and its
  /// name; 0 where this one decides.
  int64_t groupLanes = 0;
  std::string groupNest = "";

  /// The vectors that the innermost dimension fills.
  int64_t countVectors() const { return llvm::divideCeil(innermost, lanes); }
  /// The share of the columns that a fibre of elements may have.
  double getFibreShare() const {
    if (nest.fibreColumns == 0 || !matrix || matrix->columns == 0)
      return 1;
    return std::min(double(nest.fibreColumns) / double(matrix->columns), 1.0);
  }
  /// The mean number of elements of a row, or of what of a row is one fibre; 0
  /// where it is not known.
  double getRowLength() const {
    return matrix ? matrix->meanLength * getFibreShare() : 0;
  }
};

/// A value for a knob of a fragment where `suits` says why; it gives nothing
/// where the rule does not apply. The first rule of a knob that applies counts.
struct KnobRule {
  llvm::StringLiteral fragment, knob;
  std::string (*value)(const Situation &);
  std::optional<std::string> (*suits)(const Situation &);
};

/// The value `number`.
template <int64_t number> std::string valueOf(const Situation &) {
  return std::to_string(number);
}

/// All rules for processors, in the order in which they are tried.
llvm::ArrayRef<KnobRule> getKnobRules();

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_KNOBRULES_H
