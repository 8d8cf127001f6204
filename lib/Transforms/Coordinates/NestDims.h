//===- NestDims.h - dimensions of a nest by name and unit -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_COORDINATES_NESTDIMS_H
#define SPINDLE_LIB_TRANSFORMS_COORDINATES_NESTDIMS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// Dimensions of a nest that one loop runs over: those of a group.
struct DimGroup {
  int64_t first, size;

  int64_t end() const { return first + size; }
  bool contains(int64_t dim) const { return dim >= first && dim < end(); }
};

/// The groups of `nest` in order.
llvm::SmallVector<DimGroup> getDimGroups(NestOp nest);

/// The dimension of `nest` that is called `name`; -1 for none.
int64_t findDim(NestOp nest, llvm::StringRef name);

/// The dimensions of `nest` that are called `names`. Says in `refusal` which of
/// these there is none of, or which comes twice.
mlir::FailureOr<llvm::SmallVector<int64_t>>
findDims(NestOp nest, llvm::ArrayRef<llvm::StringRef> names,
         std::string &refusal);

/// Moves all dimensions of `nest` but the first, and its body, to a nest of
/// their own at the insertion point; those under the first lie under `site`.
/// Nothing may use the first one's arguments any more; of `nest` the body is
/// gone.
void moveInnerDims(mlir::RewriterBase &rewriter, NestOp nest, mlir::Value site);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_COORDINATES_NESTDIMS_H
