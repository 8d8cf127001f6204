//===- DeviceMemory.h - the memory of an emulated GPU -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_DEVICEMEMORY_H
#define SPINDLE_LIB_EMULATOR_DEVICEMEMORY_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>

namespace spindle::emulator {

/// Memory that the host reserves and gives pages of when they are written.
class Reservation {
public:
  Reservation() = default;
  ~Reservation();
  Reservation(const Reservation &) = delete;
  Reservation &operator=(const Reservation &) = delete;

  /// `low`: below 4 GB, so that 32 bits hold an address. Error: no such room.
  llvm::Error reserve(uint64_t bytes, bool low = false);
  /// Gives pages back; what is read there next is 0.
  void discard(uint64_t offset, uint64_t bytes);

  char *getData() const { return data; }
  uint64_t getBase() const { return reinterpret_cast<uint64_t>(data); }
  uint64_t getSize() const { return size; }
  bool contains(uint64_t address, uint64_t bytes) const {
    return address - getBase() <= size && bytes <= size - (address - getBase());
  }

private:
  char *data = nullptr;
  uint64_t size = 0;
};

/// Global memory: allocations with bytes between them that nobody owns, so that
/// what an access beyond one hits is no other. Addresses are the host's.
class DeviceMemory {
public:
  /// Bytes at least between two allocations.
  static constexpr uint64_t kRedZone = 512;
  static constexpr uint64_t kAlignment = 256;

  struct Allocation {
    uint64_t start = 0, bytes = 0;
  };

  llvm::Error reserve(uint64_t bytes);

  /// The start of a new allocation, or 0 where there is no room.
  uint64_t allocate(uint64_t bytes);
  bool release(uint64_t address);

  /// The allocation with this address; {0, 0} where there is none.
  Allocation find(uint64_t address) const;
  /// The allocation whose start or end is nearest, for messages.
  Allocation findNearest(uint64_t address) const;

  uint64_t getFreeBytes() const { return capacity - used; }
  const Reservation &getReservation() const { return reservation; }

private:
  void insertHole(uint64_t start, uint64_t bytes);

  Reservation reservation;
  uint64_t capacity = 0, used = 0;
  /// Starts of allocations, with their sizes, and of holes.
  std::map<uint64_t, uint64_t> allocations, holes;
};

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_DEVICEMEMORY_H
