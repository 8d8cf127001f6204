//===- DeviceMemory.cpp - the memory of an emulated GPU -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"

#include "llvm/Support/MathExtras.h"

#include <sys/mman.h>

using namespace llvm;
using namespace spindle::emulator;

static constexpr uint64_t kPage = 4096;

Reservation::~Reservation() {
  if (data)
    munmap(data, size);
}

Error Reservation::reserve(uint64_t bytes, bool low) {
  bytes = alignTo(bytes, kPage);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#ifdef MAP_32BIT
  flags |= low ? MAP_32BIT : 0;
#endif
  void *got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == MAP_FAILED)
    return createStringError("expected room for %llu bytes of emulated memory "
                             "but the system has none",
                             static_cast<unsigned long long>(bytes));
  data = static_cast<char *>(got);
  size = bytes;
  return Error::success();
}

void Reservation::discard(uint64_t offset, uint64_t bytes) {
  uint64_t begin = alignTo(offset, kPage);
  uint64_t end = alignDown(offset + bytes, kPage);
  if (begin < end)
    madvise(data + begin, end - begin, MADV_DONTNEED);
}

Error DeviceMemory::reserve(uint64_t bytes) {
  capacity = bytes;
  // Red zones and alignment are not the user's: they get as much again, and
  // some for many small ones.
  if (Error error = reservation.reserve(2 * bytes + (uint64_t(1) << 28)))
    return error;
  holes[reservation.getBase() + kRedZone] = reservation.getSize() - kRedZone;
  return Error::success();
}

uint64_t DeviceMemory::allocate(uint64_t bytes) {
  if (bytes == 0 || bytes > capacity - used)
    return 0;
  uint64_t whole = alignTo(bytes, kAlignment) + kRedZone;
  for (auto hole = holes.begin(); hole != holes.end(); ++hole) {
    if (hole->second < whole)
      continue;
    auto [start, size] = *hole;
    holes.erase(hole);
    if (size > whole)
      holes[start + whole] = size - whole;
    allocations[start] = bytes;
    used += bytes;
    return start;
  }
  return 0;
}

void DeviceMemory::insertHole(uint64_t start, uint64_t bytes) {
  auto next = holes.lower_bound(start);
  if (next != holes.end() && start + bytes == next->first) {
    bytes += next->second;
    next = holes.erase(next);
  }
  if (next != holes.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == start) {
      before->second += bytes;
      return;
    }
  }
  holes[start] = bytes;
}

bool DeviceMemory::release(uint64_t address) {
  auto found = allocations.find(address);
  if (found == allocations.end())
    return false;
  uint64_t bytes = found->second;
  allocations.erase(found);
  used -= bytes;
  reservation.discard(address - reservation.getBase(), bytes);
  insertHole(address, alignTo(bytes, kAlignment) + kRedZone);
  return true;
}

DeviceMemory::Allocation DeviceMemory::find(uint64_t address) const {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return {};
  auto [start, bytes] = *std::prev(after);
  return address - start < bytes ? Allocation{start, bytes} : Allocation{};
}

DeviceMemory::Allocation DeviceMemory::findNearest(uint64_t address) const {
  auto after = allocations.upper_bound(address);
  Allocation above, below;
  if (after != allocations.end())
    above = {after->first, after->second};
  if (after == allocations.begin())
    return above;
  auto before = std::prev(after);
  below = {before->first, before->second};
  if (!above.bytes)
    return below;
  return address - (below.start + below.bytes) < above.start - address ? below
                                                                       : above;
}
