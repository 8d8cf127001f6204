//===- ProgramOperands.h - the operands of a function -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_PROGRAMOPERANDS_H
#define SPINDLE_SESSION_PROGRAMOPERANDS_H

#include "Spindle/CInterface/OperandSpec.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::session {

using cinterface::OperandKind;
using cinterface::OperandSpec;

/// Whether the tensors of `function` were expanded to their pieces.
bool isExpanded(mlir::func::FuncOp function);

/// Describes every argument of `function`, or what it was before its tensors
/// were expanded, as `sparse.operands` says, and after them the tensors that it
/// returns: "result", or "result0", "result1" and so on. Errors: those of
/// `describeOperand`, two of one name.
llvm::Expected<std::vector<OperandSpec>>
describeOperands(mlir::func::FuncOp function);

/// The names of `operands`.
llvm::SmallVector<llvm::StringRef>
getNames(llvm::ArrayRef<OperandSpec> operands);

} // namespace spindle::session

#endif // SPINDLE_SESSION_PROGRAMOPERANDS_H
