//===- ScheduleContext.h - what a schedule is applied for -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_SCHEDULECONTEXT_H
#define SPINDLE_TRANSFORMOPS_SCHEDULECONTEXT_H

#include "Spindle/Target/Target.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace spindle {

/// What operations of a schedule know of the pipeline that applies it. One that
/// the interpreter of the transform dialect applies by itself has none: code is
/// then serial, for a processor of 128-bit vectors.
class ScheduleContext : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleContext)

  /// For code that runs on `target`, by its workers or by one.
  ScheduleContext(mlir::transform::TransformState &state, Target target,
                  bool workers)
      : Extension(state), target(std::move(target)), workers(workers) {}

  const Target &getTarget() const { return target; }
  bool hasWorkers() const { return workers; }

private:
  Target target;
  bool workers;
};

/// The target of the pipeline that applies the schedule of `state`, or the
/// default one.
inline Target getTarget(const mlir::transform::TransformState &state) {
  auto *context = const_cast<mlir::transform::TransformState &>(state)
                      .getExtension<ScheduleContext>();
  return context ? context->getTarget() : Target();
}

} // namespace spindle

#endif // SPINDLE_TRANSFORMOPS_SCHEDULECONTEXT_H
