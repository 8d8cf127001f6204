//===- Kernel.h - compiled kernels, for Python ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_KERNEL_H
#define SPINDLE_PYTHON_KERNEL_H

#include "Spindle/Execution/KernelCache.h"
#include "Tensor.h"

namespace spindle::python {

/// What Python calls. Several threads may call one at once.
struct Kernel {
  execution::KernelCache::Entry entry;
};

/// Adds the classes `Kernel` and `Call` to `module`.
void bindKernel(nanobind::module_ &module);

/// The number `object` as bytes of the type of `spec`. Error: no such number.
execution::ScalarView toScalar(const cinterface::OperandSpec &spec,
                               nanobind::handle object);

/// Checks that `object`, which `tensor` was found in, is what `spec` takes: an
/// error for null, and for a tensor in another format.
void checkTensor(const cinterface::OperandSpec &spec, const Tensor *tensor,
                 nanobind::handle object);

/// Appends `tensor` as the operand `spec`; of one with the structure of another
/// operand the values alone.
void appendTensor(const cinterface::OperandSpec &spec, const Tensor &tensor,
                  llvm::SmallVectorImpl<execution::OperandView> &views);

/// Appends `values`, an array, as the dense operand `spec`, or as plain memory.
void appendArray(const cinterface::OperandSpec &spec,
                 execution::MemoryView values,
                 llvm::SmallVectorImpl<execution::OperandView> &views);

/// Has `operands`, what a program takes, be given `objects` one by one. Error:
/// too few or too many.
void forEachOperand(
    llvm::ArrayRef<cinterface::OperandSpec> operands,
    const nanobind::list &objects,
    llvm::function_ref<void(const cinterface::OperandSpec &, nanobind::handle)>
        add);

/// The names of `operands`, which errors may begin with.
std::vector<std::string>
getNames(llvm::ArrayRef<cinterface::OperandSpec> operands);

/// A list of dictionaries that tell what a program takes and returns.
nanobind::list
describeOperands(llvm::ArrayRef<cinterface::OperandSpec> operands);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_KERNEL_H
