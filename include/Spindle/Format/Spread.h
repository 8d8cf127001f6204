//===- Spread.h - formats of matrices for other tensors ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of several dimensions is a matrix whose rows are numbered by some of
// them, and whose columns by the others. A format of matrices stores it, where
// each coordinate of a row or of a column becomes several:
//
//   csr   (i, j) -> (i : dense, j : compressed)
//   of rows f, columns (c, y, x)
//         -> (f : dense, c : compressed(nonunique), y : singleton,
//             x : singleton)
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_FORMAT_SPREAD_H
#define SPINDLE_FORMAT_SPREAD_H

#include "Spindle/Format/Format.h"

namespace spindle::format {

/// The dimensions of a tensor that number rows and columns, each at least one.
/// What a format cuts into blocks or groups is the first one of them.
struct MatrixDims {
  std::vector<int64_t> rows, columns;
};

/// The format of such a tensor that is stored as `matrix` says. None after
/// `report` where `matrix` has levels of both, or of what it counts.
std::optional<Format> spreadFormat(const Format &matrix, const MatrixDims &dims,
                                   const Report &report);

} // namespace spindle::format

#endif // SPINDLE_FORMAT_SPREAD_H
