//===- NumberReport.h - what is said of numbers -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_NUMBERREPORT_H
#define SPINDLE_LIB_PROPAGATION_NUMBERREPORT_H

#include "Spindle/Propagation/Propagation.h"

namespace spindle {

/// Adds to `said`, if any element is constant, "4 of 16 elements are constant,
/// by [4, 1], 2 known"; with `masks` as one that keeps them.
void describeConstants(const SparsityFacts &facts, bool masks,
                       mlir::MLIRContext *context,
                       llvm::SmallVectorImpl<std::string> &said);

/// Adds, if any element is 0 by what numbers are, and not zero, "4 of 16
/// elements are zero by their numbers, by [4, 1]"; with `masks` as such a one.
void describeZeroNumbers(const SparsityFacts &facts, bool masks,
                         mlir::MLIRContext *context,
                         llvm::SmallVectorImpl<std::string> &said);

/// Adds, if any element of a tensor of `type` needs a narrower format, "8 of 16
/// elements need si8, 4 need ui0, by [4, 1]"; with `masks` as a #tesa.width.
void describeWidths(mlir::Type type, const SparsityFacts &facts, bool masks,
                    llvm::SmallVectorImpl<std::string> &said);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_NUMBERREPORT_H
