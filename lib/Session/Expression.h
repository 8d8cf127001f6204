//===- Expression.h - programs in index notation ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_EXPRESSION_H
#define SPINDLE_LIB_SESSION_EXPRESSION_H

#include "ShippedPrograms.h"

namespace spindle::session {

/// The function that is made of an expression, and what messages call it.
constexpr llvm::StringLiteral kExpression = "expression";

/// Builds the expression of `options`. A tensor is sparse where the options say
/// a format of it, other than dense, or where it comes from a file of elements
/// with their coordinates. Errors: those of the notation, at their location in
/// the text `kExpression`; those of `buildShipped`.
llvm::Expected<BuiltProgram> buildExpression(mlir::MLIRContext &context,
                                             const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_EXPRESSION_H
