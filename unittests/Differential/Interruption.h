//===- Interruption.h - campaigns that are asked to stop --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_INTERRUPTION_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_INTERRUPTION_H

#include <cstdint>

namespace spindle::differential {

/// Has SIGINT and SIGTERM no longer end this process and those that it starts:
/// `isInterrupted` says that one came. Cases that run go on to their end.
void catchInterrupts();

/// Whether one of these processes was asked to stop.
bool isInterrupted();

/// Prints from which seed on an interrupted campaign is to be continued;
/// nothing if it was not interrupted.
void tellInterruption(uint64_t seed);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_INTERRUPTION_H
