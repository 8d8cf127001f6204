//===- MuchWork.h - work that no thread is too small for --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_CONVERT_MUCHWORK_H
#define SPINDLE_UNITTESTS_RUNTIME_CONVERT_MUCHWORK_H

#include <cstdint>
#include <limits>

namespace spindle::runtime {

/// So much work that as many workers as are wanted share it.
constexpr int64_t muchWork = std::numeric_limits<int64_t>::max();

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_CONVERT_MUCHWORK_H
