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

/// Has the parallel loops of `module`, plain loops, run by `count` workers,
/// whatever their cost, and on as many threads. Gives whether it has any.
bool fixWorkers(mlir::ModuleOp module, int64_t count);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_WORKERS_H
