//===- Strategy.h - which schedule suits a program --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A strategy is a schedule that ships and values of its knobs. The schedule
// follows from the shape of the nests that work most, the knobs from a table of
// rules on what is known of the operands and of the processor. Where nothing is
// known the schedule's own values stand.
//

#ifndef SPINDLE_STRATEGY_STRATEGY_H
#define SPINDLE_STRATEGY_STRATEGY_H

#include "Spindle/Runtime/MatrixStatistics.h"
#include "Spindle/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace spindle {

/// What is known of the operands of a function; all of it may be missing.
struct StrategyFacts {
  /// The sizes of dimensions, by the names in `sparse.dims`.
  llvm::StringMap<int64_t> sizes;
  /// The rows of the operand that brings the pattern.
  std::optional<runtime::MatrixStatistics> matrix;
  /// Where it is in a composite format, the rows of each part, of those that
  /// have elements in it; none where there is no data.
  std::vector<std::optional<runtime::MatrixStatistics>> parts;
  /// The bytes of the largest dense operand that is read, and of all arrays; 0
  /// where they are not known.
  int64_t readBytes = 0, allBytes = 0;
};

/// A value of a knob, and why.
struct KnobChoice {
  std::string knob, value, reason;
};

/// What was chosen for a nest over a part of a composite tensor.
struct NestStrategy {
  std::string nest;
  /// The number of the part.
  size_t part = 0;
  /// As those of a strategy.
  std::string schedule, reason;
  llvm::SmallVector<KnobChoice> knobs;
};

/// What was chosen for a function.
struct Strategy {
  /// The name of a schedule that ships, or `parts` where nests over parts have
  /// theirs; empty for none.
  std::string schedule;
  /// Why, after "since".
  std::string reason;
  /// In the order of the rules.
  llvm::SmallVector<KnobChoice> knobs;
  /// Operations on floats in a run; 0 where they are not known.
  double flops = 0;
  /// The nests over parts, where each was looked at by itself.
  llvm::SmallVector<NestStrategy> nests;
};

/// The schedule `parts`, which has for each nest what was chosen for it.
inline constexpr llvm::StringLiteral kPartsSchedule = "parts";

/// Chooses for `function`, which is in the stage `tensors` or `coordinates`.
Strategy chooseStrategy(mlir::func::FuncOp function, const StrategyFacts &facts,
                        const Target &target);

} // namespace spindle

#endif // SPINDLE_STRATEGY_STRATEGY_H
