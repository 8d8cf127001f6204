//===- InspectRuntime.cpp - inspectors as bytes ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InspectRuntime.h"

#include <cstddef>

// The file is what lib/Runtime/Inspect makes for shared objects.
asm(".pushsection .rodata\n"
    ".balign 16\n"
    ".globl spindle_inspect_runtime_begin\n"
    ".hidden spindle_inspect_runtime_begin\n"
    "spindle_inspect_runtime_begin:\n"
    ".incbin \"" SPINDLE_INSPECT_RUNTIME "\"\n"
    ".globl spindle_inspect_runtime_end\n"
    ".hidden spindle_inspect_runtime_end\n"
    "spindle_inspect_runtime_end:\n"
    ".popsection\n");

extern "C" {
extern const char spindle_inspect_runtime_begin[];
extern const char spindle_inspect_runtime_end[];
}

llvm::StringRef spindle::execution::getInspectRuntime() {
  return {spindle_inspect_runtime_begin,
          size_t(spindle_inspect_runtime_end - spindle_inspect_runtime_begin)};
}
