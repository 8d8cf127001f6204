//===- NestLowering.h - a function on its way to loops ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_NESTLOWERING_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_NESTLOWERING_H

#include "SiteNumbers.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle {

/// Whether `op` is of those that the pass lowers, or lowers in part.
bool isLowered(mlir::Operation *op);

/// Lowers the nests and accesses of one function, in the order of dominance and
/// outermost first, so that the numbers of every site are known where the site
/// is used.
struct NestLowering {
  /// With `strict`, no cell is computed that is no element.
  NestLowering(mlir::MLIRContext *context, bool strict)
      : rewriter(context), strict(strict) {}

  mlir::IRRewriter rewriter;
  bool strict;
  NumbersOfSites places;

  /// Lowers what `region` holds.
  void run(mlir::Region &region);

  /// Lowers what `block` holds, in order.
  void lowerBlock(mlir::Block &block);

private:
  /// Nests and operations that make sites, once they are lowered: they say what
  /// their sites lie on and under until all is.
  llvm::SmallVector<mlir::Operation *> lowered;

  void lowerRegion(mlir::Region &region);
  void lowerOp(mlir::Operation *op);

  /// A look-up that gives a site becomes one that gives a position.
  void lowerLocate(axis::LocateOp op);
  void lowerJoin(axis::JoinOp op);
};

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_NESTLOWERING_H
