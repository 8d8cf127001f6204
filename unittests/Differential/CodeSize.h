//===- CodeSize.h - programs too large to compile ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_CODESIZE_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_CODESIZE_H

#include "mlir/IR/BuiltinOps.h"

namespace spindle::differential {

/// Whether `module`, plain loops, would take too long to compile: random
/// schedules copy loops with what was copied in them before.
bool isTooLarge(mlir::ModuleOp module);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_CODESIZE_H
