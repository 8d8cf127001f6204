//===- Rules.h - rules of the dialects of tensors ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Transfer.h has them, for one kind of operations each. They return whether
// the operation is of this kind. What only moves elements holds in strict mode.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_RULES_H
#define SPINDLE_LIB_PROPAGATION_RULES_H

#include "Spindle/Propagation/Propagation.h"
#include "Spindle/Propagation/Transfer.h"

namespace spindle {

/// Operations with a body, indexing maps and a static space.
bool inferBodyZeros(mlir::Operation *op, llvm::ArrayRef<Mask> operands,
                    llvm::MutableArrayRef<Mask> results, bool strict);
bool inferBodyDead(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
                   llvm::ArrayRef<Mask> dead,
                   llvm::MutableArrayRef<Mask> operands, bool strict);

/// Adds to `results` that a difference of two elements is 0 where they are one
/// number, since lines of `operands` are uniform.
void inferEqualNumbers(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
                       llvm::ArrayRef<UniformLines> operands,
                       llvm::MutableArrayRef<Numbers> results, bool strict);

/// Arithmetic element by element.
bool inferElementZeros(mlir::Operation *op, llvm::ArrayRef<Mask> operands,
                       llvm::MutableArrayRef<Mask> results, bool strict);
bool inferElementDead(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
                      llvm::ArrayRef<Mask> dead,
                      llvm::MutableArrayRef<Mask> operands, bool strict);

/// Constants, and operations that move elements.
bool inferMovedZeros(mlir::Operation *op, llvm::ArrayRef<Mask> operands,
                     llvm::MutableArrayRef<Mask> results);
bool inferMovedDead(mlir::Operation *op, llvm::ArrayRef<Mask> dead,
                    llvm::MutableArrayRef<Mask> operands);
bool inferMovedNumbers(mlir::Operation *op, llvm::ArrayRef<Numbers> operands,
                       llvm::MutableArrayRef<Numbers> results);
void inferMovedNumbersBackward(mlir::Operation *op,
                               llvm::ArrayRef<Numbers> results,
                               llvm::MutableArrayRef<Numbers> operands);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_RULES_H
