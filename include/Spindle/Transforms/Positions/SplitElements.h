//===- SplitElements.h - tiles of stored elements ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_SPLITELEMENTS_H
#define SPINDLE_TRANSFORMS_POSITIONS_SPLITELEMENTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

struct ElementTiles {
  /// Its label says role = tile, and names the dimensions of all loops down to
  /// `elements`.
  mlir::scf::ForOp tile, elements;
};

/// Cuts what `rows` and the loops over fibres in it run through into tiles of
/// `number` elements, 1 at least. Else `refusal` says why not, in words that
/// follow "since", and nothing is changed.
mlir::FailureOr<ElementTiles> splitElements(mlir::RewriterBase &rewriter,
                                            mlir::scf::ForOp rows,
                                            int64_t number,
                                            std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_POSITIONS_SPLITELEMENTS_H
