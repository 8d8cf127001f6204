//===- DeviceCall.h - a call of a kernel on a device ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DEVICECALL_H
#define SPINDLE_EXECUTION_DEVICECALL_H

#include "Spindle/CInterface/CSignature.h"
#include "Spindle/Execution/Device.h"
#include "Spindle/Execution/KernelCache.h"

namespace spindle::execution {

/// A kernel that was compiled for a device, with copies of its operands there.
/// It is called through its C function.
class DeviceCall {
public:
  /// Copies `views`, one per argument of the program, to `device`. Errors:
  /// those of `CompiledKernel::prepare`, no memory.
  static llvm::Expected<std::unique_ptr<DeviceCall>>
  create(const Device &device, const CompiledKernel &kernel,
         llvm::ArrayRef<OperandView> views);

  /// Runs the kernel, and waits for its end. Error: what the C function or the
  /// device says.
  llvm::Error run();
  /// The same, and how many seconds it took.
  llvm::Expected<double> time();
  /// Copies what the program writes back to where `create` found it.
  llvm::Error copyBack() const;

private:
  /// What was copied from the host and is written.
  struct Written {
    void *host;
    const void *device;
    size_t bytes;
  };

  DeviceCall(const Device &device, const CompiledKernel &kernel)
      : device(device), kernel(kernel), memory(device) {}

  llvm::Error addOperand(const cinterface::COperand &operand,
                         const OperandView &view);
  llvm::Error addDense(const cinterface::COperand &operand,
                       const MemoryView &view);
  llvm::Error addTensor(const cinterface::COperand &operand,
                        const TensorView &view);
  void addScalar(const cinterface::COperand &operand, const ScalarView &view);
  llvm::Error addArray(const MemoryView &array, bool isWritten);
  llvm::Error addCall();
  template <typename T> void add(T value);

  Device device;
  const CompiledKernel &kernel;
  DeviceMemory memory;
  /// What the pointers to arguments point to.
  llvm::BumpPtrAllocator storage;
  llvm::SmallVector<void *> arguments;
  llvm::SmallVector<Written> written;
  SpindleCall call = {};
  /// What the C function says of an error.
  char text[512] = "";
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEVICECALL_H
