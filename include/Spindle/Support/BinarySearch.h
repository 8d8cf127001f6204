//===- BinarySearch.h - a search among ascending numbers --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SUPPORT_BINARYSEARCH_H
#define SPINDLE_SUPPORT_BINARYSEARCH_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::iter {

/// Builds whether the number `middle` lies below what is searched for.
using BelowFunction = llvm::function_ref<mlir::Value(
    mlir::ImplicitLocOpBuilder &builder, mlir::Value middle)>;

/// The first of the numbers [`low`, `low` + `left`) that is not below what is
/// searched for, or else their end; where any is, all before it are. Each step
/// takes the same time, whatever it finds.
mlir::Value buildBinarySearch(mlir::ImplicitLocOpBuilder &builder,
                              mlir::Value low, mlir::Value left,
                              BelowFunction isBelow);

} // namespace spindle::iter

#endif // SPINDLE_SUPPORT_BINARYSEARCH_H
