//===- KeptMemory.h - memory for the temporaries of kernels -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes memory for what it makes on the way in each call, and gives it
// back at the end. The C library hands large memory back to the system, and the
// next call has it cleared anew, page by page, which takes longer than many a
// kernel. Here it is kept for the next one, of this kernel or another.
//
// Memory is kept for 10 seconds, at most 64 pieces and an eighth of what the
// machine has; the oldest goes first. Time is looked at when a kernel takes or
// gives back memory. Less than 64 KiB is the C library's.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_KEPTMEMORY_H
#define SPINDLE_EXECUTION_KEPTMEMORY_H

#include "Spindle/Runtime/Support/CalledFunction.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstddef>

namespace spindle::execution {

/// What compiled code calls for memory, `malloc`, `calloc` and `free`:
/// `takeMemory`, `takeZeros` and `giveMemoryBack`. LLVM makes the second of the
/// first where zeros are stored next. None in a build for sanitizers, which
/// look for what lies beside memory that the C library gave.
llvm::ArrayRef<runtime::CalledFunction> getMemoryFunctions();

/// At least `bytes` bytes, aligned to 64, with any content; null where there is
/// no memory.
void *takeMemory(size_t bytes);

/// `count` times `bytes` bytes as of `takeMemory`, all of them 0; or null.
void *takeZeros(size_t count, size_t bytes);

/// Takes back what these two gave; null is nothing.
void giveMemoryBack(void *memory);

/// The bytes that are kept.
size_t countKeptBytes();

/// Gives all that is kept back to the system, and says how many bytes it was.
/// Does nothing where another thread takes or gives back memory just now.
size_t releaseKeptMemory();

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_KEPTMEMORY_H
