//===- Transfer.h - what an operation does to facts -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_TRANSFER_H
#define SPINDLE_PROPAGATION_TRANSFER_H

#include "Spindle/Mask/Mask.h"
#include "Spindle/Mask/Number.h"
#include "mlir/IR/Operation.h"

namespace spindle {

/// Adds to `results`, a mask for each result of `op`, the elements that are 0
/// if those of `operands` are: by the operation's SparsityOpInterface, by its
/// body (linalg), by its arithmetic, or by how it moves elements (tensor).
/// Nothing if none of these says anything. In strict mode, numbers that are not
/// known to be finite may be infinite, or no numbers.
void inferZeros(mlir::Operation *op, llvm::ArrayRef<Mask> operands,
                llvm::MutableArrayRef<Mask> results, bool strict = false);

/// Adds to `operands`, a mask for each operand, the elements that have no
/// effect on elements of results outside `dead`, if those of `zeros` are 0 and
/// stay so.
void inferDead(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
               llvm::ArrayRef<Mask> dead, llvm::MutableArrayRef<Mask> operands,
               bool strict = false);

/// Sets `results`, for each result of `op`, to what is known of its numbers if
/// that of `operands` is, and elements of `zeros` are 0, and, for that reason,
/// those of results in `ends`.
void inferNumbers(mlir::Operation *op, llvm::ArrayRef<Numbers> operands,
                  llvm::ArrayRef<Mask> zeros, llvm::ArrayRef<Mask> ends,
                  llvm::MutableArrayRef<Numbers> results, bool strict = false);

/// Sets `operands`, for each operand, to what is known of the numbers among
/// them that are elements of `results`.
void inferNumbersBackward(mlir::Operation *op, llvm::ArrayRef<Numbers> results,
                          llvm::MutableArrayRef<Numbers> operands,
                          bool strict = false);

} // namespace spindle

#endif // SPINDLE_PROPAGATION_TRANSFER_H
