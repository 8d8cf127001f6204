//===- Accesses.cpp - what a warp's accesses touch ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace spindle::emulator;

static constexpr uint64_t kSector = 32;
static constexpr uint32_t kBanks = 32;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// The lanes' addresses, one after another.
static uint32_t gather(const uint64_t *addresses, uint32_t lanes,
                       uint64_t *result) {
  uint32_t count = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    result[count++] = addresses[countr_zero(rest)] & ~kSilentStore;
  return count;
}

/// Different sectors among those of `count` accesses to `size` bytes each.
static uint64_t countSectors(const uint64_t *addresses, uint32_t count,
                             uint64_t size) {
  uint64_t sectors[2 * kLanes + 2];
  uint32_t found = 0;
  bool sorted = true;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t first = addresses[i] / kSector;
    uint64_t last = (addresses[i] + size - 1) / kSector;
    for (uint64_t sector = first; sector <= last; ++sector) {
      if (found && sectors[found - 1] == sector)
        continue;
      sorted &= !found || sectors[found - 1] < sector;
      sectors[found++] = sector;
    }
  }
  if (sorted)
    return found;
  std::sort(sectors, sectors + found);
  return std::unique(sectors, sectors + found) - sectors;
}

void Launch::countGlobal(const Site &site, const uint64_t *addresses,
                         uint32_t lanes) {
  uint64_t gathered[kLanes];
  uint32_t count = gather(addresses, lanes, gathered);
  for (uint32_t offset = 0; offset < site.size; offset += site.requestSize) {
    ++counters.requests;
    counters.sectors += countSectors(
        gathered, count, std::min(site.requestSize, site.size - offset));
    for (uint64_t &address : MutableArrayRef(gathered, count))
      address += site.requestSize;
  }
  counters.bytes += uint64_t(site.size) * count;
}

/// Turns that the banks take for accesses of at most 32 words: the most
/// different words that one bank has. Often all are one, or neighbours.
static uint64_t countTurns(const uint64_t *addresses, uint32_t count,
                           uint32_t size) {
  bool same = true, neighbours = true;
  for (uint32_t i = 1; i < count; ++i) {
    same &= addresses[i] == addresses[0];
    neighbours &= addresses[i] == addresses[0] + i * size;
  }
  if (count && (same || (neighbours && addresses[0] % 4 == 0)))
    return 1;
  uint64_t words[kBanks][kLanes];
  uint32_t found[kBanks] = {};
  uint32_t most = 0;
  for (uint32_t i = 0; i < count; ++i)
    for (uint64_t word = addresses[i] / 4;
         word <= (addresses[i] + size - 1) / 4; ++word) {
      uint32_t bank = word % kBanks;
      if (is_contained(ArrayRef(words[bank], found[bank]), word))
        continue;
      words[bank][found[bank]++] = word;
      most = std::max(most, found[bank]);
    }
  return most;
}

/// Accesses of 8 bytes are made by half a warp at a time, those of 16 by a
/// quarter.
void Launch::countShared(const Site &site, const uint64_t *addresses,
                         uint32_t lanes) {
  for (uint32_t offset = 0; offset < site.size; offset += site.requestSize) {
    ++counters.sharedRequests;
    uint32_t size = std::min(site.requestSize, site.size - offset);
    uint32_t each = size > 8 ? 8 : size > 4 ? 16 : kLanes;
    for (uint32_t first = 0; first < kLanes; first += each) {
      uint64_t gathered[kLanes];
      uint32_t part =
          lanes >> first & (each == kLanes ? ~0u : (1u << each) - 1);
      uint32_t count = gather(addresses + first, part, gathered);
      for (uint64_t &address : MutableArrayRef(gathered, count))
        address += offset;
      counters.wavefronts += countTurns(gathered, count, size);
    }
  }
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static std::string describe(const Site &site, uint64_t address) {
  static const char *const words[] = {"a load", "a store", "an atomic"};
  std::string text;
  raw_string_ostream(text) << words[static_cast<int>(site.kind)] << " of "
                           << site.size << " bytes at "
                           << format_hex(address, 18);
  return text;
}

/// Where the address is, seen from the nearest allocation.
static std::string describePlace(const DeviceMemory &memory, uint64_t address) {
  DeviceMemory::Allocation nearest = memory.findNearest(address);
  if (!nearest.bytes)
    return "; there are no allocations";
  std::string text;
  raw_string_ostream stream(text);
  if (address < nearest.start)
    stream << ", " << nearest.start - address << " bytes before";
  else if (address >= nearest.start + nearest.bytes)
    stream << ", " << address - nearest.start - nearest.bytes
           << " bytes after the end of";
  else
    stream << ", across the end of";
  stream << " an allocation of " << nearest.bytes << " bytes at "
         << format_hex(nearest.start, 18);
  return text;
}

void Launch::checkBounds(Warp &warp, const Site &site,
                         const uint64_t *addresses, uint32_t lanes) {
  auto &last = lastAllocation[&site - kernel.sites.data()];
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    uint64_t address = addresses[lane] & ~kSilentStore;
    if (address % site.alignment) {
      report(FindingKind::Misaligned, warp.context, lane, site.instruction,
             [&] {
               return describe(site, address) + ", which is no multiple of " +
                      std::to_string(site.alignment);
             });
      fail(CUDA_ERROR_MISALIGNED_ADDRESS);
    }
    uint64_t offset = address - last.start;
    if (offset < last.bytes && site.size <= last.bytes - offset)
      continue;
    bool isShared = machine.shared.contains(address, site.size);
    if (isShared &&
        address - machine.shared.getBase() + site.size <= totalShared)
      continue;
    if (isShared) {
      report(FindingKind::OutOfBounds, warp.context, lane, site.instruction,
             [&] {
               uint64_t offset = address - machine.shared.getBase();
               return describe(site, address) + ", byte " +
                      std::to_string(offset) + " of " +
                      std::to_string(totalShared) + " bytes of shared memory";
             });
      fail(CUDA_ERROR_ILLEGAL_ADDRESS);
      continue;
    }
    // The rest is the lane's own, or already reported.
    if (!machine.memory.getReservation().contains(address, 1))
      continue;
    last = machine.memory.find(address);
    if (last.bytes && site.size <= last.start + last.bytes - address)
      continue;
    report(FindingKind::OutOfBounds, warp.context, lane, site.instruction, [&] {
      return describe(site, address) + describePlace(machine.memory, address);
    });
    fail(CUDA_ERROR_ILLEGAL_ADDRESS);
  }
}

