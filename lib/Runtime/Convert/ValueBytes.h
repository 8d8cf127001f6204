//===- ValueBytes.h - Values that are moved, not computed with --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_VALUEBYTES_H
#define SPINDLE_LIB_RUNTIME_CONVERT_VALUEBYTES_H

#include "Spindle/Runtime/Support/DType.h"

namespace spindle::runtime {

/// Calls `fn` with a value of as many bytes as one of `dtype`, aligned no more:
/// there are five sizes, and fifteen types.
template <typename Fn> void visitBytes(DType dtype, Fn &&fn) {
  struct Pair {
    uint64_t halves[2];
  };
  switch (dtypeSize(dtype)) {
  case 1:
    return fn(uint8_t());
  case 2:
    return fn(uint16_t());
  case 4:
    return fn(uint32_t());
  case 8:
    return fn(uint64_t());
  default:
    return fn(Pair());
  }
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_VALUEBYTES_H
