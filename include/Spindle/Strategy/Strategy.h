//===- Strategy.h - which schedule suits a program --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A strategy is fragments of schedules for each nest, and values of their
// knobs. The fragments follow from what the loops of the nest are, the knobs
// from a table of rules on what is known of its operands and of the processor.
// Where nothing is known the fragments' own values stand.
//

#ifndef SPINDLE_STRATEGY_STRATEGY_H
#define SPINDLE_STRATEGY_STRATEGY_H

#include "Spindle/Runtime/Statistics/MatrixStatistics.h"
#include "Spindle/Schedule/Schedule.h"
#include "Spindle/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace spindle {

/// What is known of an operand; all of it may be missing.
struct OperandFacts {
  /// The rows of one that is sparse.
  std::optional<runtime::MatrixStatistics> matrix;
  /// Where it is in a composite format, the rows of each part, of those that
  /// have elements in it; none where there is no data.
  std::vector<std::optional<runtime::MatrixStatistics>> parts;
  /// The bytes of one that is dense and read; 0 where they are not known.
  int64_t readBytes = 0;
};

/// What is known of the operands of a function; all of it may be missing.
struct StrategyFacts {
  /// The sizes of dimensions, by the names in `sparse.dims`.
  llvm::StringMap<int64_t> sizes;
  /// The operands, by `sparse.name`.
  llvm::StringMap<OperandFacts> operands;
  /// The bytes of all arrays; 0 where they are not known.
  int64_t allBytes = 0;
};

/// A value of a knob, and why.
struct KnobChoice {
  std::string knob, value, reason;
};

/// A fragment that suits a nest, and why.
struct FragmentChoice {
  std::string fragment, reason;
  /// The knobs that have another value than the fragment says.
  llvm::SmallVector<KnobChoice> knobs;
};

/// What was chosen for a nest.
struct NestStrategy {
  std::string nest;
  /// The number of the part of a composite tensor that it is over.
  std::optional<size_t> part;
  /// The operand that brings its pattern; empty where there is none.
  std::string pattern;
  /// In the order of the rules.
  llvm::SmallVector<FragmentChoice> fragments;
};

/// What was chosen for a function.
struct Strategy {
  /// What the schedule of all fragments is called: as the schedule that ships
  /// for what the nests that work most are, or `nests` where they differ; empty
  /// where there is no nest.
  std::string schedule;
  /// Why, after "since".
  std::string reason;
  /// Operations on floats in a run; 0 where they are not known.
  double flops = 0;
  /// In the order of the text.
  std::vector<NestStrategy> nests;
  /// Why rows of products come in tiles, or don't, after "since"; empty where
  /// no product reads rows of another one, or nobody has asked.
  std::string rowTiles;
};

/// The name of schedules of nests that are not alike.
inline constexpr llvm::StringLiteral kNestsSchedule = "nests";

/// Chooses for `function`, which is in the stage `tensors` or `coordinates`.
Strategy chooseStrategy(mlir::func::FuncOp function, const StrategyFacts &facts,
                        const Target &target);

/// The schedule of all that `strategy` has chosen; null where that is nothing.
/// Error: fragments or knobs that do not exist.
llvm::Expected<std::shared_ptr<Schedule>>
openStrategy(mlir::MLIRContext *context, const Strategy &strategy);

} // namespace spindle

#endif // SPINDLE_STRATEGY_STRATEGY_H
