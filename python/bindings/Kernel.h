//===- Kernel.h - compiled kernels, for Python ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_KERNEL_H
#define SPINDLE_PYTHON_KERNEL_H

#include "Spindle/Execution/KernelCache.h"
#include <nanobind/nanobind.h>

namespace spindle::python {

/// What Python calls. Several threads may call one at once.
struct Kernel {
  execution::KernelCache::Entry entry;
};

/// Adds the classes `Kernel` and `Call` to `module`.
void bindKernel(nanobind::module_ &module);

/// A list of dictionaries that tell what a program takes and returns.
nanobind::list
describeOperands(llvm::ArrayRef<cinterface::OperandSpec> operands);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_KERNEL_H
