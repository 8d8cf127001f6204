//===- ReorderNest.h - a nest in another order of dimensions ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A nest means its serial run, in the order of its dimensions. Another order
// gives the same result, bit for bit, where no two runs of the body that touch
// one element, and one of which writes it, are exchanged: see
// include/Spindle/Analysis/IterationOrder.h.
//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_REORDERNEST_H
#define SPINDLE_TRANSFORMS_COORDINATES_REORDERNEST_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>

namespace spindle::iter {

/// How `reorderNest` is to order dimensions.
struct ReorderOptions {
  /// The names of all dimensions in their new order; without any, spatial
  /// dimensions come before reductions: see `getReductionsLastOrder`.
  llvm::SmallVector<llvm::StringRef> order = {};
  /// Without names, whether they come as they index what is stored instead: see
  /// `getAsStoredOrder`.
  bool asStored = false;
  /// Whether values may be combined in another order, so that sums of floats
  /// may be rounded differently.
  bool reassociate = false;
  /// Is told of the operation in the body that stands in the way, if one does.
  std::function<void(mlir::Operation *)> onObstacle = {};
};

/// The dimensions of `nest` in the order where each spatial dimension has moved
/// out across reductions, up to one that it lies under or to another spatial
/// dimension, which stays inside the reductions before it: to move across these
/// as well would leave no element of the result to one run of the reductions.
/// Dimensions of one kind keep their order, fused ones stay together, and one
/// with a single cell per fibre, which is no loop, is not worth a move.
llvm::SmallVector<int64_t> getReductionsLastOrder(NestOp nest);

/// The dimensions of `nest` in the order in which they index the first element
/// that it stores to or combines with, in the places that these had; others
/// keep theirs.
llvm::SmallVector<int64_t> getAsStoredOrder(NestOp nest);

/// Reorders the dimensions of `nest` in place. It stays as it is, without
/// failure, where it has the order already. Refuses where the order is none of
/// its dimensions, where a dimension would come before one that it lies under,
/// where fused dimensions would be parted, and where the result might differ.
mlir::FailureOr<NestOp> reorderNest(mlir::RewriterBase &rewriter, NestOp nest,
                                    const ReorderOptions &options,
                                    std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_COORDINATES_REORDERNEST_H
