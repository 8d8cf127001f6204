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

/// Where the operands of a call are.
enum class OperandPlace : uint8_t {
  /// In the host's memory, which is copied to the device.
  Host,
  /// On the device, and used as they lie. They are the caller's, who keeps them
  /// until the kernel has run.
  Device
};

/// A kernel that was compiled for a device, with its operands there. It is
/// called through its C function, by one thread at a time.
class DeviceCall {
public:
  /// A call with `views`, one per argument of the program. Tensors on the
  /// device are taken for checked. Errors: those of `CompiledKernel::prepare`,
  /// no memory.
  static llvm::Expected<std::unique_ptr<DeviceCall>>
  create(const Device &device, const CompiledKernel &kernel,
         llvm::ArrayRef<OperandView> views,
         OperandPlace place = OperandPlace::Host);

  /// The bytes of memory that the program makes on its way.
  uint64_t getWorkspaceBytes() const { return call.workspaceBytes; }
  /// Has the caller's memory on the device be the workspace, at least as large
  /// as that. Without it, the first launch allocates one.
  void lendWorkspace(void *workspace) {
    call.workspace = workspace;
    call.reuseWorkspace = 0;
  }
  /// The caller promises that structures of tensors stay as they are: what the
  /// first launch from now on finds of them, later ones use.
  void fixStructures() { hasFixedStructures = true; }
  /// Launches the kernel on `stream`, a CUstream, or on the default stream; on
  /// a device it runs later. Error: what the C function says.
  llvm::Error launch(void *stream = nullptr);
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

  DeviceCall(const Device &device, const CompiledKernel &kernel,
             OperandPlace place)
      : device(device), kernel(kernel), memory(device), place(place) {}

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
  OperandPlace place;
  /// What the pointers to arguments point to.
  llvm::BumpPtrAllocator storage;
  llvm::SmallVector<void *> arguments;
  llvm::SmallVector<Written> written;
  SpindleCall call = {};
  bool hasFixedStructures = false;
  /// What the C function says of an error.
  char text[512] = "";
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEVICECALL_H
