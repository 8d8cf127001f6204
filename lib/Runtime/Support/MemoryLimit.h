//===- MemoryLimit.h - How much memory arrays may have ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_SUPPORT_MEMORYLIMIT_H
#define SPINDLE_LIB_RUNTIME_SUPPORT_MEMORYLIMIT_H

#include <cstdint>

namespace spindle::runtime {

/// The bytes of all memory that the runtime allocated and has not freed.
int64_t countAllocatedBytes();

/// While it lives, no more than `bytes` bytes are allocated at a time, nor more
/// than the machine has: what is asked for beyond is an error. For tests of
/// what happens then; one at a time.
class MemoryLimit {
public:
  explicit MemoryLimit(int64_t bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit &) = delete;
  MemoryLimit &operator=(const MemoryLimit &) = delete;

private:
  int64_t before;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_SUPPORT_MEMORYLIMIT_H
