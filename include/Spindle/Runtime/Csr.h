//===- Csr.h - Compressed sparse rows ---------------------------*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_CSR_H
#define SPINDLE_RUNTIME_CSR_H

#include "Spindle/Runtime/Coo.h"

namespace spindle::runtime {

/// A sparse matrix by compressed rows. It obeys these laws, which `validate`
/// checks and `toCsr` ensures:
///
///   (L1) positions[0] = 0 and positions[rows] = the number of coordinates;
///   (L2) positions[r] <= positions[r + 1];
///   (L3) every coordinate is in [0, cols);
///   (L4) inside a row coordinates strictly increase, hence are unique;
///   (L5) values[p] is the value at (r, coordinates[p]) for every position p in
///        [positions[r], positions[r + 1]); a stored value may be zero.
struct CsrMatrix {
  /// The extent of the row axis.
  int64_t rows = 0;
  /// The extent of the column axis.
  int64_t cols = 0;
  /// Where every row starts and the last one ends: integers, shape {rows+1}.
  Array positions;
  /// The column of every stored element: integers, shape {stored}.
  Array coordinates;
  /// The value of every stored element: any dtype, shape {stored}.
  Array values;

  /// The number of stored elements.
  int64_t stored() const { return values.size(); }
};

/// Compresses `coo` in O(rows + entries), and a sort inside each row that is
/// not sorted. Duplicates are summed in input order and in the value's type
/// (integers wrap); explicit zeros are kept.
///
/// Errors: those of `validate(coo)`; `posType` or `crdType` is no integer type;
/// `posType` cannot hold the number of stored elements or `crdType` cannot hold
/// `cols`; memory that cannot be had.
Expected<CsrMatrix> toCsr(const CooMatrix &coo, DType posType, DType crdType);

/// The entries of `csr` in row-major order. Shares the values' memory. Errors:
/// those of `validate(csr)`, and memory that cannot be had.
Expected<CooMatrix> toCoo(const CsrMatrix &csr);

/// Checks the members' types and shapes and the laws L1 to L4. Error: the first
/// offending place, rows and positions counted from 0.
std::optional<Error> validate(const CsrMatrix &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CSR_H