//===----------------------------------------------------------------------===//
// Races, and what nobody wrote
//===----------------------------------------------------------------------===//

void Launch::checkRaces(Warp &warp, const Site &site, const uint64_t *addresses,
                        uint32_t lanes, bool isShared) {
  CellTable &cells = isShared ? machine.sharedCells : machine.globalCells;
  FindingKind kind =
      isShared ? FindingKind::SharedRace : FindingKind::GlobalRace;
  races.check(cells, site, warp.context.warp, warp.context.clock, addresses,
              lanes, !isShared, [&](const Race &race) {
                report(kind, warp.context, race.lane, site.instruction, [&] {
                  uint64_t number = order[race.other.getBlock() - firstSerial];
                  std::string text = describe(site, race.address);
                  text += race.otherIsStore ? ", which a store of block ("
                                            : ", which a load of block (";
                  text += std::to_string(number % grid.x) + ", " +
                          std::to_string(number / grid.x % grid.y) + ", " +
                          std::to_string(number / grid.x / grid.y) + "), ";
                  return text + describeThread(race.other.getThread()) +
                         " is not ordered with";
                });
              });
}

void Launch::checkInitialized(Warp &warp, const Site &site,
                              const uint64_t *addresses, uint32_t lanes) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    uint64_t offset =
        (addresses[lane] & ~kSilentStore) - machine.shared.getBase();
    if (offset + site.size > totalShared)
      continue;
    char *bytes = &isWritten[offset];
    bool all = std::all_of(bytes, bytes + site.size, [](char x) { return x; });
    if (site.kind != Site::Kind::Load)
      std::fill_n(bytes, site.size, 1);
    if (site.kind == Site::Kind::Store || all)
      continue;
    report(FindingKind::UninitializedShared, warp.context, lane,
           site.instruction, [&] {
             return describe(site, addresses[lane]) + ", byte " +
                    std::to_string(offset) +
                    " of shared memory, which the block has not written";
           });
  }
}

//===----------------------------------------------------------------------===//
// All accesses of a step
//===----------------------------------------------------------------------===//

/// The lanes whose addresses are in global and in shared memory; the others'
/// are their own, or in none.
static std::pair<uint32_t, uint32_t> classify(const Machine &machine,
                                              const Site &site,
                                              const uint64_t *addresses,
                                              uint32_t lanes) {
  uint32_t global = 0, shared = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    uint32_t lane = countr_zero(rest);
    uint64_t address = addresses[lane] & ~kSilentStore;
    bool isGlobal =
        machine.memory.getReservation().contains(address, site.size);
    global |= uint32_t(isGlobal) << lane;
    if (!isGlobal)
      shared |= uint32_t(machine.shared.contains(address, site.size)) << lane;
  }
  return {global, shared};
}

void Launch::noteSite(Warp &warp, const Site &site, const uint64_t *addresses,
                      uint32_t lanes) {
  auto [global, shared] = classify(machine, site, addresses, lanes);
  if (site.kind == Site::Kind::Atomic)
    counters.atomics += popcount(lanes);
  if (machine.options.counting) {
    if (global)
      countGlobal(site, addresses, global);
    if (shared)
      countShared(site, addresses, shared);
  }
  if (!machine.options.checked)
    return;
  checkBounds(warp, site, addresses, lanes);
  if (result != CUDA_SUCCESS)
    return;
  if (global)
    checkRaces(warp, site, addresses, global, false);
  if (shared) {
    checkRaces(warp, site, addresses, shared, true);
    checkInitialized(warp, site, addresses, shared);
  }
}

void Launch::noteAccesses(Warp &warp, const Step &step, uint32_t lanes) {
  if (step.fence)
    races.fence();
  for (uint32_t index = step.firstSite; index < step.lastSite; ++index)
    noteSite(warp, kernel.sites[index], &log[(index - step.firstSite) * kLanes],
             lanes);
}
