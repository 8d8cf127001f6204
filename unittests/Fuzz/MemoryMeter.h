//===- MemoryMeter.h - How much memory a call takes -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FUZZ_MEMORYMETER_H
#define SPINDLE_UNITTESTS_FUZZ_MEMORYMETER_H

#include <cstdint>

namespace spindle::fuzz {

/// Counts the bytes that the whole program allocates: by AddressSanitizer's
/// hooks, and elsewhere by functions instead of the C library's.
class MemoryMeter {
public:
  /// Starts to count. One meter at a time.
  MemoryMeter();

  /// The most bytes in use at one time since the start, beyond those in use
  /// then.
  int64_t peak() const;

private:
  int64_t before;
};

} // namespace spindle::fuzz

#endif // SPINDLE_UNITTESTS_FUZZ_MEMORYMETER_H
