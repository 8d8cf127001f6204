//===- CarriedElement.h - an element of memory as a value -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_CARRIEDELEMENT_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_CARRIEDELEMENT_H

#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Transforms/Loops/LoopObserver.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace spindle::loops {

/// An element whose accesses in some loop are replaced by the value that it
/// has.
class CarriedElement {
public:
  /// `accesses` are loads and stores of one element, all that touch it in the
  /// loop, or atomic updates of one kind of the same elements; they are in
  /// `scf.for` and `scf.if` inside of it.
  CarriedElement(mlir::RewriterBase &rewriter, const LoopObserver &observer,
                 llvm::ArrayRef<mlir::Operation *> accesses)
      : rewriter(rewriter), observer(observer),
        accesses(accesses.begin(), accesses.end()) {}

  /// Has `loop` carry the element, from `value` on; gives the loop in its
  /// place, whose last result is the value afterwards. Of updates the value is
  /// what they come to together.
  mlir::scf::ForOp carry(mlir::scf::ForOp loop, mlir::Value value);

private:
  mlir::RewriterBase &rewriter;
  const LoopObserver &observer;
  llvm::SmallPtrSet<mlir::Operation *, 4> accesses;

  mlir::Value visit(mlir::Block *block, mlir::Value value);
  mlir::Value visitUpdate(iter::AtomicUpdateOp update, mlir::Value value);
  mlir::Value visitAccess(mlir::Operation *op, mlir::Value value);
  mlir::Value visitBranch(mlir::scf::IfOp branch, mlir::Value value);
  void visitCase(mlir::Region &from, mlir::Region &to, mlir::Value value);
  bool isAccessedIn(mlir::Operation *op) const;
};

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_CARRIEDELEMENT_H
