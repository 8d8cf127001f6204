//===- DeviceArrays.h - arrays in the memory of a device --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of the runtime may be in the memory of a device: its shape and its
// type are known here, its elements only kernels read. Like any other it lives
// as long as its last copy.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DEVICEARRAYS_H
#define SPINDLE_EXECUTION_DEVICEARRAYS_H

#include "Spindle/Execution/Device.h"
#include "Spindle/Runtime/Support/Array.h"

namespace spindle::execution {

/// An array on `device` with unspecified elements. Errors: those of
/// `runtime::denseByteSize`, no memory.
llvm::Expected<runtime::Array> allocateOnDevice(const Device &device,
                                                runtime::DType dtype,
                                                std::vector<int64_t> shape);

/// A copy on `device` of `array`, which is the host's. Error: no memory.
llvm::Expected<runtime::Array> copyToDevice(const Device &device,
                                            const runtime::Array &array);

/// A copy in the host's memory of `array`, which is on `device`, after all that
/// was launched has run. Errors: what went wrong there, no memory.
llvm::Expected<runtime::Array> copyToHost(const Device &device,
                                          const runtime::Array &array);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEVICEARRAYS_H
