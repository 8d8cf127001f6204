//===- EqualArguments.h - arguments that are one element --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest number of a line is one of its elements, and what is copied or
// reshaped is the same element elsewhere. Where a body reads an element and the
// largest one of its line, and the line is uniform, both are one number.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_EQUALARGUMENTS_H
#define SPINDLE_LIB_PROPAGATION_EQUALARGUMENTS_H

#include "Spindle/Propagation/Propagation.h"
#include "Sweep.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace spindle {

/// Two arguments of a body, of which one is the largest or smallest element of
/// a line of the other, or a copy of it.
struct EqualArguments {
  mlir::BlockArgument a, b;
  /// The elements that may differ, where they are read; nothing for none.
  std::optional<SweepInput> differ;
};

llvm::SmallVector<EqualArguments>
findEqualArguments(mlir::linalg::LinalgOp op, llvm::ArrayRef<Mask> zeros,
                   llvm::ArrayRef<UniformLines> operands);

/// The number that all elements of `value` are, if what makes it says so.
mlir::Attribute getStart(mlir::Value value);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_EQUALARGUMENTS_H
