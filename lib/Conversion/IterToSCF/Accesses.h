//===- Accesses.h - accesses by positions -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_ACCESSES_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_ACCESSES_H

#include "SiteNumbers.h"
#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {

/// Turns an access by sites or coordinates into one by positions, `places`
/// being the numbers of all sites that `op` may use. A load from a splat
/// becomes the splat's value, or the fill value.
void lowerAccess(mlir::IRRewriter &rewriter, const NumbersOfSites &places,
                 sparse::LoadOp op);
void lowerAccess(mlir::IRRewriter &rewriter, const NumbersOfSites &places,
                 sparse::StoreOp op);
void lowerAccess(mlir::IRRewriter &rewriter, const NumbersOfSites &places,
                 sparse::AccumulateOp op);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_ACCESSES_H
