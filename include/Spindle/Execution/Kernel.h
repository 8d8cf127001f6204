//===- Kernel.h - a function compiled in process ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_KERNEL_H
#define SPINDLE_EXECUTION_KERNEL_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Execution/KernelCode.h"
#include "Spindle/Runtime/Storage/Storage.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

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

  /// The same of a program whose kernels run on a GPU, for this processor.
  /// Errors: those of `compileDeviceCode`, and as above.
  static llvm::Expected<Kernel> compileForDevice(mlir::ModuleOp module,
                                                 llvm::StringRef entry,
                                                 Observers observers = {});

  /// Makes a kernel of `unlinked`, which may be of another process, and tells
  /// `observers` of it. Errors: bytes that are no object, a function that it
  /// lacks, a symbol that the process lacks, a processor that it does not run
  /// on.
  static llvm::Expected<Kernel> link(KernelCode unlinked,
                                     const Observers &observers = {});

  /// Finds memory among `arguments` that is too short for its axes, where
  /// `spindle-add-length-checks` has added a function that does. Error: the
  /// first, what was expected and what came.
  llvm::Error check(const ArgumentList &arguments) const;

  /// Calls the function, which returns nothing. `arguments` are made from its
  /// signature. What inspectors find it has found first, in each call. Errors:
  /// theirs, and no memory for what the function makes on the way, of which
  /// nothing is written then.
  llvm::Error run(ArgumentList &arguments) const;

  /// Whether the function is given what inspectors find.
  bool inspects() const { return inspector != nullptr; }
  /// What they find in the structures of `arguments`; nothing for a function
  /// that is given nothing of this kind. Errors: structures that are refused.
  llvm::Expected<Inspection> inspect(const ArgumentList &arguments) const;
  /// Calls the function with what was `found`, which `checkFound` takes, in the
  /// structures of `arguments`.
  llvm::Error run(const ArgumentList &arguments, InspectionView found) const;
  /// Checks that `found` has as many arrays, of the types and the lengths, as
  /// are found in `arguments`. It takes no longer than a call.
  llvm::Error checkFound(const ArgumentList &arguments,
                         InspectionView found) const;
  /// Checks that `found` serves for the structures of `arguments`. It takes as
  /// long as finding it.
  llvm::Error checkInspection(const ArgumentList &arguments,
                              InspectionView found) const;

  /// Whether its C function is to be called, with memory of a GPU.
  bool isForDevice() const { return workspace != nullptr; }
  /// Calls the C function: with a pointer to each argument, and to its status.
  void run(llvm::MutableArrayRef<void *> pointers) const {
    function(pointers.data());
  }
  /// Calls the C function that says how large the workspace is, likewise.
  void measureWorkspace(llvm::MutableArrayRef<void *> pointers) const {
    workspace(pointers.data());
  }

  /// Calls the function, which returns tensors, and gives them in order, of one
  /// in a composite format its parts. Their formats are those of the types that
  /// `getResults` gives. Error: what the conversion that last failed says.
  llvm::Expected<std::vector<runtime::Storage>>
  runForTensors(const ArgumentList &arguments) const;

  /// What it was linked from.
  const KernelCode &getCode() const { return *code; }

  /// How long `compile` took, in seconds of wall time; 0 where nothing was
  /// compiled.
  double getCompileSeconds() const { return compileSeconds; }

private:
  llvm::SmallVector<int64_t> countFound(const ArgumentList &arguments) const;

  // It goes last: what is linked may still be read.
  std::unique_ptr<const KernelCode> code;
  std::unique_ptr<llvm::orc::LLJIT> linker;
  void (*function)(void **) = nullptr;
  /// What `check` calls, null for nothing.
  void (*lengthCheck)(void **) = nullptr;
  /// What `measureWorkspace` calls, null for nothing.
  void (*workspace)(void **) = nullptr;
  /// What finds, counts and checks what inspectors find; null for nothing.
  void (*inspector)(void **) = nullptr;
  void (*foundSizes)(void **) = nullptr;
  void (*inspectionCheck)(void **) = nullptr;
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
