//===- Kernel.h - a function compiled in process ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_KERNEL_H
#define SPINDLE_EXECUTION_KERNEL_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Execution/DebugInfo.h"
#include "Spindle/Runtime/Storage.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/OptBisect.h"

namespace spindle::execution {

/// One function of a module, compiled by LLVM's -O3 or, for a debugger, -O1. It
/// holds no part of the module.
class Kernel {
public:
  /// Compiles the function `entry` of `module`, which is in the LLVM dialect,
  /// for the processor `cpu`, and tells `observers` of it. Errors: an `entry`
  /// without a C interface (`llvm.emit_c_interface`), an operation without a
  /// translation, a symbol that the process lacks, a `cpu` whose code does not
  /// run here.
  static llvm::Expected<Kernel> compile(mlir::ModuleOp module,
                                        llvm::StringRef entry,
                                        llvm::StringRef cpu = kNative,
                                        Observers observers = {});

  /// Finds memory among `arguments` that is too short for its axes, where
  /// `spindle-add-length-checks` has added a function that does. Error: the
  /// first, what was expected and what came.
  llvm::Error check(const ArgumentList &arguments) const;

  /// Calls the function, which returns nothing. `arguments` are made from its
  /// signature.
  void run(ArgumentList &arguments) const {
    assert(results == 0 && "a function that returns nothing");
    function(arguments.get().data());
  }

  /// Calls the function, which returns tensors, and gives them in order, of one
  /// in a composite format its parts. Their formats are those of the types that
  /// `getResults` gives. Error: what the conversion that last failed says.
  llvm::Expected<std::vector<runtime::Storage>>
  runForTensors(const ArgumentList &arguments) const;

  /// How long `compile` took, in seconds of wall time.
  double getCompileSeconds() const { return compileSeconds; }

private:
  /// What LLVM asks whether to go on; it outlives what asks it.
  std::unique_ptr<llvm::OptPassGate> gate;
  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*function)(void **) = nullptr;
  /// What `check` calls, null for nothing, and the texts before the two numbers
  /// that it gives.
  void (*lengthCheck)(void **) = nullptr;
  std::vector<std::pair<std::string, std::string>> refusals;
  /// The number of tensors that the function returns.
  size_t results = 0;
  double compileSeconds = 0;
};

/// The attribute `sparse.signature` of the function `entry` of `module`, whose
/// tensors were expanded; without one, that of a function of `operands`
/// operands of which none is a tensor. Error: no such function.
llvm::Expected<mlir::ArrayAttr>
getSignature(mlir::ModuleOp module, llvm::StringRef entry, size_t operands);

/// The attribute `sparse.results` of the function `entry` of `module`, whose
/// tensors were expanded: the types of the tensors that it returns. Empty where
/// it returns none, and where there is no such function.
mlir::ArrayAttr getResults(mlir::ModuleOp module, llvm::StringRef entry);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_KERNEL_H
