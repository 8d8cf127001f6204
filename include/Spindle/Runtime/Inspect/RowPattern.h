//===- RowPattern.h - the columns of each row of a matrix -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_INSPECT_ROWPATTERN_H
#define SPINDLE_RUNTIME_INSPECT_ROWPATTERN_H

#include <cstdint>

namespace spindle::runtime {

/// Integers of 4 or 8 bytes, `stride` elements apart.
struct IndexArray {
  char *data = nullptr;
  int64_t bytes = 0, size = 0, stride = 1;
};

/// The columns of each row, as in CSR: one position more than there are rows,
/// from 0 on, which do not descend, and a column for each of them. Columns may
/// come in any order and again.
struct RowPattern {
  int64_t rows = 0;
  IndexArray positions, columns;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_INSPECT_ROWPATTERN_H
