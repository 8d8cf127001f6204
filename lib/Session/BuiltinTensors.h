//===- BuiltinTensors.h - programs on builtin tensors -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_BUILTINTENSORS_H
#define SPINDLE_LIB_SESSION_BUILTINTENSORS_H

#include "Spindle/Session/Program.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace spindle::session {

/// Whether functions of `module` take or return builtin tensors.
bool isModel(mlir::ModuleOp module);

/// Gives arguments of functions of `module` that are builtin tensors without a
/// name the one that errors and options call them by, `arg` and their number.
void nameArguments(mlir::ModuleOp module);

/// Has operations of `module` read and add up integers in as few bits as are
/// kept. Errors: those of the pass.
llvm::Error narrowSums(mlir::ModuleOp module);

/// Puts functions of the module of `program` on builtin tensors on Spindle's,
/// by the plan that `options` name, their arguments in the formats that these
/// name. The text of a plan goes to `sources`. Errors: a name of no argument, a
/// format that there is not, what a plan refuses, an operation without a
/// counterpart.
llvm::Error takeModel(Program &program, const Options &options,
                      SourceTexts &sources);

/// What arguments of functions of `module` have of larger arrays.
std::vector<KeptOperand> listKept(mlir::ModuleOp module);

/// The text of `function` with f64 in the place of all floats, without what is
/// known or said of its arguments but their names.
std::string printWide(mlir::func::FuncOp function);

/// What arguments of functions of `module` have of weights.
std::vector<DividedPart> listDivided(mlir::ModuleOp module);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_BUILTINTENSORS_H
