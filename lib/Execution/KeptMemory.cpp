//===- KeptMemory.cpp - memory for the temporaries of kernels -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KeptMemory.h"

#include "Spindle/Runtime/Support/Array.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <unistd.h>

using namespace spindle;
using namespace spindle::execution;
using Clock = std::chrono::steady_clock;

namespace {

constexpr size_t kSmallBytes = size_t(64) << 10;
constexpr size_t kMostPieces = 64;
constexpr std::chrono::seconds kKeptFor{10};

/// What lies before each piece of memory.
struct alignas(runtime::memoryAlignment) Header {
  /// The bytes behind it.
  size_t bytes;
};

/// What no kernel uses, the oldest first.
struct KeptPiece {
  Header *piece;
  Clock::time_point since;
};

class KeptMemory {
public:
  static KeptMemory &get();

  /// A piece of at least `bytes` bytes, and not of more than twice as many;
  /// null for none.
  Header *take(size_t bytes);
  /// Whether `piece` is kept.
  bool keep(Header *piece);
  size_t countBytes();
  size_t release();

private:
  KeptMemory();
  void dropOldest(Clock::time_point now);
  void drop(size_t count);

  std::mutex mutex;
  llvm::SmallVector<KeptPiece, kMostPieces> pieces;
  size_t bytes = 0, mostBytes;
};

} // namespace

KeptMemory::KeptMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  mostBytes = pages > 0 && size > 0 ? size_t(pages) / 8 * size_t(size) : 0;
}

KeptMemory &KeptMemory::get() {
  // Never destroyed: a thread may run a kernel while the process ends.
  static auto *memory = new KeptMemory;
  return *memory;
}

/// Frees the `count` oldest.
void KeptMemory::drop(size_t count) {
  for (const KeptPiece &kept : llvm::ArrayRef(pieces).take_front(count)) {
    bytes -= kept.piece->bytes;
    std::free(kept.piece);
  }
  pieces.erase(pieces.begin(), pieces.begin() + count);
}

void KeptMemory::dropOldest(Clock::time_point now) {
  size_t count = 0, left = bytes;
  for (const KeptPiece &kept : pieces) {
    if (left <= mostBytes && pieces.size() - count <= kMostPieces &&
        now - kept.since < kKeptFor)
      break;
    left -= kept.piece->bytes;
    ++count;
  }
  drop(count);
}

// The lock is only tried. Where another thread holds it, or held it when this
// process was forked, memory comes from the C library and goes back to it.

Header *KeptMemory::take(size_t wanted) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock)
    return nullptr;
  KeptPiece *best = nullptr;
  // Of two that are alike the one used last is in the caches.
  for (KeptPiece &kept : llvm::reverse(pieces)) {
    size_t has = kept.piece->bytes;
    if (has >= wanted && has / 2 <= wanted &&
        (!best || has < best->piece->bytes))
      best = &kept;
  }
  Header *piece = nullptr;
  if (best) {
    piece = best->piece;
    bytes -= piece->bytes;
    pieces.erase(best);
  }
  dropOldest(Clock::now());
  return piece;
}

bool KeptMemory::keep(Header *piece) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock)
    return false;
  Clock::time_point now = Clock::now();
  pieces.push_back({piece, now});
  bytes += piece->bytes;
  dropOldest(now);
  return true;
}

size_t KeptMemory::countBytes() {
  std::lock_guard lock(mutex);
  return bytes;
}

size_t KeptMemory::release() {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock)
    return 0;
  size_t released = bytes;
  drop(pieces.size());
  return released;
}

void *spindle::execution::takeMemory(size_t bytes) {
  Header *piece = bytes < kSmallBytes ? nullptr : KeptMemory::get().take(bytes);
  if (!piece) {
    void *memory = nullptr;
    size_t all;
    if (!__builtin_add_overflow(bytes, sizeof(Header), &all) &&
        posix_memalign(&memory, alignof(Header), all))
      memory = nullptr;
    if (!memory)
      return nullptr;
    runtime::askForLargePages(memory, int64_t(all));
    piece = new (memory) Header{bytes};
  }
  return piece + 1;
}

void *spindle::execution::takeZeros(size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all))
    all = std::numeric_limits<size_t>::max();
  void *memory = takeMemory(all);
  if (memory)
    std::memset(memory, 0, all);
  return memory;
}

void spindle::execution::giveMemoryBack(void *memory) {
  if (!memory)
    return;
  Header *piece = static_cast<Header *>(memory) - 1;
  if (piece->bytes < kSmallBytes || !KeptMemory::get().keep(piece))
    std::free(piece);
}

size_t spindle::execution::countKeptBytes() {
  return KeptMemory::get().countBytes();
}

size_t spindle::execution::releaseKeptMemory() {
  return KeptMemory::get().release();
}

llvm::ArrayRef<runtime::CalledFunction>
spindle::execution::getMemoryFunctions() {
#if LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD
  return {};
#else
  static const runtime::CalledFunction functions[] = {
      {"malloc", takeMemory},
      {"calloc", takeZeros},
      {"free", giveMemoryBack},
  };
  return functions;
#endif
}
