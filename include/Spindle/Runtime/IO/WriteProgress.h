//===- WriteProgress.h - How far the writing of a file is -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_WRITEPROGRESS_H
#define SPINDLE_RUNTIME_IO_WRITEPROGRESS_H

#include <cstdint>
#include <functional>

namespace spindle::runtime {

/// Is told now and then how many bytes were written of how many; may be empty.
using WriteProgress =
    std::function<void(int64_t bytesWritten, int64_t totalBytes)>;

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_WRITEPROGRESS_H
