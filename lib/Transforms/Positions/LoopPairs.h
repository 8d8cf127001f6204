//===- LoopPairs.h - loops of two nests that are alike ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A nest that goes through elements one by one makes each from what is at hand
// in its loops: their variables, and pure operations and loads on them. Another
// nest that has, among its loops, one for each of these, with the same bounds,
// can make the element too. What is equal in both is told by pairs of
// variables: in
//
//   for i                        for i
//     for p in row i               for k
//       P[p] = E[p] / s[i]           for q in row i
//                                      O[i, k] += P[q] V[c[q], k]
//
// i is paired with i, and p with q; so P[q] is E[q] / s[i].
//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_LOOPPAIRS_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_LOOPPAIRS_H

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/IRMapping.h"

namespace spindle::iter {

/// The loops of a nest, each with one around an operation of another nest.
class LoopPairs {
public:
  /// Pairs the loops of `nest`, of which each but the last holds the next, with
  /// loops around `op` that run through the same numbers; nothing where one has
  /// no partner.
  static std::optional<LoopPairs> find(mlir::scf::ForOp nest,
                                       mlir::Operation *op);

  /// Whether `other`, in the other nest, is what `value` in the nest is: by
  /// operations without effects, and loads of one element of one memory.
  bool areEqual(mlir::Value value, mlir::Value other) const;

  /// Makes `value` of the nest in the other one, where `builder` is.
  mlir::Value make(mlir::OpBuilder &builder, mlir::Value value);

  /// How many loops of the other nest have a partner.
  unsigned count() const { return partners; }

private:
  explicit LoopPairs(mlir::scf::ForOp nest) : nest(nest) {}

  mlir::scf::ForOp nest;
  mlir::IRMapping map;
  unsigned partners = 0;
};

/// The store of a nest that makes elements one by one: it is all that the nest
/// does to memory. Null where there is more, with a reason.
sparse::StoreOp findOnlyStore(mlir::scf::ForOp nest, std::string &refusal);

/// The operations in `nest` that `value` is made by, in their order.
llvm::SmallVector<mlir::Operation *> findMakers(mlir::scf::ForOp nest,
                                                mlir::Value value);

/// Whether `op` calls a function such as the exponential.
bool callsFunction(mlir::Operation *op);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_LOOPPAIRS_H
