//===- LinearMap.h - maps of iterations, by coefficients --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_LINEARMAP_H
#define SPINDLE_LIB_PROPAGATION_LINEARMAP_H

#include "Spindle/Mask/Mask.h"
#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace spindle {

/// An index, as a sum of dimensions times numbers, and a number.
struct LinearExpr {
  /// For each dimension of the space.
  llvm::SmallVector<int64_t> coefficients;
  int64_t constant = 0;

  /// The one dimension that it is, if it is one.
  std::optional<unsigned> getDim() const;
  bool isConstant() const;
};

/// What `expr` is in a space of `numDims` dimensions; nothing if it is not
/// linear.
std::optional<LinearExpr> getLinearExpr(mlir::AffineExpr expr,
                                        unsigned numDims);

/// The indices below `size` that `expr` has in a space of `sizes`, as a mask of
/// one dimension.
Mask findImage(const LinearExpr &expr, const MaskSizes &sizes, int64_t size);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_LINEARMAP_H
