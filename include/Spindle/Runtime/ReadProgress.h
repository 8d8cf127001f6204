//===- ReadProgress.h - How far the reading of a file is --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_READPROGRESS_H
#define SPINDLE_RUNTIME_READPROGRESS_H

#include <cstdint>
#include <functional>

namespace spindle::runtime {

/// Told now and then how many bytes of the file, as stored, were read, and how
/// many there are in all.
using ReadProgress = std::function<void(int64_t bytesRead, int64_t totalBytes)>;

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_READPROGRESS_H
