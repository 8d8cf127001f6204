//===- Passes.h - passes on pruned models -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_PASSES_H
#define SPINDLE_PROPAGATION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace spindle {

#define GEN_PASS_DECL
#include "Spindle/Propagation/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Propagation/Passes.h.inc"

} // namespace spindle

#endif // SPINDLE_PROPAGATION_PASSES_H
