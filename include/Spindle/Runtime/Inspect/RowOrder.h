//===- RowOrder.h - an order in which columns are near rows -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_INSPECT_ROWORDER_H
#define SPINDLE_RUNTIME_INSPECT_ROWORDER_H

#include "Spindle/Runtime/Inspect/RowPattern.h"
#include "Spindle/Runtime/Support/Error.h"

namespace spindle::runtime {

/// Finds an order of the rows of a square matrix in which, if columns are put
/// into the same order, elements lie near the diagonal: that of Cuthill and
/// McKee, reversed. Rows are neighbours where one has the other as a column;
/// each set of rows that neighbours connect is gone through from one of its
/// ends, breadth first, and those of few neighbours first. The largest sets
/// come first, so that small ones do not divide them among tiles of rows
/// otherwise than they would be alone. The order depends on these sets alone.
///
/// `order` has room for all rows and is filled with them. Returns how many
/// connected sets there are. Takes time O(elements + rows) and memory for each
/// element four times. Errors: arrays that are too short, of other integers or
/// that break the laws of a pattern; a column that is no row; no memory.
Expected<int64_t> findRowOrder(const RowPattern &pattern,
                               const IndexArray &order);

} // namespace spindle::runtime

extern "C" {

/// `findRowOrder`, for C: `positions`, one more than `rows`, `columns` and the
/// `rows` places of `order` are integers of `bytes` bytes, 4 or 8, that follow
/// one another. The result is the number of connected sets; an error is told to
/// the handler of `setCheckHandler`, and where that returns the result is -1.
int64_t spindle_find_row_order(int64_t rows, int64_t bytes,
                               const void *positions, const void *columns,
                               void *order);

} // extern "C"

#endif // SPINDLE_RUNTIME_INSPECT_ROWORDER_H
