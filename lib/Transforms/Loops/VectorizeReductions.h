//===- VectorizeReductions.h - what a loop combines -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEREDUCTIONS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEREDUCTIONS_H

#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <optional>
#include <string>

namespace spindle::loops {

/// What a loop carries from iteration to iteration and combines with a value of
/// each: in any order where the bits of floats do not matter.
struct LoopReduction {
  mlir::vector::CombiningKind kind;
  /// Of the carried value, a number or a vector.
  mlir::Type type;

  /// Whether another order gives other bits.
  bool dependsOnOrder() const;
  /// What changes nothing when it is combined.
  mlir::TypedAttr getNeutral() const;
  /// Whether this is a sum and `number` the constant zero, of which a sum that
  /// starts with zeros need know nothing.
  bool isZero(mlir::Value number) const;
  /// Combines two numbers or vectors.
  mlir::Value combine(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value first, mlir::Value second) const;
  /// Combines the elements of `vector`, of a reduction of numbers, and, unless
  /// it is null, a number.
  mlir::Value reduce(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value vector, mlir::Value number) const;
};

/// The reduction that combinations by `kind` with one element of `type` are.
LoopReduction getReduction(iter::CombineKind kind, mlir::Type type);

/// The reduction that `loop` carries as number `index`, which may go on through
/// loops inside of it; none where something else uses it, or where it is not
/// only combined.
std::optional<LoopReduction> matchReduction(mlir::scf::ForOp loop,
                                            unsigned index);

/// The reductions that `loop` carries; none, and why, where it carries anything
/// else, or floats that have to stay in order.
llvm::SmallVector<LoopReduction>
matchReductions(mlir::scf::ForOp loop, bool reassociate, std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_VECTORIZEREDUCTIONS_H
