//===- Version.h - loops for what is so at run time -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop becomes two, of which a test at run time takes one. In the first one
// what was tested is known:
//
//   if stride of X == 1 and X divisible by 64 and upper - lower >= n
//     the loop, on X as a memory of stride 1 and of that alignment
//   else
//     the loop
//
// What a size says is known of all loops in it, and of their memory:
//
//   if K == 32 and size of X in dimension 1 == 32
//     the loop, where loops over K go to 32, on X as a memory of 32 columns
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_VERSION_H
#define SPINDLE_TRANSFORMS_LOOPS_VERSION_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// What is tested; all of it has to hold.
struct VersionOptions {
  /// The last dimension of all memories that the loop accesses has stride 1.
  bool unitStride = false;
  /// Bytes, a power of two, that the first elements of all these memories are
  /// aligned to; 0 tests nothing.
  int64_t alignment = 0;
  /// Iterations that the loop has at least; 0 tests nothing.
  int64_t atLeast = 0;
  /// The extent, at least 1, of the dimension that labels call `dim`: loops
  /// over it end there and memory that they run through has that size; 0 tests
  /// nothing.
  int64_t extent = 0;
  std::string dim;
  /// Memory that is accessed at indices made of more than 32 bits has at most
  /// 2^31 elements in that dimension, so that the indices need no more.
  bool narrowIndices = false;
  LoopObserver observer;
};

/// The two loops that one became.
struct VersionedLoop {
  /// Where the test holds: the loop itself.
  mlir::scf::ForOp held;
  /// Where it does not: a copy.
  mlir::scf::ForOp other;
};

/// Makes two loops of `loop`. Refuses where there is nothing to test, because
/// it is known, the loop accesses no memory from outside, or no loop in it runs
/// over the dimension.
mlir::FailureOr<VersionedLoop> version(mlir::RewriterBase &rewriter,
                                       mlir::scf::ForOp loop,
                                       const VersionOptions &options,
                                       std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_VERSION_H
