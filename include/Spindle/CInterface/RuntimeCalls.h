//===- RuntimeCalls.h - calls of the runtime --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CINTERFACE_RUNTIMECALLS_H
#define SPINDLE_CINTERFACE_RUNTIMECALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace spindle::sparse {

/// Writes calls of functions of the runtime into one module, and adds to the
/// module what they need: declarations, and texts as constants.
class RuntimeCalls {
public:
  /// Of functions whose names begin with `prefix`.
  RuntimeCalls(mlir::ModuleOp module, llvm::StringRef prefix)
      : symbols(module), prefix(prefix) {}

  /// Calls the function called `name` after the prefix with `args`, of type
  /// index where they are values. Its result, where it has one, is given back.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef name,
                   llvm::ArrayRef<mlir::OpFoldResult> args,
                   bool hasResult = false);

  /// The address of `text`, which ends with a zero in memory.
  mlir::Value getText(mlir::OpBuilder &builder, mlir::Location loc,
                      llvm::StringRef text);

private:
  mlir::func::FuncOp declare(llvm::StringRef name, mlir::FunctionType type);
  mlir::memref::GlobalOp makeGlobal(llvm::StringRef text);

  mlir::SymbolTable symbols;
  std::string prefix;
  llvm::StringMap<mlir::memref::GlobalOp> texts;
};

/// "file:line: ", of the first location in a file that `loc` knows; the file
/// without its folder. Empty where there is none.
std::string describeLocation(mlir::Location loc);

} // namespace spindle::sparse

#endif // SPINDLE_CINTERFACE_RUNTIMECALLS_H
