//===- UniformRules.h - lines of one number ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all keys of an attention are pruned but for their bias, a query has the
// same score with each, and is 0 less the largest of them. So along which
// dimensions elements have one number is a fact, whatever the number is: an
// element is uniform in a dimension if all elements of its line along it are
// the same number, where 0 and -0 are one.
//
// It starts with dimensions of one element, with lines of zeros and with what
// is read again along a dimension, and travels forward. That lines of a sum are
// one number, down to the last bit, rests on how loops are compiled: each
// element of a result has its terms added in one order, whether loops are
// unrolled, vectorised or divided among threads. Constants that are equal start
// nothing: they may be weights, whose columns a plan may cut differently.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_UNIFORMRULES_H
#define SPINDLE_LIB_PROPAGATION_UNIFORMRULES_H

#include "Spindle/Propagation/Propagation.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace spindle {

/// What is uniform of any value of `type`: dimensions of one element.
UniformLines getUniform(mlir::Type type);

/// Adds to `results`, for each result of `op`, what is uniform if that of
/// `operands` is, and elements of `zeros` are 0.
void inferUniform(mlir::Operation *op, llvm::ArrayRef<Mask> zeros,
                  llvm::ArrayRef<UniformLines> operands,
                  llvm::MutableArrayRef<UniformLines> results, bool strict);

/// Whether each iteration of the static space of `op` yields an element of each
/// result, which no other one does but along reduced dimensions.
bool yieldsEach(mlir::linalg::LinalgOp op);

/// `uniform`, of lines along `dim`, with those that are in `zeros`.
Mask addZeroLines(const Mask &uniform, const Mask &zeros, unsigned dim);

/// For each dimension of the shorter shape of `op`, which expands or collapses
/// one, the dimension of the longer one that it is; -1 if that is none, or
/// several of more than one element.
llvm::SmallVector<int64_t>
findAloneDims(llvm::ArrayRef<mlir::ReassociationIndices> groups,
              llvm::ArrayRef<int64_t> longer);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_UNIFORMRULES_H
