//===- NumberSweep.h - numbers over an iteration space ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Sweep.h has it for conditions: the space is divided as what is known of
// operands varies, and a body is evaluated once for each block. Dimensions that
// a result has not are reduced, in blocks of iterations that read the same.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_NUMBERSWEEP_H
#define SPINDLE_LIB_PROPAGATION_NUMBERSWEEP_H

#include "BodyNumbers.h"
#include "Spindle/Mask/Mask.h"
#include "mlir/IR/AffineMap.h"

namespace spindle {

/// What is known of the elements that iterations read at `map`.
struct NumberInput {
  Numbers numbers;
  /// The elements that are 0.
  Mask zero;
  mlir::AffineMap map;
  mlir::Type type;
};

/// What `body` yields for each element of its results, of which `inits` has
/// what it is before, and `results` which of them are 0, at maps that permute
/// dimensions. Nothing if it takes too
/// many steps, which are counted by blocks.
std::optional<llvm::SmallVector<Numbers>>
sweepNumbers(const MaskSizes &sizes, llvm::ArrayRef<NumberInput> inputs,
             llvm::ArrayRef<NumberInput> inits,
             llvm::ArrayRef<NumberInput> results, BodyNumbers &body);

/// What is known of a tensor of `shape`, each element of which is, at `map`,
/// that of `source` in the same iteration.
Numbers moveNumbers(const MaskSizes &sizes, const NumberInput &source,
                    mlir::AffineMap map, const MaskSizes &shape);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_NUMBERSWEEP_H
