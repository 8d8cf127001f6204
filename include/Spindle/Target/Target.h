//===- Target.h - the machine that code is for ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_TARGET_H
#define SPINDLE_TARGET_TARGET_H

#include "Spindle/Target/SmallFloats.h"

#include <string>
#include <vector>

namespace spindle {

/// Types of numbers that instructions for contractions take and give.
enum class NumberType : uint8_t { F16, BF16, TF32, F32, F64, U8, I8, I16, I32 };

/// An instruction that adds the product of an m x k matrix and a k x n matrix
/// to an m x n matrix.
struct ContractionInstruction {
  NumberType lhs, rhs, sum;
  int64_t m, n, k;
};

/// Who runs the iterations of a parallel loop.
enum class WorkerKind : uint8_t {
  /// A thread of a processor: loops are divided into chunks, one for each.
  Thread,
  /// A block of threads of a GPU: loops stay whole, and a block takes some of
  /// their iterations.
  Block
};

/// Where a copy lives that one worker makes of a part of an operand.
enum class ScratchMemory : uint8_t {
  /// In the worker's cache, as memory of the process.
  Cache,
  /// In memory of its own, which the lanes of a worker share.
  Shared
};

/// What schedules, rules, lowerings and costs ask of a machine. The default is
/// a processor that has nothing but vectors of 128 bits.
struct Target {
  /// Bits of the widest vectors that one lane computes with, or loads at once.
  int64_t vectorBits = 128;
  /// Bytes of a worker's own cache.
  int64_t cacheBytes = 1 << 20;
  /// Gathers, and loads of parts of vectors, are as fast as single loads.
  bool fastGathers = false;
  /// Processors of the machine, or multiprocessors of a GPU, each with a cache
  /// of its own. A run may have fewer threads, or more: their number is no
  /// property of a target, and nothing that is chosen for one depends on it.
  int64_t workers = 1;
  WorkerKind worker = WorkerKind::Thread;
  /// Lanes that run one instruction together, each with registers of its own.
  int64_t lanes = 1;
  /// Registers of a lane that hold `vectorBits` bits; on a GPU, 32 bits.
  int64_t registers = 16;
  /// Bytes of the cache that is nearest to a lane.
  int64_t nearCacheBytes = 48 << 10;
  /// Bytes of the last cache before memory, which workers share.
  int64_t lastCacheBytes = 32 << 20;
  /// Where copies live, and how many bytes of them a worker may have at most.
  ScratchMemory scratch = ScratchMemory::Cache;
  int64_t scratchBytes = 1 << 20;
  /// It rounds a product and its sum once, in one instruction.
  bool fusedMultiplyAdd = false;
  /// It multiplies two pairs of i16 and adds the products in one instruction,
  /// of vectors of `vectorBits`.
  bool pairProducts = false;
  /// It copies into scratch memory while it computes.
  bool asyncCopies = false;
  /// What it has for f16 and bf16; the rest is expanded on the way to the LLVM
  /// dialect, by `spindle-expand-small-floats`.
  SmallFloats smallFloats = {};
  /// What it has for contractions, in the order of preference.
  std::vector<ContractionInstruction> contractions = {};

  /// The first instruction for contractions of such numbers; null for none.
  const ContractionInstruction *findContraction(NumberType lhs, NumberType rhs,
                                                NumberType sum) const {
    for (const ContractionInstruction &one : contractions)
      if (one.lhs == lhs && one.rhs == rhs && one.sum == sum)
        return &one;
    return nullptr;
  }
};

} // namespace spindle

#endif // SPINDLE_TARGET_TARGET_H
