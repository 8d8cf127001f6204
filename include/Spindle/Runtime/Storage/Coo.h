//===- Coo.h - Sparse matrices as lists of entries --------------*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_STORAGE_COO_H
#define SPINDLE_RUNTIME_STORAGE_COO_H

#include "Spindle/Runtime/Support/Array.h"

#include <optional>

namespace spindle::runtime {

/// A sparse matrix as a list of entries, in any order; entries with the same
/// coordinates stand for their sum. Entry i is `values[i]` at 0-based
/// coordinates (`row[i]`, `col[i]`).
struct CooMatrix {
  /// The extent of the row axis.
  int64_t rows = 0;
  /// The extent of the column axis.
  int64_t cols = 0;
  /// The row of every entry: i64, shape {entries}, in [0, rows).
  Array row;
  /// The column of every entry: i64, shape {entries}, in [0, cols).
  Array col;
  /// The value of every entry: any dtype, shape {entries}.
  Array values;

  /// The number of entries, duplicates counted.
  int64_t entries() const { return values.size(); }
};

/// Checks what CooMatrix's members promise. Error: the first one broken, with
/// the 0-based entry where it is a coordinate.
std::optional<Error> validate(const CooMatrix &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_COO_H
