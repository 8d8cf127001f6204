//===- ModelAttrs.h - what models say of their tensors ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_MODELATTRS_H
#define SPINDLE_DIALECT_SPARSE_IR_MODELATTRS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// Argument attribute: the format, a FormatAttr or a CompositeAttr, that an
/// argument of a builtin tensor's type is to have as a tensor of Spindle's. One
/// of matrices is spread over the dimensions of a larger tensor.
inline constexpr llvm::StringLiteral kFormatAttr = "sparse.format";

/// The format for an argument of `rank` dimensions that `text` names, as
/// parseAnyFormatName reads it: one of that rank or of a matrix.
mlir::Attribute
parseArgumentFormat(llvm::StringRef text, int64_t rank,
                    mlir::MLIRContext *context,
                    llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The format of a tensor that is stored as a matrix in `matrix`, whose rows
/// are numbered by the dimensions `rows` of it, and whose columns by `columns`;
/// what is cut into blocks is the first one. Null after `emitError`.
FormatAttr
spreadFormat(FormatAttr matrix, llvm::ArrayRef<int64_t> rows,
             llvm::ArrayRef<int64_t> columns,
             llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_MODELATTRS_H
