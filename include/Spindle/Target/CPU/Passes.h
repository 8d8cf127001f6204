//===- Passes.h - what only processors need ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_CPU_PASSES_H
#define SPINDLE_TARGET_CPU_PASSES_H

#include "Spindle/Target/SmallFloats.h"
#include "mlir/Pass/Pass.h"

namespace spindle {

#define GEN_PASS_DECL
#include "Spindle/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Target/CPU/Passes.h.inc"

} // namespace spindle

#endif // SPINDLE_TARGET_CPU_PASSES_H
