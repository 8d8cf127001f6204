//===- InlineCalls.h - callees as a part of their callers -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_TENSORS_INLINECALLS_H
#define SPINDLE_TRANSFORMS_TENSORS_INLINECALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace spindle::sparse {

/// Checks the calls of `module`: each as `verifyCall` does, and that no
/// function calls itself. What is refused is reported.
mlir::LogicalResult checkCalls(mlir::ModuleOp module);

/// Puts the bodies of functions in place of their calls, where `module` is in
/// the stage `tensors` or `coordinates`; later ones stay as they are. Private
/// functions that nothing calls any more go, but the one called `keep`. What
/// `checkCalls` refuses is reported, and `module` is as it was.
mlir::LogicalResult inlineCalls(mlir::ModuleOp module,
                                llvm::StringRef keep = "");
/// The same, whatever stage `module` is in.
mlir::LogicalResult inlineAllCalls(mlir::ModuleOp module,
                                   llvm::StringRef keep = "");

} // namespace spindle::sparse

#endif // SPINDLE_TRANSFORMS_TENSORS_INLINECALLS_H
