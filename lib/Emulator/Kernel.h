//===- Kernel.h - a kernel as the emulator runs it --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is cut into steps. A step is a basic block of LLVM's, or one
// instruction that lanes run together: a shuffle, a vote, a barrier. A step of
// the first kind is a host function. It runs the block for each lane of a mask,
// and gives the mask of those lanes whose branch was taken.
//
// What a lane keeps from step to step is in its frame: the values that more
// than one step uses, and its local memory. The frames of a warp's lanes lie
// one after another.
//
// Steps are numbered in reverse post-order, so that lanes which went different
// ways meet where the lowest number is run first.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_KERNEL_H
#define SPINDLE_LIB_EMULATOR_KERNEL_H

#include "Spindle/Emulator/Emulator.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace spindle::emulator {

struct Launch;

/// Lanes of a warp.
constexpr uint32_t kLanes = 32;

/// What a step's function reads of its warp. Code is compiled to this layout.
struct WarpContext {
  /// The frame of lane 0.
  char *frames;
  const char *arguments;
  /// Addresses of the step's accesses, kLanes of each. The topmost bit says
  /// that a store has left memory as it was.
  uint64_t *log;
  Launch *launch;
  uint32_t blockIndex[4];
  uint32_t blockSize[4];
  uint32_t gridSize[4];
  uint32_t warp;
  uint32_t dynamicSharedBytes;
  uint32_t totalSharedBytes;
  uint32_t clock;
};

/// A frame begins with the thread's three indices within its block.
constexpr uint64_t kFrameHeader = 16;
/// In a logged address: the store changed nothing.
constexpr uint64_t kSilentStore = uint64_t(1) << 63;

/// A load, a store or an atomic in the code of a step.
struct Site {
  enum class Kind : uint8_t { Load, Store, Atomic };
  Kind kind;
  /// The pointer's type says that it is shared memory.
  bool shared = false;
  /// Volatile or atomic: races with its like are none.
  bool strong = false;
  /// An atomic that publishes what was done before, or one that sees it.
  bool release = false, acquire = false;
  uint32_t size = 0;
  /// The address is a multiple of this.
  uint32_t alignment = 1;
  /// Bytes of a request: at most 16, and no more than `alignment`.
  uint32_t requestSize = 0;
  /// Of the kernel's IR.
  const llvm::Instruction *instruction = nullptr;
};

/// What lanes do together.
enum class CollectiveKind : uint8_t {
  ShuffleUp,
  ShuffleDown,
  ShuffleButterfly,
  ShuffleIndex,
  VoteAll,
  VoteAny,
  VoteUniform,
  VoteBallot,
  MatchAny,
  MatchAll,
  Reduce,
  ActiveMask,
  Elect,
  SyncWarp,
  Barrier
};

/// How Reduce and Barrier combine.
enum class Combiner : uint8_t {
  None,
  Add,
  And,
  Or,
  Xor,
  Min,
  Max,
  MinUnsigned,
  MaxUnsigned,
  Count
};

/// Where an operand is: a number, a place in the frame, or in the arguments.
struct Operand {
  enum class Kind : uint8_t { Constant, Frame, Argument };
  Kind kind = Kind::Constant;
  uint8_t bytes = 4;
  uint64_t value = 0;
};

/// An instruction that lanes run together. Operands are in the order of LLVM's.
struct Collective {
  CollectiveKind kind;
  Combiner combiner = Combiner::None;
  /// The barrier counts threads that come and does not hold them.
  bool arriveOnly = false;
  /// The barrier's second operand is a number of threads.
  bool counted = false;
  /// All lanes of a warp must come at once.
  bool aligned = false;
  /// The result is a pair with a predicate, at `predicateOffset` of the frame.
  bool hasPredicate = false;
  std::vector<Operand> operands;
  /// Where the result goes in the frame; 0: nowhere.
  uint64_t resultOffset = 0;
  uint64_t predicateOffset = 0;
  uint8_t resultBytes = 4;
  const llvm::Instruction *instruction = nullptr;
};

/// One step.
struct Step {
  using Function = uint32_t (*)(WarpContext *, uint32_t);
  /// The code; null for a collective.
  Function run = nullptr;
  /// Where lanes go whose branch is taken, and the others; kExit: to the end.
  uint32_t taken = 0, notTaken = 0;
  /// The index in `collectives`, or -1.
  int32_t collective = -1;
  /// Instructions of a warp, see Counters.
  uint32_t cost = 0;
  /// Sites of the step: [firstSite, lastSite).
  uint32_t firstSite = 0, lastSite = 0;
  /// Whether the step has a fence.
  bool fence = false;
  /// The end of a lane that the program does not allow: a trap.
  bool trap = false;
};

constexpr uint32_t kExit = ~uint32_t(0);

/// A parameter that lanes own a copy of.
struct OwnedParameter {
  uint64_t argumentOffset, frameOffset, bytes;
};

/// A kernel; compiled when it is launched first.
class Kernel {
public:
  KernelInfo info;
  llvm::Function *function = nullptr;
  LoadedModule *module = nullptr;
  uint32_t maxDynamicSharedBytes = 48 << 10;

  bool isCompiled = false;
  /// It cannot be compiled, and this was reported.
  bool isRefused = false;
  uint64_t frameBytes = 0;
  uint64_t argumentBytes = 0;
  std::vector<Step> steps;
  std::vector<Site> sites;
  std::vector<Collective> collectives;
  std::vector<OwnedParameter> ownedParameters;
  /// Bytes that one cell of the race checker stands for: 1, 2 or 4.
  uint32_t granule = 4;
  uint32_t mostSites = 0;
};

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_KERNEL_H
