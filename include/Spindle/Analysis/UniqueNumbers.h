//===- UniqueNumbers.h - coordinates that come once -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a permuted matrix come once each, which their axis says. Where
// the axis has become an array, its loads say so: what one loads differs from
// what is loaded at any other slot of the array that the program comes to.
// Loads are copied, moved and dropped, and this stays true.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_UNIQUENUMBERS_H
#define SPINDLE_ANALYSIS_UNIQUENUMBERS_H

#include "mlir/IR/Value.h"

namespace spindle::iter {

/// Whether no coordinate comes twice among all cells of `axis` that are
/// visited.
bool hasUniqueCoordinates(mlir::Value axis);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_UNIQUENUMBERS_H
