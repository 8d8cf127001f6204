//===- LoopObserver.h - who is told what happens to loops -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_LOOPS_LOOPOBSERVER_H
#define SPINDLE_TRANSFORMS_LOOPS_LOOPOBSERVER_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <functional>

namespace spindle::loops {

/// Is told what a primitive does, as far as its result does not say it. Either
/// function may be missing.
struct LoopObserver {
  /// A loop, the target or one inside of it, and the loop that takes its place;
  /// both exist.
  std::function<void(mlir::scf::ForOp, mlir::scf::ForOp)> onReplaced;
  /// The operation because of which a primitive refuses.
  std::function<void(mlir::Operation *)> onObstacle;

  /// Calls `onObstacle`, if it is there.
  void reportObstacle(mlir::Operation *op) const {
    if (onObstacle)
      onObstacle(op);
  }
};

} // namespace spindle::loops

#endif // SPINDLE_TRANSFORMS_LOOPS_LOOPOBSERVER_H
