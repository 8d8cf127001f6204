//===- Sparse.h - the sparse dialect ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SPARSE_H
#define SPINDLE_DIALECT_SPARSE_IR_SPARSE_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpImplementation.h"

#include "Spindle/Dialect/Sparse/IR/BufferOpInterface.h.inc"
#include "Spindle/Dialect/Sparse/IR/SparseEnums.h.inc"
#include "Spindle/Dialect/Sparse/IR/SparseOpsDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOpsAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOpsTypes.h.inc"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOps.h.inc"

namespace spindle::sparse {

/// The types of the axes and, last, of the buffer that a tensor unpacks to.
llvm::SmallVector<mlir::Type> getUnpackedTypes(SparseTensorType tensor);

/// For each level of the format, the indices of the levels that it lies under.
axis::ParentLists getLevelParents(FormatAttr format);

/// The name that a function gives its argument `value`: of the operand, or of
/// the tensor that it is a piece of; empty where it has none.
std::string getArgumentName(mlir::Value value);

/// The tensor whose levels hold the structure of `tensor`, an argument or the
/// result of `sparse.with_values`: itself, or the argument that
/// `sparse.structure_of` names; null where that is not to be found.
mlir::Value getStructureOwner(mlir::Value tensor);

/// Parses what follows the name `word` of a format, which was read at `loc`;
/// null after an error.
FormatAttr parseNamedFormat(mlir::AsmParser &parser, llvm::SMLoc loc,
                            llvm::StringRef word);

/// Whether values of `type` can be kept in a buffer.
bool isElementType(mlir::Type type);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_SPARSE_H
