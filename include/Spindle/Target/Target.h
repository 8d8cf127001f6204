//===- Target.h - the machine that code is for ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_TARGET_H
#define SPINDLE_TARGET_TARGET_H

#include "Spindle/Target/DotProducts.h"
#include "Spindle/Target/SmallFloats.h"

#include <vector>

namespace spindle {

/// What schedules and lowerings ask of a machine. The default is a processor
/// that has nothing but vectors of 128 bits.
struct Target {
  /// Bits of its widest vectors.
  int64_t vectorBits = 128;
  /// It rounds a product and its sum once, in one instruction.
  bool fusedMultiplyAdd = false;
  /// What it has for f16 and bf16; the rest is expanded on the way to the LLVM
  /// dialect, by `spindle-expand-small-floats`.
  SmallFloats smallFloats;
  /// What it has for sums of products of narrow numbers.
  std::vector<DotProduct> dotProducts;
  /// Parallel loops are divided into chunks for its workers, the threads of a
  /// CPU; a GPU takes them whole.
  bool workers = true;
};

} // namespace spindle

#endif // SPINDLE_TARGET_TARGET_H
