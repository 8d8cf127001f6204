//===- SizedProgram.h - programs compiled for their sizes -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A program that is compiled when it is called, for the sizes that it is called
// with: a loop over few columns is fast where their number is known. Calls with
// the same sizes have the same kernel, from a cache that programs may share.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_SIZEDPROGRAM_H
#define SPINDLE_EXECUTION_SIZEDPROGRAM_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Execution/KernelCache.h"
#include "Spindle/Schedule/Schedule.h"

namespace spindle::execution {

/// What stands for the schedule that suits a program and its sizes.
inline constexpr llvm::StringLiteral kAutoSchedule = "auto";

/// How a program is compiled.
struct CompileOptions {
  /// The function of it.
  std::string entry;
  /// The dimensions, by their names in `sparse.dims`, that a kernel is for one
  /// size of.
  std::vector<std::string> dims;
  /// A larger size is that of a problem rather than of a kernel: one kernel is
  /// for all.
  int64_t largestSize = 1024;
  /// What `Schedule::open` takes; empty for none.
  std::string schedule = kAutoSchedule.str();
  /// The values of its knobs.
  std::vector<std::pair<std::string, std::string>> knobs;
  /// The processor.
  std::string cpu = kNative.str();
  /// Kernels compute with no padding.
  bool strict = false;
  /// They run on the threads that `setThreads` asks for.
  bool parallel = false;
};

/// A program with a kernel for each combination of sizes that it is called
/// with.
class SizedProgram {
public:
  /// The program `module`, which is in the stage `tensors`, is in `context` and
  /// uses it while it lives: nobody else does meanwhile, but for programs of
  /// the same `cache`. Errors: a function that is not there or returns
  /// something, a dimension that no tensor has, those of `Schedule::open` and
  /// of its knobs, a `cpu` that LLVM does not know.
  static llvm::Expected<std::unique_ptr<SizedProgram>>
  create(std::shared_ptr<mlir::MLIRContext> context,
         mlir::OwningOpRef<mlir::ModuleOp> module, CompileOptions options,
         std::shared_ptr<KernelCache> cache);

  /// Calls the program with `views`, one for each argument of the function,
  /// of its types, after it has compiled what it lacks. Several threads may
  /// call at once. Errors: operands of other kinds and ranks than the
  /// arguments, sizes that contradict one another or the types, what the
  /// passes report, those of `Kernel::compile`.
  llvm::Error run(llvm::ArrayRef<OperandView> views) const;

private:
  llvm::Error addOperands();
  llvm::Error openSchedule();
  llvm::Expected<llvm::StringMap<int64_t>>
  findSizes(llvm::ArrayRef<OperandView> views) const;
  llvm::Expected<KernelCache::Entry> compile(const KernelKey &key) const;
  llvm::Expected<std::shared_ptr<const Schedule>>
  getSchedule(const KernelKey &key) const;

  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  CompileOptions options;
  std::shared_ptr<KernelCache> cache;
  /// One for each argument.
  llvm::SmallVector<sparse::OperandAttr> operands;
  /// The schedule that is named; null for none, and where it is chosen.
  std::shared_ptr<Schedule> schedule;
  /// What all keys have in common.
  KernelKey common;
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_SIZEDPROGRAM_H
