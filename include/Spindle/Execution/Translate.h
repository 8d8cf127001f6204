//===- Translate.h - from the LLVM dialect to text --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_TRANSLATE_H
#define SPINDLE_EXECUTION_TRANSLATE_H

#include "Spindle/Execution/Optimize.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace spindle::execution {

/// Translates `module`, which is in the LLVM dialect, to LLVM IR with the
/// triple and data layout of `target`, not optimized. A function with a C
/// interface becomes private, so that it is compiled once. Errors: an operation
/// without a translation.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
                llvm::TargetMachine &target);

/// The LLVM IR of `module` for the processor `cpu`, after LLVM's -O3. Errors:
/// those of `translateToLLVM` and of `createTargetMachine`, and that
/// `isCancelled` says so.
llvm::Expected<std::string> emitLLVMIR(mlir::ModuleOp module,
                                       llvm::StringRef cpu,
                                       const StopCheck &isCancelled = {});

/// The assembly of `module` for `cpu`, after LLVM's -O3. Errors: as above.
llvm::Expected<std::string> emitAssembly(mlir::ModuleOp module,
                                         llvm::StringRef cpu,
                                         const StopCheck &isCancelled = {});

/// The object file of `module` for `cpu`, after LLVM's -O3. The functions
/// `symbols` alone can be called. Errors: as above.
llvm::Expected<std::string> emitObject(mlir::ModuleOp module,
                                       llvm::StringRef cpu,
                                       llvm::ArrayRef<std::string> symbols,
                                       const StopCheck &isCancelled = {});

/// Makes all functions but `kept` private, so that LLVM inlines the wrappers
/// into one another and drops the rest.
void keepOnly(llvm::Module &module, llvm::ArrayRef<std::string> kept);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_TRANSLATE_H
