//===- RaceChecker.cpp - accesses that nothing orders ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceChecker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace spindle::emulator;

Error CellTable::reserve(uint64_t start, uint64_t bytes) {
  base = start;
  for (Reservation &directory : directories)
    if (Error error =
            directory.reserve((bytes / kPageBytes + 2) * sizeof(Cell *)))
      return error;
  return Error::success();
}

Cell *CellTable::addPage(unsigned shift) {
  pages.push_back(std::make_unique<Cell[]>(kPageBytes >> shift));
  return pages.back().get();
}

void RaceChecker::beginLaunch(const Kernel &kernel, uint32_t first,
                              uint64_t count) {
  firstBlock = first;
  blocks = count;
  shift = kernel.granule == 4 ? 2 : kernel.granule == 2 ? 1 : 0;
  hasFences = any_of(kernel.steps, [](const Step &step) { return step.fence; });
  published.clear();
}

void RaceChecker::beginBlock(uint32_t number, uint32_t count) {
  block = number;
  warps = count;
  clocks.assign(size_t(count) * count, 0);
  fenced = false;
  seen.clear();
}

void RaceChecker::passBarrier(ArrayRef<std::pair<uint32_t, uint32_t>> arrivals,
                              ArrayRef<uint32_t> leaving) {
  std::vector<uint32_t> joined(warps);
  for (auto [warp, clock] : arrivals) {
    for (uint32_t other = 0; other < warps; ++other)
      joined[other] = std::max(joined[other], clocks[warp * warps + other]);
    joined[warp] = std::max(joined[warp], clock + 1);
  }
  for (uint32_t warp : leaving)
    copy(joined, clocks.begin() + warp * warps);
}

bool RaceChecker::isOrdered(Stamp earlier, Stamp now) const {
  if (earlier.getBlock() != now.getBlock()) {
    uint32_t index = earlier.getBlock() - firstBlock;
    return index < seen.size() && seen.test(index);
  }
  uint32_t other = earlier.getWarp(), own = now.getWarp();
  if (other == own)
    return earlier.getThread() == now.getThread() ||
           earlier.getClock() < now.getClock();
  uint32_t index = now.getBlock() - firstBlock;
  return clocks[own * warps + other] > earlier.getClock() ||
         (index < seen.size() && seen.test(index));
}

/// Remembers a load: in the place of one that is ordered before it, or of the
/// older one. Two lanes of a warp stand for all of them: no store is of both.
void RaceChecker::keepLoad(Cell &cell, Stamp now) {
  if (cell.loads[1].isOfSameWarp(now) && cell.loads[0].isOfSameWarp(now) &&
      cell.loads[0].bits != cell.loads[1].bits)
    return;
  for (Stamp &known : cell.loads)
    if (!isCurrent(known) || isOrdered(known, now)) {
      known = now;
      return;
    }
  cell.loads[0] = cell.loads[1];
  cell.loads[1] = now;
}

void RaceChecker::load(Cell &cell, Stamp now, Race &race) {
  if (isRace(cell.store, now)) {
    race.other = cell.store;
    race.otherIsStore = true;
  }
  keepLoad(cell, now);
}

void RaceChecker::store(Cell &cell, Stamp now, Race &race) {
  for (Stamp other : cell.loads)
    if (isRace(other, now)) {
      race.other = other;
      race.otherIsStore = false;
    }
  if (isRace(cell.store, now)) {
    race.other = cell.store;
    race.otherIsStore = true;
  }
  cell.store = now;
}

/// An atomic after a fence publishes what its block did and has seen; an atomic
/// sees what was published at its place.
void RaceChecker::synchronize(uint64_t address, const Site &site) {
  BitVector &here = published[address];
  if (site.kind != Site::Kind::Store)
    seen |= here;
  if ((!fenced && !site.release) || site.kind == Site::Kind::Load)
    return;
  here |= seen;
  uint32_t index = block - firstBlock;
  if (here.size() <= index)
    here.resize(index + 1);
  here.set(index);
}

void RaceChecker::check(CellTable &cells, const Site &site, uint32_t warp,
                        uint32_t clock, const uint64_t *addresses,
                        uint32_t lanes, bool isGlobal, Reporter report) {
  bool synchronizes =
      isGlobal && site.strong && (hasFences || site.release || site.acquire);
  uint64_t granule = uint64_t(1) << shift;
  oldest = uint64_t(isGlobal ? firstBlock : block) << 32;
  uint64_t last = 0;
  uint32_t same = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    uint64_t address = addresses[lane] & ~kSilentStore;
    bool isSilent = addresses[lane] & kSilentStore;
    // Two lanes stand for all that load the same.
    same = address == last ? same + 1 : 0;
    last = address;
    if (same >= 2 && site.kind == Site::Kind::Load)
      continue;
    Stamp now(block, clock, warp * kLanes + lane, site.strong);
    if (synchronizes)
      synchronize(address, site);
    for (uint64_t at = address & ~(granule - 1); at < address + site.size;
         at += granule) {
      Cell &cell = cells.get(at, shift);
      Race race{lane, at, Stamp(), false};
      if (site.kind == Site::Kind::Load)
        load(cell, now, race);
      else if (isSilent)
        keepLoad(cell, now);
      else
        store(cell, now, race);
      if (race.other.bits)
        report(race);
    }
  }
}
