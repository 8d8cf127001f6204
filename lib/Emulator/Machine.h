//===- Machine.h - the state of an emulator ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_MACHINE_H
#define SPINDLE_LIB_EMULATOR_MACHINE_H

#include "DeviceMemory.h"
#include "HostCode.h"
#include "Kernel.h"
#include "RaceChecker.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace spindle::emulator {

/// The most shared memory that any chip gives a block.
constexpr uint32_t kSharedBytes = 256 << 10;

/// Code that was loaded, and its variables in device memory.
class LoadedModule {
public:
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> code;
  std::unique_ptr<HostCode> host;
  llvm::StringMap<std::unique_ptr<Kernel>> kernels;
  llvm::StringMap<std::pair<uint64_t, uint64_t>> variables;
};

/// What an emulator holds.
struct Machine {
  Options options;
  DeviceMemory memory;
  /// The shared memory of the block that runs.
  Reservation shared;
  std::unique_ptr<CodeGenerator> generator;
  std::vector<std::unique_ptr<LoadedModule>> modules;
  Report report;
  Counters lastCounters;
  std::function<void(const Finding &)> reporter;
  /// Blocks that ran since the start.
  uint32_t blockSerial = 0;
  /// What the race checker remembers of device memory and of shared memory.
  CellTable globalCells, sharedCells;

  /// Keeps a fault, or counts it on where the same was found before. Its place
  /// among the findings.
  size_t find(Finding finding);
};

/// Bytes of shared memory that a block of `capability` may have at most.
uint32_t getSharedLimit(int capability);

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_MACHINE_H
