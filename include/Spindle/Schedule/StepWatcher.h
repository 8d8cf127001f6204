//===- StepWatcher.h - which steps of a schedule do something ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SCHEDULE_STEPWATCHER_H
#define SPINDLE_SCHEDULE_STEPWATCHER_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

#include <string>

namespace spindle {

/// A step of a schedule: an operation `transform.sparse.*` that may change the
/// program.
struct ScheduleStep {
  /// The operation without its dialect: "hoist_loads".
  std::string name;
  /// The sequence that it is in.
  std::string sequence;
  /// Where it is in the text; an empty file and 0 where that is not known.
  std::string file;
  int64_t line = 0;
  /// Whether the program was another one after it, at least once.
  bool hasChanged = false;
};

/// Watches the steps of all schedules that are applied in a context while it
/// lives. It is the handler of the context's actions meanwhile: there must be
/// no other.
class StepWatcher {
public:
  explicit StepWatcher(mlir::MLIRContext &context);
  StepWatcher(const StepWatcher &) = delete;
  ~StepWatcher();

  /// The steps that were applied, each once, in the order in which they were
  /// for the first time.
  llvm::SmallVector<ScheduleStep> getSteps() const {
    return llvm::to_vector_of<ScheduleStep>(llvm::make_second_range(steps));
  }

private:
  /// Runs `action` and notes whether it changes `program`.
  void watch(llvm::function_ref<void()> action, mlir::Operation *step,
             mlir::Operation *program);

  mlir::MLIRContext &context;
  /// By their operations.
  llvm::MapVector<mlir::Operation *, ScheduleStep> steps;
};

} // namespace spindle

#endif // SPINDLE_SCHEDULE_STEPWATCHER_H
