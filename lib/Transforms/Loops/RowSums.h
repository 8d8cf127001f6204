//===- RowSums.h - what a loop over rows sums up ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop that makes sums of the fibres of rows, and nothing else:
//
//   for i = .. to ..
//     begin = P[i], end = P[i + 1]
//     for k = .. to ..                      any number of such loops, or none
//       s = for p = begin to end, from 0:   s + what p and k tell
//       Y[i, k] = s
//
// or, of rows that are stored, with the row C[i] of Y instead of i, and of
// sums that go on from what is there before, with Y[i, k] instead of 0.
// The row is used to find its fibre and its result, and nothing tells one fibre
// from another but its bounds. So an iteration gives the sum of any range of
// elements, of any row, where P is other memory that holds the range, and C one
// that names another row: that is what rows are taken apart by.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_ROWSUMS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_ROWSUMS_H

#include "VectorizeReductions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <string>

namespace spindle::loops {

/// A sum of each row's fibre that is stored.
struct RowSum {
  mlir::memref::StoreOp store;
  LoopReduction reduction;
  /// The loops between that over the rows and the store, and the branches that
  /// are taken for all rows or for none; outermost first.
  llvm::SmallVector<mlir::Operation *> columns;
};

/// The sums that a loop over rows makes.
struct RowSums {
  mlir::scf::ForOp rows;
  /// P and Y, as the loop uses them; rows are their first dimension.
  mlir::Value positions, result;
  /// C; null where a row has its own number in Y.
  mlir::Value coordinates;
  /// Whether sums go on from what is in Y. There is one then.
  bool goesOn = false;
  llvm::SmallVector<RowSum> sums;
};

/// The sums that `rows` makes. Refuses a loop that does something else, and,
/// without `reassociate`, sums that are other ones in another order.
mlir::FailureOr<RowSums> findRowSums(mlir::scf::ForOp rows, bool reassociate,
                                     std::string &refusal);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_ROWSUMS_H
