//===- Passes.h - passes on loops over positions ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_PASSES_H
#define SPINDLE_TRANSFORMS_POSITIONS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace spindle {

#define GEN_PASS_DECL
#include "Spindle/Transforms/Positions/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Transforms/Positions/Passes.h.inc"

} // namespace spindle

#endif // SPINDLE_TRANSFORMS_POSITIONS_PASSES_H
