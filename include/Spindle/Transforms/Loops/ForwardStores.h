//===- ForwardStores.h - loads of what was just stored ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_FORWARDSTORES_H
#define SPINDLE_TRANSFORMS_LOOPS_FORWARDSTORES_H

#include "Spindle/Analysis/MemoryFacts.h"
#include "mlir/IR/PatternMatch.h"

namespace spindle::loops {

/// Replaces loads in `block` of what the block has stored or loaded before, and
/// erases stores that it overwrites before anything may read them. Only
/// accesses of elements that are `element` are looked at, or all without one.
/// Whether anything was changed.
bool forwardStores(mlir::RewriterBase &rewriter, mlir::Block *block,
                   const MemoryFacts &facts, const Element *element = nullptr);

/// Does so in each block in `root`, as far as that is in functions.
void forwardAllStores(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_FORWARDSTORES_H
