//===- LayOutMemory.h - what a nest reads side by side ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices lie by rows or by columns. Vectors of a nest want what they read and
// write beside one another, so that the layout is the nest's to choose: memory
// that the function allocates gets it, and an argument, whose layout is the
// caller's, is copied before its first use and back after it was last written.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_COORDINATES_LAYOUTMEMORY_H
#define SPINDLE_TRANSFORMS_COORDINATES_LAYOUTMEMORY_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>

namespace spindle::iter {

/// What is to lie side by side.
struct LayoutOptions {
  /// The name of a dimension; empty for the last spatial one.
  llvm::StringRef last = {};
  /// Is told of the operation that stands in the way, if one does.
  std::function<void(mlir::Operation *)> onObstacle = {};
};

/// Has the elements of all dense memory that `nest` accesses lie side by side
/// along a dimension of it, whose index becomes the last one of each access.
/// Memory without an index that is the dimension's stays as it is. Says in
/// `refusal` why there is no such layout: memory that is used by what is no
/// access to its elements, or indexed by the dimension in two places.
mlir::LogicalResult layOutMemory(mlir::RewriterBase &rewriter, NestOp nest,
                                 const LayoutOptions &options,
                                 std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_TRANSFORMS_COORDINATES_LAYOUTMEMORY_H
