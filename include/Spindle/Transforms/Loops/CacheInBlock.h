//===- CacheInBlock.h - parts of operands in a block's memory ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop in an iteration that a block of a GPU runs may access the same part of
// a memory again and again: in each dimension one index that does not change in
// it, or those that one loop runs through. That part is copied to memory of the
// block, and the copy accessed instead:
//
//                                        allocate S[N, M + padding]
//                                        forall r in N, for c in M:
//                                          S[r, c] = B[j + r, k + c]
//   forall p                             forall p
//     for r in N, for c in M               for r in N, for c in M
//       .. B[j + r, k + c]                   .. S[r, c]
//
// The workers of the block share the rows of a copy, and the pieces of a single
// row. Elements that the memory has not are not copied.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_CACHEINBLOCK_H
#define SPINDLE_TRANSFORMS_LOOPS_CACHEINBLOCK_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::loops {

/// How parts are copied.
struct CacheInBlockOptions {
  /// Columns that a row of a copy has more than it needs, so that rows begin in
  /// other banks.
  int64_t padding = 0;
};

/// Copies, before `loop`, each part of a memory that no block writes, and that
/// it reads more than once: `loop` is an `scf.for` or a shared loop, in one
/// that blocks run and in none that is shared. Gives the innermost loops that
/// copy. Refuses another loop, and one that reads nothing so whose size is
/// bounded by a constant.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
cacheReadInBlock(mlir::RewriterBase &rewriter, mlir::Operation *loop,
                 const CacheInBlockOptions &options, std::string &refusal);

/// The same for each part that `loop` loads and stores, and nothing else of the
/// memory, if it surely accesses all of it where it runs, or no other block
/// accesses any of it; the copy is written back after the loop.
mlir::FailureOr<llvm::SmallVector<mlir::scf::ForOp>>
cacheWriteInBlock(mlir::RewriterBase &rewriter, mlir::Operation *loop,
                  const CacheInBlockOptions &options, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_CACHEINBLOCK_H
