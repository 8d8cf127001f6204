//===- Inspection.h - what callers have had found ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function whose inspectors look at nothing but its arguments may be given
// what they find, as its last arguments. Another function finds it, a third one
// says whether what was found is of the structures at hand. Each says what it
// is given so, and which function computes how many entries that has.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_INSPECTION_H
#define SPINDLE_DIALECT_SPARSE_IR_INSPECTION_H

#include "llvm/ADT/StringRef.h"

namespace spindle::sparse {

/// Function attribute: one #sparse.operand for each of its last arguments,
/// plain memory of one dimension, that holds what is found.
inline constexpr llvm::StringLiteral kFoundAttr = "sparse.found";

/// Function attribute: the function that gives the number of entries of each of
/// these, for the same arguments but them.
inline constexpr llvm::StringLiteral kFoundSizesAttr = "sparse.found_sizes";

/// Function attribute: the function that finds it.
inline constexpr llvm::StringLiteral kInspectAttr = "sparse.inspect";

/// Function attribute: the function that checks it.
inline constexpr llvm::StringLiteral kInspectCheckAttr = "sparse.inspect_check";

/// Function attribute: the function whose structures this one is about.
inline constexpr llvm::StringLiteral kInspectsForAttr = "sparse.inspects_for";

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_INSPECTION_H
