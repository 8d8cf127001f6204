//===- Emulator.h - runs a GPU's kernels on the host ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs kernels as they are compiled for NVIDIA's GPUs: LLVM IR for nvptx64,
// bitcode or text. The 32 lanes of a warp run in step. Where their ways part,
// the lowest block of the kernel's reverse post-order among the lanes runs
// first, for all lanes that are there; so they meet again. Shuffles, votes and
// barriers act on whole warps and blocks.
//
// On the way memory is watched: requests and sectors are counted as the
// hardware would see them, and accesses that nothing orders or allows are
// reported.
//
// One thread at a time may use an emulator.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EMULATOR_EMULATOR_H
#define SPINDLE_EMULATOR_EMULATOR_H

#include "Spindle/Emulator/CudaTypes.h"
#include "Spindle/Emulator/Options.h"
#include "Spindle/Emulator/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <memory>

namespace spindle::emulator {

class Kernel;
class LoadedModule;
struct Machine;

/// Sizes of a grid or a block.
struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t getVolume() const { return uint64_t(x) * y * z; }
};

/// A GPU: its memory, the code that is loaded, and what was counted and found.
class Emulator {
public:
  /// Error: device memory that the host cannot reserve, no code generator.
  static llvm::Expected<std::unique_ptr<Emulator>> create(Options options);
  ~Emulator();

  const Options &getOptions() const;

  /// Calls `report` at each new fault, besides keeping it.
  void setReporter(std::function<void(const Finding &)> report);

  /// The address of `bytes` of device memory, a multiple of 256; 0 where there
  /// is no room. In checked mode its bytes are 0xFF.
  CUdeviceptr allocate(size_t bytes);
  /// Whether `address` began an allocation, which is no more.
  bool release(CUdeviceptr address);
  /// The allocation that has `address`: its start and size, or {0, 0}.
  std::pair<CUdeviceptr, size_t> getAllocation(CUdeviceptr address) const;
  /// Whether all of these bytes are in one allocation.
  bool isAllocated(CUdeviceptr address, size_t bytes) const;
  /// Bytes that are not allocated.
  uint64_t getFreeBytes() const;

  /// The code in `image`, bitcode or text for nvptx64. Error: another image.
  llvm::Expected<LoadedModule *> load(llvm::StringRef image);
  void unload(LoadedModule *module);
  /// The kernel of that name, or null.
  Kernel *getKernel(LoadedModule *module, llvm::StringRef name);
  /// The variable of that name: its address and size, or {0, 0}.
  std::pair<CUdeviceptr, size_t> getVariable(LoadedModule *module,
                                             llvm::StringRef name);

  /// Runs `kernel` to its end. `arguments` points to each of its parameters.
  /// Faults that end a launch: ILLEGAL_ADDRESS, MISALIGNED_ADDRESS,
  /// LAUNCH_FAILED, LAUNCH_TIMEOUT, NOT_SUPPORTED (getReport has the reason);
  /// INVALID_VALUE and LAUNCH_OUT_OF_RESOURCES for sizes. Other faults do not
  /// end it.
  CUresult launch(Kernel &kernel, Dim3 grid, Dim3 block, uint32_t sharedBytes,
                  void *const *arguments);

  /// What was counted and found since the start, or since it was cleared.
  const Report &getReport() const;
  void clearReport();
  /// Adds to the findings why an image was refused.
  void noteRefusal(std::string reason);
  /// What the last launch took.
  const Counters &getLastCounters() const;

private:
  explicit Emulator(std::unique_ptr<Machine> machine);
  std::unique_ptr<Machine> machine;
};

/// What is known of a kernel without running it.
struct KernelInfo {
  std::string name;
  /// Sizes of its parameters in bytes, and where they lie in one buffer.
  std::vector<std::pair<size_t, size_t>> parameters;
  uint32_t staticSharedBytes = 0;
  uint32_t maxThreads = 1024;
  /// The block that it must be launched with; 0: any.
  Dim3 requiredBlock = {0, 0, 0};
};

const KernelInfo &getInfo(const Kernel &kernel);

/// Bytes of dynamic shared memory that launches of `kernel` may ask for.
/// Returns false where the chip has not so many.
bool setMaxSharedBytes(Kernel &kernel, uint32_t bytes);
uint32_t getMaxSharedBytes(const Kernel &kernel);

} // namespace spindle::emulator

#endif // SPINDLE_EMULATOR_EMULATOR_H
