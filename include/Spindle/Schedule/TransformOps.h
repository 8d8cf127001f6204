//===- TransformOps.h - what schedules are made of --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SCHEDULE_TRANSFORMOPS_H
#define SPINDLE_SCHEDULE_TRANSFORMOPS_H

#include "mlir/IR/DialectRegistry.h"

namespace spindle {

/// Adds the operations `transform.sparse.*`, to be there when the transform
/// dialect is loaded.
void registerTransformOps(mlir::DialectRegistry &registry);

} // namespace spindle

#endif // SPINDLE_SCHEDULE_TRANSFORMOPS_H
