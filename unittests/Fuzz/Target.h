//===- Target.h - What a fuzzed program is made of --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FUZZ_TARGET_H
#define SPINDLE_UNITTESTS_FUZZ_TARGET_H

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Runs what is tested on `size` bytes that someone made up. Ends the process
/// where a law is broken; 0 otherwise. libFuzzer calls it, or Replay.cpp.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace spindle::fuzz {

/// Ends the process with a message that says which law is broken, and how.
[[noreturn]] void fail(std::string_view law, std::string_view found = "");

/// Like `fail`, unless the law `holds`.
inline void require(bool holds, std::string_view law,
                    std::string_view found = "") {
  if (!holds)
    fail(law, found);
}

/// How many inputs were taken so far, for a last line that shows that not all
/// were refused.
inline int taken = 0;

} // namespace spindle::fuzz

#endif // SPINDLE_UNITTESTS_FUZZ_TARGET_H
