//===- Arguments.h - arguments of a function --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_ARGUMENTS_H
#define SPINDLE_LIB_INTERPRETER_ARGUMENTS_H

#include "Translator.h"

namespace spindle::interpreter {

/// Checks that `arguments` are of the types of the arguments of `function`: as
/// many, of the known sizes, with elements of the right types, and of equal
/// size where dimensions have one name.
llvm::Error checkArguments(mlir::func::FuncOp function,
                           llvm::ArrayRef<Argument> arguments);

/// Puts the machine's arguments, which are checked, into the cells of those of
/// `function`.
void bindArguments(Translator &translator, mlir::func::FuncOp function,
                   Machine &machine);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_ARGUMENTS_H
