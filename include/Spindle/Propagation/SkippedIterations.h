//===- SkippedIterations.h - work that sparsity spares ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROPAGATION_SKIPPEDITERATIONS_H
#define SPINDLE_PROPAGATION_SKIPPEDITERATIONS_H

#include "Spindle/Mask/Mask.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace spindle {

/// The iterations of an operation, and those that have no effect.
struct IterationCounts {
  int64_t all = 0;
  int64_t skipped = 0;
};

/// Whether `op` adds up products: a linalg operation with a reduction that
/// yields a sum of its result and of a product. Each of its iterations is a
/// multiplication and an addition.
bool isSumOfProducts(mlir::Operation *op);

/// Counts the iterations of `op`, of a linalg operation those of its space, of
/// another one the elements of its results. One is skipped if no result of it
/// is needed, and, of a sum of products, if a factor is not: a factor is an
/// element that is multiplied as it is, or converted to another type.
/// `unneeded` has the elements of a value that are not, null for none. Where
/// masks vary in too many blocks for a sweep, some that are skipped are not
/// counted. Nothing for shapes that are not static.
std::optional<IterationCounts>
countIterations(mlir::Operation *op,
                llvm::function_ref<const Mask *(mlir::Value)> unneeded);

} // namespace spindle

#endif // SPINDLE_PROPAGATION_SKIPPEDITERATIONS_H
