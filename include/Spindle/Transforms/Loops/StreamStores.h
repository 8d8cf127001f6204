//===- StreamStores.h - stores past the caches ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A store to a line that no cache has reads the line first. Where whole lines
// are stored, and a result is so large that nothing of it would be found in a
// cache afterwards, vectors go to memory past the caches instead:
//
//   if C has at least n bytes and the address of C[i, k] is divisible by 64
//     store without time   C[i, k], C[i, k + 16], ..
//   else
//     store                C[i, k], C[i, k + 16], ..
//
// Such stores are in order with what their own thread does. On a processor that
// keeps all other stores in order they are in order with nothing else: another
// thread may see what comes after them first, even a store that releases a lock
// or ends a parallel region. So a fence stands behind the loop, of the order
// `seq_cst`: one that only releases would be no instruction there, this one
// waits for them. On a processor that keeps no stores in order they are ordered
// by what orders the others.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_STREAMSTORES_H
#define SPINDLE_TRANSFORMS_LOOPS_STREAMSTORES_H

#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// Which stores go past the caches.
struct StreamStoresOptions {
  /// Bytes that the memory has at least, which is tested before the loop.
  int64_t atLeast = 1;
  LoopObserver observer;
};

/// Has the `vector.store`s of whole vectors in `loop`, to memory from outside,
/// be non-temporal where their addresses are aligned, which is tested for those
/// beside one another at once; a fence follows the loop. Refuses where there
/// are none, and where something in the loop may read that memory.
mlir::LogicalResult streamStores(mlir::RewriterBase &rewriter,
                                 mlir::scf::ForOp loop,
                                 const StreamStoresOptions &options,
                                 std::string &refusal);

/// Streams the stores of all loops in `root` that are in no other one, where it
/// can be done.
void streamAllStores(mlir::RewriterBase &rewriter, mlir::Operation *root,
                     const StreamStoresOptions &options);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_STREAMSTORES_H
