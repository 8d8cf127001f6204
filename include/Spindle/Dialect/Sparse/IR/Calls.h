//===- Calls.h - calls of functions that take tensors -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function may call another one of its module with tensors, axes, memory and
// numbers. The body of the callee is run as if it stood at the call: what it
// says of its arguments, by types and by the attributes of the dialect, has to
// be true of the operands.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_CALLS_H
#define SPINDLE_DIALECT_SPARSE_IR_CALLS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle::sparse {

/// The function that `call`, which need not be verified, names; null where
/// there is none of its name.
mlir::FunctionOpInterface findCallee(mlir::CallOpInterface call);

/// Whether `type` is that of a tensor, an axis, a site or a buffer: what no
/// call of machine code can hand over.
bool isStructural(mlir::Type type);

/// How errors name argument `index` of `function`: "operand 1 ('B')".
std::string describeArgument(mlir::FunctionOpInterface function,
                             unsigned index);

/// Checks the types of the operands of `call`, which need not be verified. An
/// error names the callee, the operand, what was expected and what came.
mlir::LogicalResult verifyCallTypes(mlir::CallOpInterface call);

/// Checks that the body of what `call`, which is verified, names can be run
/// where it stands: it has a body, one block where it takes more than plain
/// memory and numbers, and no allocation where the call stands in a loop or
/// branch; operands share a structure where `sparse.structure_of` says so, and
/// not elsewhere where a look-up could tell. Sizes are known when it runs.
mlir::LogicalResult verifyCall(mlir::CallOpInterface call);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_CALLS_H
