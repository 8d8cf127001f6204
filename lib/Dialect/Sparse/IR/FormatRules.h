//===- FormatRules.h - what the parser of formats must know -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATRULES_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATRULES_H

#include "FormatNames.h"

namespace spindle::sparse {

/// (C3), (C4) How large a number in a format is.
constexpr int64_t kMaxNumber = INT32_MAX;

/// (C4) How deep parentheses and inspectors nest.
constexpr int kMaxNesting = 32;

/// (C16) How many levels a format has.
constexpr size_t kMaxLevels = 64;

/// (C3), (C4) Whether a level or an inspector may have the expression `expr`.
mlir::LogicalResult verifyFormatExpr(EmitError emitError,
                                     mlir::AffineExpr expr);

/// Inspectors, and the coordinates of levels that refer to them.
struct NumberedExprs {
  llvm::SmallVector<InspectorAttr> inspectors;
  llvm::SmallVector<mlir::AffineExpr> exprs;
};

/// (C15) Numbers the inspectors in the order of their first use by the
/// coordinates `exprs`, each after those that it uses, and leaves out what
/// nothing uses.
NumberedExprs numberInspectors(llvm::ArrayRef<InspectorAttr> inspectors,
                               llvm::ArrayRef<mlir::AffineExpr> exprs);

/// (C7) The lowest dimension below `rank` that the coordinates of the levels do
/// not determine; -1 where there is none.
int64_t findUndetermined(int64_t rank, llvm::ArrayRef<LevelAttr> levels);

/// (C19) Whether a format of `levels`, whose parents are right, can keep
/// `keeps`.
mlir::LogicalResult verifyKept(EmitError emitError,
                               llvm::ArrayRef<LevelAttr> levels, Kept keeps);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATRULES_H
