//===- Report.h - what the emulator counts and finds ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EMULATOR_REPORT_H
#define SPINDLE_EMULATOR_REPORT_H

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spindle::emulator {

/// What the launches of one kernel took, or one launch.
struct Counters {
  uint64_t launches = 0;
  uint64_t blocks = 0;
  /// Instructions of warps: LLVM's, weighed by what the hardware makes of them
  /// (docs/Emulator.md has the weights), and the lanes that took part.
  uint64_t instructions = 0;
  uint64_t laneInstructions = 0;
  /// Loads, stores and atomics of warps in global memory, the sectors of 32
  /// bytes that they touch, and the bytes that lanes asked for.
  uint64_t requests = 0;
  uint64_t sectors = 0;
  uint64_t bytes = 0;
  /// The same in shared memory: requests, and wavefronts, of which a request
  /// has several where its lanes' words meet in a bank.
  uint64_t sharedRequests = 0;
  uint64_t wavefronts = 0;
  /// Atomics of lanes, and barriers of blocks.
  uint64_t atomics = 0;
  uint64_t barriers = 0;
  /// Shuffles, votes and other instructions that a warp's lanes run together.
  uint64_t collectives = 0;
  /// Instructions of the block that took most.
  uint64_t maxBlockCost = 0;

  /// Adds those of another launch.
  void add(const Counters &other);
  /// An object with a key for each, as `active_lanes`, a mean.
  llvm::json::Object toJSON() const;
};

/// What is wrong in a kernel or a launch.
enum class FindingKind {
  GlobalRace,          ///< accesses of two threads that nothing orders
  SharedRace,          ///< the same in shared memory
  OutOfBounds,         ///< an access outside of all allocations
  Misaligned,          ///< an address that the instruction does not allow
  UninitializedShared, ///< a read of shared memory that nothing has written
  DivergentCollective, ///< a barrier or shuffle that not all lanes reach
  InactiveLane,        ///< a value taken from a lane that takes no part
  Deadlock,            ///< threads that wait for ever, or run for ever
  Unsupported          ///< an instruction that the emulator does not know
};

/// The word for a kind, as in "global race".
const char *getName(FindingKind kind);

/// One fault: where it is, and what. The same fault in other threads counts on.
struct Finding {
  FindingKind kind;
  std::string kernel;
  uint32_t block[3] = {0, 0, 0};
  uint32_t thread[3] = {0, 0, 0};
  /// "file.cu:12:5", or the instruction where there is no debug location.
  std::string place;
  std::string message;
  uint64_t count = 1;

  /// One line: kind, kernel, block, thread, place, message, count.
  std::string toString() const;
  llvm::json::Object toJSON() const;
};

/// What was counted, by kernel, and what was found.
struct Report {
  std::map<std::string, Counters> kernels;
  std::vector<Finding> findings;

  llvm::json::Object toJSON() const;
};

} // namespace spindle::emulator

#endif // SPINDLE_EMULATOR_REPORT_H
