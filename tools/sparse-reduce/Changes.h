//===- Changes.h - single changes of a program ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_REDUCE_CHANGES_H
#define SPINDLE_TOOLS_SPARSE_REDUCE_CHANGES_H

#include "mlir/IR/PatternMatch.h"

namespace spindle::reduce {

/// Makes change number `variant` of `op` or around it; false, with nothing
/// changed, where there are not so many. It does the same to a copy of the
/// program.
using Change = bool (*)(mlir::Operation *op, mlir::RewriterBase &rewriter,
                        size_t variant);

/// Every kind of change, those that remove more before others:
/// - an operation without used results goes, and what was computed for it
/// alone;
/// - all unused arguments of a function go, or one of them;
/// - all attributes of a function's arguments go, or one of them;
/// - all attributes that an operation has on top of its own go, or one of them;
/// - the last dimension of a nest goes, where its arguments are not used;
/// - each result of an operation is replaced by an operand of its type;
/// - one operand of an operation, a number, is replaced by zero.
llvm::ArrayRef<Change> getChanges();

} // namespace spindle::reduce

#endif // SPINDLE_TOOLS_SPARSE_REDUCE_CHANGES_H
