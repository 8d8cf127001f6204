//===- PartLoops.h - a parallel loop in parts of equal weight ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_TRANSFORMS_PARTLOOPS_H
#define SPINDLE_DIALECT_ITER_TRANSFORMS_PARTLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace spindle::iter {

/// A parallel loop that is divided.
struct PartLoops {
  /// The loop over the parts; its label says role = worker.
  mlir::scf::ForallOp workers;
  /// That over the iterations of one part, with the label of the old loop.
  mlir::scf::ForOp part;
};

/// Divides `loop`, an outermost one that has a label, as
/// `spindle-split-into-parts` does. Where it cannot `refusal` says why, in
/// words that follow "since", and nothing is changed.
mlir::FailureOr<PartLoops> splitIntoParts(mlir::RewriterBase &rewriter,
                                          mlir::scf::ForallOp loop,
                                          std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_DIALECT_ITER_TRANSFORMS_PARTLOOPS_H
