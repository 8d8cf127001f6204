//===- Processors.h - processors that are made up ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_SCHEDULE_PROCESSORS_H
#define SPINDLE_UNITTESTS_SCHEDULE_PROCESSORS_H

#include "Spindle/Target/Target.h"

/// One with vectors of so many bits, and a cache of so many bytes.
inline spindle::Target makeTarget(int64_t vectorBits, int64_t cacheBytes,
                                  bool fastGathers = false) {
  spindle::Target target;
  target.vectorBits = vectorBits;
  target.cacheBytes = cacheBytes;
  target.fastGathers = fastGathers;
  target.registers = vectorBits >= 512 ? 32 : 16;
  return target;
}

#endif // SPINDLE_UNITTESTS_SCHEDULE_PROCESSORS_H
