//===- Workspace.h - memory that callers hand over --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_WORKSPACE_H
#define SPINDLE_DIALECT_SPARSE_IR_WORKSPACE_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spindle::sparse {

/// Argument attribute: the memory, bytes, that a function has for what it makes
/// on its way.
inline constexpr llvm::StringLiteral kWorkspaceAttr = "sparse.workspace";

/// Function attribute: the function that says how many bytes that has to have,
/// for the same arguments but it.
inline constexpr llvm::StringLiteral kWorkspaceBytesAttr =
    "sparse.workspace_bytes";

/// Function attribute, unit: the argument before the workspace says whether
/// that has what a former call with the same structures and sizes left there.
inline constexpr llvm::StringLiteral kReusesWorkspaceAttr =
    "sparse.reuses_workspace";

/// Function attribute, unit: the function returns the bytes of memory that it
/// lacked, and has then written nothing; 0 where it ran.
inline constexpr llvm::StringLiteral kMissingMemoryAttr =
    "sparse.missing_memory";

/// Function attribute: what holds the code of the kernels that it launches.
inline constexpr llvm::StringLiteral kLaunchesAttr = "sparse.launches";

/// Gives `function` a last argument of `type` with the attributes `attrs`, of
/// no operand: `sparse.signature`, where there is one, has an entry more.
mlir::Value appendArgument(mlir::FunctionOpInterface function, mlir::Type type,
                           llvm::ArrayRef<mlir::NamedAttribute> attrs = {});

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_WORKSPACE_H
