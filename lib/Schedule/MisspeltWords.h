//===- MisspeltWords.h - what the text of a schedule means ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_MISSPELTWORDS_H
#define SPINDLE_LIB_SCHEDULE_MISSPELTWORDS_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace spindle {

/// What to add to the error that `text` is no schedule where it stops to be one
/// at `stop`: the nearest operation, or the nearest word of the operation
/// there. Empty where none is near.
std::string suggestForParseError(mlir::MLIRContext *context,
                                 llvm::StringRef text, mlir::Location stop);

/// The error about the first attribute in `module` that an operation of ours
/// does not have; empty for none. Upstream takes any name for one that it may
/// forget.
std::string findMisspeltAttribute(mlir::ModuleOp module);

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_MISSPELTWORDS_H
