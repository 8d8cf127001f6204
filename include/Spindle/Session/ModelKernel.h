//===- ModelKernel.h - a model that runs ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_MODELKERNEL_H
#define SPINDLE_SESSION_MODELKERNEL_H

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Session/Model.h"
#include "Spindle/Session/Watcher.h"

namespace spindle::session {

/// A model compiled as it is: dense, an operation after the other, for one
/// thread. Masks of its arguments are left to who calls it. Sums are added up
/// in the order of the iterations.
class ModelKernel {
public:
  /// Errors: a size that is not static, an operation without a lowering, those
  /// of `Kernel::compile`, `Cancelled`.
  static llvm::Expected<ModelKernel> compile(const Model &model,
                                             const Watcher &watcher);

  /// Runs it on `arrays`, which are row-major without gaps: the arguments, and
  /// one for each result, which alone are written. Several threads may do so
  /// at once. Error: another number of arrays, another shape, another type, a
  /// result that cannot be written.
  llvm::Error run(llvm::ArrayRef<execution::MemoryView> arrays) const;

private:
  ModelKernel(const Model &model, execution::Kernel kernel);

  /// Of the arguments, and of the results.
  std::vector<ModelTensor> tensors;
  size_t numArguments;
  execution::Kernel kernel;
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_MODELKERNEL_H
