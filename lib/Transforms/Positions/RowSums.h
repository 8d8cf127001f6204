//===- RowSums.h - what a loop over rows sums up ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A loop that makes sums of the fibres of rows, and nothing else:
//
//   for i = .. to ..                       positions of the axis of rows
//     for k = .. to ..                     any number of such loops, or none
//       Y[i, k] = 0
//       for p = the fibre of J under i     J is a sparse_variable axis
//         Y[i, k] += what p and k tell
//
// or, of rows that are stored, with their coordinate instead of i, and of sums
// that go on from what is there before, without the store. The row is used to
// find its fibre and its result, and nothing tells one fibre from another but
// its bounds. So an iteration gives the sum of any range of elements, of any
// row, where the positions of J are other memory that holds the range, and the
// coordinates of rows name another row: that is what rows are taken apart by.
//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWSUMS_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWSUMS_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

namespace spindle::iter {

/// A sum of each row's fibre.
struct RowSum {
  sparse::AccumulateOp accumulate;
  /// What begins it; null where it goes on from what is there.
  sparse::StoreOp start;
  /// The loops between that over the rows and that over a fibre, outermost
  /// first.
  llvm::SmallVector<mlir::scf::ForOp> columns;
};

/// The sums that a loop over rows makes, all of one kind.
struct RowSums {
  mlir::scf::ForOp rows;
  /// The axis of the rows' elements, J.
  axis::SparseVariableOp elements;
  /// The axis of the rows where its coordinates name them; else null.
  axis::SparseVariableOp stored;
  /// The buffer of the sums, Y; rows are its first dimension.
  mlir::Value result;
  llvm::SmallVector<RowSum> sums;

  /// Whether sums go on from what is in Y. There is one then.
  bool goOn() const { return !sums.front().start; }
  CombineKind getKind() { return sums.front().accumulate.getKind(); }
};

/// The sums that `rows`, an outermost loop or one that workers share, makes.
/// Refuses a loop that does something else, and, without `reassociate`, sums
/// that are other ones in another order.
mlir::FailureOr<RowSums> findRowSums(mlir::scf::ForOp rows, bool reassociate,
                                     std::string &refusal);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_ROWSUMS_H
