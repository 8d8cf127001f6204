//===- FuseNest.h - dimensions of a nest in one loop ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_FUSENEST_H
#define SPINDLE_TRANSFORMS_COORDINATES_FUSENEST_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// What `fuseNest` is to fuse.
struct FuseOptions {
  /// The names of dimensions that follow one another, at least two of them.
  llvm::SmallVector<llvm::StringRef> dims;
};

/// Makes one group of dimensions of `nest`, in place: one loop runs over the
/// positions of the last of them, in the order as before. Groups that they are
/// in become part of it. Refuses what an `iter.nest` cannot have as a group:
/// dimensions that do not follow one another, each just under the one before,
/// and those that may lack cells.
mlir::FailureOr<NestOp> fuseNest(mlir::RewriterBase &rewriter, NestOp nest,
                                 const FuseOptions &options,
                                 std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_COORDINATES_FUSENEST_H
