//===- MemoryMeter.cpp - How much memory a call takes ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryMeter.h"

#include <cerrno>
#include <cstddef>
#include <malloc.h>

using namespace spindle::fuzz;

/// The bytes in use, and the most since a meter started. The targets have one
/// thread; plain numbers would do, were it not for threads of libraries.
static int64_t inUse = 0, most = 0;

static void add(int64_t bytes) {
  int64_t now = __atomic_add_fetch(&inUse, bytes, __ATOMIC_RELAXED);
  if (now > __atomic_load_n(&most, __ATOMIC_RELAXED))
    __atomic_store_n(&most, now, __ATOMIC_RELAXED);
}

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SPINDLE_HAS_HOOKS
#endif
#endif

#ifdef SPINDLE_HAS_HOOKS

#include <sanitizer/allocator_interface.h>

static void onAllocation(const volatile void *, size_t bytes) { add(bytes); }

static void onRelease(const volatile void *memory) {
  if (memory)
    add(-int64_t(
        __sanitizer_get_allocated_size(const_cast<const void *>(memory))));
}

static void install() {
  static int installed =
      __sanitizer_install_malloc_and_free_hooks(onAllocation, onRelease);
  (void)installed;
}

#else

static void install() {}

// What the C library calls its own.
extern "C" {
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *memory);
}

/// Counts `memory`, which was just allocated, and returns it.
static void *counted(void *memory) {
  add(malloc_usable_size(memory));
  return memory;
}

#define SPINDLE_EXPORT extern "C" __attribute__((visibility("default")))

SPINDLE_EXPORT void *malloc(size_t bytes) {
  return counted(__libc_malloc(bytes));
}

SPINDLE_EXPORT void *calloc(size_t count, size_t bytes) {
  return counted(__libc_calloc(count, bytes));
}

SPINDLE_EXPORT void *realloc(void *memory, size_t bytes) {
  int64_t before = malloc_usable_size(memory);
  void *moved = __libc_realloc(memory, bytes);
  // One that fails leaves the memory as it was.
  if (moved || bytes == 0)
    add(int64_t(malloc_usable_size(moved)) - before);
  return moved;
}

SPINDLE_EXPORT void *memalign(size_t alignment, size_t bytes) {
  return counted(__libc_memalign(alignment, bytes));
}

SPINDLE_EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  return counted(__libc_memalign(alignment, bytes));
}

SPINDLE_EXPORT int posix_memalign(void **memory, size_t alignment,
                                  size_t bytes) {
  *memory = counted(__libc_memalign(alignment, bytes));
  return *memory ? 0 : ENOMEM;
}

SPINDLE_EXPORT void free(void *memory) {
  add(-int64_t(malloc_usable_size(memory)));
  __libc_free(memory);
}

#endif

MemoryMeter::MemoryMeter() {
  install();
  before = __atomic_load_n(&inUse, __ATOMIC_RELAXED);
  __atomic_store_n(&most, before, __ATOMIC_RELAXED);
}

int64_t MemoryMeter::peak() const {
  return __atomic_load_n(&most, __ATOMIC_RELAXED) - before;
}
