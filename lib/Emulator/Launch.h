//===- Launch.h - one launch of a kernel ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_LAUNCH_H
#define SPINDLE_LIB_EMULATOR_LAUNCH_H

#include "Machine.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace spindle::emulator {

/// The lanes of a warp, and where they are.
struct Warp {
  WarpContext context;
  /// Lanes that are threads, and those that have not ended.
  uint32_t threads = 0, alive = 0;
  /// Lanes that wait at a barrier.
  uint32_t waiting = 0;
  /// For each step the lanes that are to run it, and a bit for each step where
  /// there are any.
  std::vector<uint32_t> pending;
  std::vector<uint64_t> occupied;

  void add(uint32_t step, uint32_t lanes);
  void remove(uint32_t step, uint32_t lanes);
  /// The first step at or after `step` that lanes are to run; kExit: none.
  uint32_t findPending(uint32_t step) const;
};

/// The numbers below `count` in another order: first + step * i.
struct Order {
  uint64_t count = 0, first = 0, step = 1;

  /// As they are, or drawn from `random`.
  Order(uint64_t count, bool shuffled, uint64_t &random);
  uint64_t operator[](uint64_t i) const {
    return (first + (unsigned __int128)step * i) % count;
  }
};

/// Threads that have come to a barrier of a block.
struct BarrierState {
  struct Arrival {
    Warp *warp;
    uint32_t step, lanes;
    /// The warp's clock as they came.
    uint32_t clock;
    /// Lanes whose predicate was true.
    uint32_t predicates;
  };
  std::vector<Arrival> arrivals;
  uint32_t count = 0;
  /// Threads that it waits for; 0: all of the block.
  uint32_t expected = 0;
};

constexpr uint32_t kBarriers = 16;

/// Runs the blocks of a grid.
struct Launch {
  Launch(Machine &machine, Kernel &kernel, Dim3 grid, Dim3 block,
         uint32_t sharedBytes, llvm::ArrayRef<char> arguments);

  /// Runs all; the error that ended it.
  CUresult run();

  /// An address that no memory has is reported, and another given.
  uint64_t resolve(const WarpContext &context, uint64_t address, uint32_t site,
                   uint32_t lane);
  void trap(const WarpContext &context);

  // Blocks (Launch.cpp).
  void runBlock(uint64_t number);
  void beginBlock(uint64_t number);
  void runWarps();
  bool releaseBarriers();
  void releaseBarrier(BarrierState &barrier);
  void orderByBarrier(const BarrierState &barrier);
  const llvm::Instruction *
  getInstruction(const BarrierState::Arrival &arrival) const;
  bool isEnded() const;
  void reportStuck();

  // Warps (RunWarp.cpp). Whether anything was done.
  bool runWarp(Warp &warp);
  bool runStep(Warp &warp, uint32_t step, uint32_t lanes);
  void follow(Warp &warp, const Step &step, uint32_t lanes, uint32_t taken);

  // What lanes do together (Collectives.cpp). Whether it could be done.
  bool runCollective(Warp &warp, uint32_t step);
  bool runGroup(Warp &warp, uint32_t step, uint32_t lanes, uint32_t group);
  bool arrive(Warp &warp, uint32_t step, uint32_t lanes);
  bool arriveRest(Warp &warp);
  uint64_t read(const Warp &warp, const Operand &operand, uint32_t lane) const;
  void write(Warp &warp, const Collective &collective, uint32_t lane,
             uint64_t value, bool predicate = false);

  // Memory (Accesses.cpp).
  void noteAccesses(Warp &warp, const Step &step, uint32_t lanes);
  void noteSite(Warp &warp, const Site &site, const uint64_t *addresses,
                uint32_t lanes);
  void countGlobal(const Site &site, const uint64_t *addresses, uint32_t lanes);
  void countShared(const Site &site, const uint64_t *addresses, uint32_t lanes);
  void checkRaces(Warp &warp, const Site &site, const uint64_t *addresses,
                  uint32_t lanes, bool isShared);
  void checkInitialized(Warp &warp, const Site &site, const uint64_t *addresses,
                        uint32_t lanes);
  void checkBounds(Warp &warp, const Site &site, const uint64_t *addresses,
                   uint32_t lanes);

  /// Keeps a fault of the thread, or of the block where `lane` is not given.
  void report(FindingKind kind, const WarpContext &context,
              std::optional<uint32_t> lane,
              const llvm::Instruction *instruction,
              llvm::function_ref<std::string()> getMessage);
  /// A thread's number in its block, as "thread (0, 0, 0)".
  std::string describeThread(uint32_t thread) const;
  /// Ends the launch.
  void fail(CUresult error) {
    if (result == CUDA_SUCCESS)
      result = error;
  }

  Machine &machine;
  Kernel &kernel;
  Dim3 grid, block;
  uint32_t dynamicShared, totalShared;
  llvm::ArrayRef<char> arguments;
  CUresult result = CUDA_SUCCESS;
  Counters counters;

  std::vector<Warp> warps;
  std::vector<BarrierState> barriers;
  std::vector<char> frames;
  std::vector<uint64_t> log;
  /// What accesses get that have no address; the widest is a vector.
  alignas(64) char scratch[256] = {};
  /// The allocation that each site found last.
  std::vector<DeviceMemory::Allocation> lastAllocation;
  uint64_t blockCost = 0, steps = 0;
  uint64_t random;
  /// The order of blocks, as they are numbered and as they run.
  Order order;
  RaceChecker races;
  uint32_t firstSerial = 0;
  /// For each byte of shared memory, whether this block has written it.
  std::vector<char> isWritten;
  /// Findings of this launch, by kind and instruction.
  llvm::DenseMap<std::pair<int, const llvm::Instruction *>, size_t> found;
};

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_LAUNCH_H
