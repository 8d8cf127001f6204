//===- HoistedMemory.h - allocations at the start of functions --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOOPS_HOISTEDMEMORY_H
#define LIB_TRANSFORMS_LOOPS_HOISTEDMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spindle::loops {

/// Returns the first operation of the entry block of `function` that may write
/// to memory which the function did not allocate, its terminator without any.
mlir::Operation *findFirstWrite(mlir::func::FuncOp function);

/// Builds the bytes of `alloc` with `sizes` for its dynamic ones, an index;
/// INT64_MAX where there are more.
mlir::Value buildByteCount(mlir::ImplicitLocOpBuilder &builder,
                           mlir::memref::AllocOp alloc, mlir::ValueRange sizes);

/// Moves allocations of `function` before its first write, out of loops and
/// branches, as far as their sizes are known there. One in a loop of workers
/// becomes a part of memory for all of them. Returns the number of those moved.
int64_t takeFirst(mlir::func::FuncOp function);

/// Has callers of `function`, which is private, allocate for it, as far as
/// sizes follow from its arguments. Returns the number of allocations.
int64_t takeInCallers(mlir::func::FuncOp function);

} // namespace spindle::loops

#endif // LIB_TRANSFORMS_LOOPS_HOISTEDMEMORY_H
