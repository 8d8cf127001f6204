//===- InterpretModel.h - models as they were written -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function on builtin tensors is compared with what linalg says of it, and
// not with the program that it was converted to, which the conversion may have
// made wrong. An operand in a format is handed over as the dense tensor of its
// elements; the operands of results follow those of arguments.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_INTERPRETMODEL_H
#define SPINDLE_LIB_SESSION_INTERPRETMODEL_H

#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Watcher.h"

namespace spindle::session {

/// Interprets `function`, on builtin tensors, with the operands of the program
/// that was made of it, and writes what it returns to the last of them. Errors:
/// those of the interpreter, and memory that cannot be had.
llvm::Error interpretModel(mlir::func::FuncOp function,
                           llvm::MutableArrayRef<Operand> operands,
                           int64_t bodyRuns, const Watcher &watcher);

/// Counts how often bodies run in that. Errors: as above.
llvm::Expected<int64_t> countModelRuns(mlir::func::FuncOp function,
                                       llvm::ArrayRef<Operand> operands,
                                       const interpreter::Options &options);

/// Whether a zero that a format leaves out may be the reason for a number of
/// `results` that is not finite: products by it are not made in a program.
bool mayLackProducts(llvm::ArrayRef<Operand> results);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_INTERPRETMODEL_H
