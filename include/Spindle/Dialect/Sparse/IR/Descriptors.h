//===- Descriptors.h - what the attributes of formats hold ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#sparse.format` and `#sparse.composite` hold the descriptors of
// Spindle/Format, level by level and part by part, with the affine expressions
// and the types of MLIR. Grammar, rules, names and layout are those of the
// descriptors; this is all that leads from one to the other.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_DESCRIPTORS_H
#define SPINDLE_DIALECT_SPARSE_IR_DESCRIPTORS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Format/Composite.h"

namespace spindle::sparse {

/// The descriptor that an attribute holds.
format::Format getDescriptor(FormatAttr attr);
format::Composite getDescriptor(CompositeAttr attr);

/// The attribute that holds a descriptor, which keeps the rules.
FormatAttr getAttr(mlir::MLIRContext *context, const format::Format &format);
CompositeAttr getAttr(mlir::MLIRContext *context,
                      const format::Composite &format);

/// An expression over dimensions and symbols on the other side.
format::Expr getExpr(mlir::AffineExpr expr);
mlir::AffineExpr getExpr(mlir::MLIRContext *context, const format::Expr &expr);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_DESCRIPTORS_H
