//===- Passes.h - passes on linalg ------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LINALG_PASSES_H
#define SPINDLE_TRANSFORMS_LINALG_PASSES_H

#include "mlir/Pass/Pass.h"

namespace spindle {

/// How the factors of products of bytes are to be stored.
enum class Factors : uint8_t {
  AsStored,
  /// One with a sign and one without.
  MixedSigns,
  /// One as words.
  Words
};

#define GEN_PASS_DECL
#include "Spindle/Transforms/Linalg/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Spindle/Transforms/Linalg/Passes.h.inc"

} // namespace spindle

#endif // SPINDLE_TRANSFORMS_LINALG_PASSES_H
