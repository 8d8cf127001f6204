//===- Compiled.h - programs compiled for several threads -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_PARALLEL_COMPILED_H
#define SPINDLE_UNITTESTS_PARALLEL_COMPILED_H

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle::execution {

/// The module that `text` is, in the context of all tests; the test fails where
/// it is none.
mlir::OwningOpRef<mlir::ModuleOp> parseTest(llvm::StringRef text);

/// A compiled function and what it is called with.
struct Compiled {
  std::optional<Kernel> kernel;
  mlir::ArrayAttr signature;

  /// Calls the function. May be called by several threads at once.
  void run(llvm::ArrayRef<OperandView> operands) const;
};

/// Lowers the function `entry` of a copy of `module` and compiles it; the test
/// fails where that fails. `change` is applied to the plain loops on the way;
/// the way to these is `schedule`, where one is given.
Compiled compileTest(mlir::ModuleOp module, llvm::StringRef entry,
                     bool parallel, size_t operands,
                     llvm::function_ref<void(mlir::ModuleOp)> change = {},
                     std::shared_ptr<const Schedule> schedule = {});

} // namespace spindle::execution

#endif // SPINDLE_UNITTESTS_PARALLEL_COMPILED_H
