//===- ExprText.h - expressions of formats as text -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_EXPRTEXT_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_EXPRTEXT_H

#include "mlir/IR/AffineExpr.h"

namespace spindle::sparse {

/// Prints `expr`, its dimensions and symbols by `printName`; in parentheses if
/// `isFactor` and it needs them.
void printFormatExpr(llvm::raw_ostream &os, mlir::AffineExpr expr,
                     llvm::function_ref<void(mlir::AffineExpr)> printName,
                     bool isFactor = false);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_EXPRTEXT_H
