//===- Workers.h - work for several threads, however little -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Programs that are drawn are small: one thread would run all of each.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_WORKERS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_WORKERS_H

#include "mlir/IR/BuiltinOps.h"

namespace spindle::differential {

/// The numbers of threads that parallel code runs on, one after the other.
/// Where parts begin is different for each.
inline constexpr int kThreads[] = {1, 2, 3, 5};

/// Has the parallel loops of `module` run by `count` workers, whatever their
/// cost. Gives whether it has any.
bool fixWorkers(mlir::ModuleOp module, int64_t count);

/// Has the parallel loops of `module`, plain loops, run by as many workers as
/// `execution::setThreads` says, whatever their cost. Gives whether it has any.
bool shareAnyWork(mlir::ModuleOp module);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_WORKERS_H
