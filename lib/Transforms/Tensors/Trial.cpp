//===- Trial.cpp - what the verifier says of a change ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

std::string spindle::sparse::tryRewrite(
    func::FuncOp function,
    llvm::function_ref<void(func::FuncOp trial)> rewrite) {
  OwningOpRef<func::FuncOp> trial(function.clone());
  rewrite(*trial);
  std::string reason;
  ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &diag) {
    if (reason.empty())
      reason = diag.str();
    return success();
  });
  return succeeded(mlir::verify(*trial)) ? "" : reason;
}
