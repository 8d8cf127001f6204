//===- ShortMemory.h - calls with memory that is too short ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_SHORTMEMORY_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_SHORTMEMORY_H

#include "Run.h"

namespace spindle::differential {

/// Compiles the program of `run`, which is on plain memory, and calls it with
/// each of its arrays cut short in turn, in memory with nothing beside it. A
/// call is refused, or the interpreter runs the program on that memory too, and
/// leaves the same. Gives whether that is so.
bool runOnShortMemory(Run &run, mlir::ModuleOp original);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_SHORTMEMORY_H
