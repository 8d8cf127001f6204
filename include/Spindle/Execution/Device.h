//===- Device.h - a GPU, or what stands in for one --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process has one device, that of CUDA's driver or the emulator's. It is
// opened once; kernels are launched on it by Spindle's runtime, and what is
// here allocates and copies.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DEVICE_H
#define SPINDLE_EXECUTION_DEVICE_H

#include "Spindle/Runtime/GPU/spindle_gpu.h"
#include "Spindle/Runtime/Support/CalledFunction.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace spindle::execution {

/// What runs the kernels of a GPU.
enum class DeviceKind : uint8_t {
  /// The first GPU of CUDA's driver.
  CUDA,
  /// The emulator, which is a part of this program.
  Emulator
};

/// The device that is open. Several threads may use it at once: what is done
/// here makes its context the current one for as long as it takes.
class Device {
public:
  /// Opens the device, from now on that of the process, or gives it where it is
  /// open. `emulation` says how the emulator is to run, as SPINDLE_EMULATOR
  /// does; empty for as that says. Errors: no driver, no GPU, options that the
  /// emulator does not know, another device or other options than those that
  /// are open.
  static llvm::Expected<Device> open(DeviceKind kind,
                                     llvm::StringRef emulation = "");
  /// Has the next `open` open any device, for tools that try several. All
  /// memory has been given back, and no kernel is kept.
  static void close();

  DeviceKind getKind() const { return kind; }
  /// The GPU by LLVM's name, as sm_90.
  llvm::Expected<std::string> getChip() const;
  /// What the emulator has counted since its report was cleared, as JSON; empty
  /// without one. Error: the first fault that it has found.
  llvm::Expected<std::string> getReport() const;
  void clearReport() const;
  /// The bytes of memory that are free, of the emulator; else nothing.
  std::optional<uint64_t> countFreeBytes() const;
  /// Waits until all that was launched has run. Error: what went wrong there.
  llvm::Error synchronize() const;
  const SpindleDriver &getDriver() const { return *driver; }
  /// The context that is its own, CUDA's primary one.
  void *getContext() const { return context; }

  /// The error for what the driver returned while it was to `work`; success
  /// for 0.
  llvm::Error check(int result, const llvm::Twine &work) const;

private:
  Device(DeviceKind kind, const SpindleDriver &driver)
      : kind(kind), driver(&driver) {}

  static llvm::Expected<Device> start(DeviceKind kind,
                                      llvm::StringRef emulation);

  DeviceKind kind;
  const SpindleDriver *driver;
  void *context = nullptr;
};

/// Has the context of a device be the current one of this thread, while it
/// lives.
class DeviceScope {
public:
  explicit DeviceScope(const Device &device);
  DeviceScope(const DeviceScope &) = delete;
  ~DeviceScope();

private:
  const SpindleDriver &driver;
  bool hasPushed;
};

/// Memory of a device, until it goes.
class DeviceMemory {
public:
  explicit DeviceMemory(const Device &device) : device(device) {}
  DeviceMemory(DeviceMemory &&other);
  ~DeviceMemory();

  /// The address of `bytes` of memory; null for none of them.
  llvm::Expected<void *> allocate(size_t bytes);
  /// The same, with what the host has at `from`.
  llvm::Expected<void *> copyIn(const void *from, size_t bytes);
  /// Copies back to the host.
  llvm::Error copyOut(void *to, const void *from, size_t bytes) const;

private:
  Device device;
  llvm::SmallVector<uint64_t> pointers;
};

/// The functions of the runtime that code for a GPU calls.
llvm::SmallVector<runtime::CalledFunction> getDeviceFunctions();

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DEVICE_H
