//===- Pause.h - Loops that wait --------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_PAUSE_H
#define SPINDLE_RUNTIME_SUPPORT_PAUSE_H

namespace spindle::runtime {

/// Tells the processor that this is a loop that waits.
inline void pauseProcessor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_PAUSE_H
