//===- DebugInfo.cpp - lines of the program in the kernel -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DebugInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

/// Gives the operations of `function` that have no location that of the
/// function: LLVM refuses a call without one where the function has lines.
static void fillLocations(LLVM::LLVMFuncOp function) {
  function.walk([&](Operation *op) {
    if (isa<UnknownLoc>(op->getLoc()))
      op->setLoc(function.getLoc());
  });
}

llvm::Error spindle::execution::addDebugInfo(ModuleOp module,
                                             llvm::StringRef entry) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    fillLocations(function);
    if (function.getName() == entry)
      function.setNoInline(true);
  }
  PassManager passes(module.getContext());
  passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  if (succeeded(passes.run(module)))
    return llvm::Error::success();
  return llvm::createStringError("expected functions that can have lines");
}
