//===- Arguments.h - arguments while a program runs -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_ARGUMENTS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_ARGUMENTS_H

#include "Case.h"
#include "Elements.h"

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle::differential {

using Arguments = std::vector<CaseArgument>;

/// The function `f` of a module.
mlir::func::FuncOp getFunction(mlir::ModuleOp module);

/// The arguments of `f` of the module, whose tensors are expanded where its
/// signature says so: the pieces in its order.
Arguments expandArguments(mlir::ModuleOp module, const Arguments &arguments);

/// The arguments as the interpreter takes them; they keep their memory.
std::vector<interpreter::Argument> viewArguments(mlir::MLIRContext *context,
                                                 Arguments &arguments);

/// The arguments as a kernel takes them; they keep their memory.
execution::ArgumentList listArguments(Arguments &arguments);

/// The first element that differs, of arrays of one name; empty where none
/// does. Arrays that only one of the two has are not compared.
std::string compareArguments(const Arguments &got, const Arguments &expected,
                             Equality equality);

/// The memory of an argument that is no number.
Array &getMemory(CaseArgument &argument);

/// Whether all values in memory are finite.
bool areFinite(const Arguments &arguments);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_ARGUMENTS_H
