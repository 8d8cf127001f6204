//===- RaceChecker.h - accesses that nothing orders -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses to the same bytes, one of them at least a store, are a race
// unless something orders them. What orders is:
//
//   1. a barrier of the block, or of some of its warps, for their threads;
//   2. bar.warp.sync, for the lanes of a warp: shuffles and votes do not;
//   3. an atomic after a fence, for blocks whose threads run an atomic on the
//      same place later.
//
// Atomics and volatile accesses are no races with their like. A store that
// leaves memory as it is counts as a load that no store before it can disturb:
// so threads may all write the same.
//
// Each cell of memory remembers its last store and two loads. Time is that of
// vector clocks, one entry a warp (FastTrack, Flanagan and Freund 2009). A warp
// counts as a whole: what orders some of its lanes orders all. So a race may be
// missed; what is reported is one.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_RACECHECKER_H
#define SPINDLE_LIB_EMULATOR_RACECHECKER_H

#include "DeviceMemory.h"
#include "Kernel.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace spindle::emulator {

/// An access: a block, the clock of its warp, a thread, and whether it is
/// atomic or volatile. Blocks are numbered through all launches, from 1.
struct Stamp {
  uint64_t bits = 0;

  Stamp() = default;
  Stamp(uint32_t block, uint32_t clock, uint32_t thread, bool strong)
      : bits(uint64_t(block) << 32 | uint64_t(clock & 0xFFFFF) << 12 |
             thread << 2 | uint32_t(strong)) {}
  uint32_t getBlock() const { return bits >> 32; }
  uint32_t getClock() const { return bits >> 12 & 0xFFFFF; }
  uint32_t getThread() const { return bits >> 2 & 1023; }
  uint32_t getWarp() const { return getThread() / kLanes; }
  bool isStrong() const { return bits & 1; }
  /// Whether the other is the same but for the lane.
  bool isOfSameWarp(Stamp other) const {
    return ((bits ^ other.bits) & ~uint64_t((kLanes - 1) << 2)) == 0;
  }
};

/// What is remembered of a granule of memory.
struct Cell {
  Stamp store, loads[2];
};

/// Cells of a range of addresses, made when they are first asked for. Ranges
/// are those of an emulator; what earlier launches left is told by its blocks.
class CellTable {
public:
  llvm::Error reserve(uint64_t base, uint64_t bytes);

  /// The cell of `address`, where one stands for 2^`shift` bytes (0, 1 or 2).
  Cell &get(uint64_t address, unsigned shift) {
    uint64_t offset = address - base;
    Cell *&page = reinterpret_cast<Cell **>(
        directories[shift].getData())[offset / kPageBytes];
    if (LLVM_UNLIKELY(!page))
      page = addPage(shift);
    return page[offset % kPageBytes >> shift];
  }

private:
  static constexpr uint64_t kPageBytes = 4096;

  Cell *addPage(unsigned shift);

  uint64_t base = 0;
  Reservation directories[3];
  std::vector<std::unique_ptr<Cell[]>> pages;
};

/// An access that races with an earlier one.
struct Race {
  uint32_t lane;
  uint64_t address;
  Stamp other;
  bool otherIsStore;
};

/// Follows the accesses of one launch.
class RaceChecker {
public:
  using Reporter = llvm::function_ref<void(const Race &)>;

  /// `firstBlock` is the number of the launch's first block, of `blocks`.
  void beginLaunch(const Kernel &kernel, uint32_t firstBlock, uint64_t blocks);
  void beginBlock(uint32_t block, uint32_t warps);

  /// Warps come to a barrier, and leave it. `arrivals` are warps and their
  /// clocks as they came; `leaving` are those that wait for it.
  void passBarrier(llvm::ArrayRef<std::pair<uint32_t, uint32_t>> arrivals,
                   llvm::ArrayRef<uint32_t> leaving);
  void fence() { fenced = true; }

  /// The accesses of `lanes` of a warp, whose clock is `clock`.
  void check(CellTable &cells, const Site &site, uint32_t warp, uint32_t clock,
             const uint64_t *addresses, uint32_t lanes, bool isGlobal,
             Reporter report);

private:
  bool isOrdered(Stamp earlier, Stamp now) const;
  bool isCurrent(Stamp stamp) const { return stamp.bits >= oldest; }
  bool isRace(Stamp earlier, Stamp now) const {
    return isCurrent(earlier) && !(earlier.isStrong() && now.isStrong()) &&
           !isOrdered(earlier, now);
  }
  void store(Cell &cell, Stamp now, Race &race);
  void load(Cell &cell, Stamp now, Race &race);
  void keepLoad(Cell &cell, Stamp now);
  void synchronize(uint64_t address, const Site &site);

  uint32_t firstBlock = 0, block = 0;
  /// Stamps below are of other launches, in shared memory of other blocks.
  uint64_t oldest = 0;
  uint64_t blocks = 0;
  unsigned shift = 2;
  uint32_t warps = 0;
  /// clocks[w * warps + v]: what warp w has seen of warp v, up to that clock.
  std::vector<uint32_t> clocks;
  /// Whether the kernel has fences, and whether this block has passed one.
  bool hasFences = false, fenced = false;
  /// Blocks whose work this one has seen, and, by places, those that atomics
  /// there publish.
  llvm::BitVector seen;
  llvm::DenseMap<uint64_t, llvm::BitVector> published;
};

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_RACECHECKER_H
