//===- KernelCache.h - kernels that were compiled ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Compiling takes as long as many runs. What was compiled is kept, by all that
// its code depends on, so that the same kernel is never compiled twice: not
// when it is asked for again, and not when several threads ask at once. What
// was used last is kept longest.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_KERNELCACHE_H
#define SPINDLE_EXECUTION_KERNELCACHE_H

#include "Spindle/CInterface/CSignature.h"
#include "Spindle/CInterface/OperandSpec.h"
#include "Spindle/Execution/Kernel.h"
#include "llvm/ADT/StringMap.h"

#include <list>
#include <mutex>

namespace spindle::execution {

/// All that the code of a kernel depends on.
struct KernelKey {
  /// The text of the program, with the formats and types of its operands.
  std::string program;
  /// The function of it.
  std::string entry;
  /// The text of the schedule, its knobs as they are set, or how it is chosen.
  std::string schedule;
  /// The processor, and what else lowerings are asked for.
  std::string target;
  /// The dimensions that the code is for one size of, by their names.
  llvm::SmallVector<std::pair<std::string, int64_t>> sizes;

  /// The key as a text that no other key has.
  std::string str() const;
};

/// What the C function of a kernel for a device takes. It is found by the first
/// call, which takes longer than a call.
class FunctionSignature {
public:
  /// The signature, which `find` gives where nobody has asked before. Errors:
  /// those of `find`, which are not kept.
  llvm::Expected<const cinterface::CSignature *>
  get(llvm::function_ref<llvm::Expected<cinterface::CSignature>()> find);

private:
  std::mutex access;
  std::optional<cinterface::CSignature> known;
};

/// A kernel, and what its arguments are.
struct CompiledKernel {
  /// What the signature and the operands live in.
  std::shared_ptr<mlir::MLIRContext> context;
  /// As `getSignature` gives it.
  mlir::ArrayAttr signature;
  /// What the program takes.
  std::vector<cinterface::OperandSpec> operands;
  Kernel kernel;
  /// The dimensions that the code is for one size of, and their sizes.
  llvm::SmallVector<std::pair<std::string, int64_t>> sizes = {};
  std::shared_ptr<FunctionSignature> function =
      std::make_shared<FunctionSignature>();

  /// Checks that `views` are what it takes. Errors: those of `checkCall`,
  /// another size than that of `sizes`.
  llvm::Error checkViews(llvm::ArrayRef<OperandView> views) const;
  /// The arguments for a call with `views`. Errors: as above, those of
  /// `Kernel::check`.
  llvm::Expected<ArgumentList> prepare(llvm::ArrayRef<OperandView> views) const;
};

/// Kernels by their keys; several threads may use one at once.
class KernelCache {
public:
  using Entry = std::shared_ptr<const CompiledKernel>;

  /// A cache of at most `capacity` kernels, at least one. What falls out of it
  /// lives on with those who hold it.
  explicit KernelCache(size_t capacity = 64) : capacity(capacity) {
    assert(capacity > 0 && "room for a kernel");
  }

  /// The kernel of `key`, which `compile` makes where it is not there. One
  /// kernel is compiled at a time; what is there is given meanwhile. Errors:
  /// those of `compile`, which are not kept.
  llvm::Expected<Entry>
  get(const KernelKey &key,
      llvm::function_ref<llvm::Expected<Entry>()> compile);

  /// The number of kernels that are kept.
  size_t size() const;
  /// How often `compile` was called.
  size_t countCompilations() const;

private:
  /// The kernel called `name`, which counts as used now; null where there is
  /// none.
  Entry find(llvm::StringRef name);
  void insert(llvm::StringRef name, Entry entry);

  using Uses = std::list<std::pair<std::string, Entry>>;

  size_t capacity;
  /// Held while a kernel is compiled.
  std::mutex compiling;
  /// Held while what follows is looked at or changed.
  mutable std::mutex access;
  /// What was used last comes first.
  Uses uses;
  llvm::StringMap<Uses::iterator> places;
  size_t compilations = 0;
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_KERNELCACHE_H
