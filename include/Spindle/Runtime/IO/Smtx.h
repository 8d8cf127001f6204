//===- Smtx.h - Files of the Deep Learning Matrix Collection ----*- C++ -*-===//
//
// The patterns of pruned weights of Gale, Zaharia, Young and Elsen, "Sparse GPU
// Kernels for Deep Learning", SC 2020: a line of "rows, cols, nnz", a line of
// row offsets, a line of column indices.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_SMTX_H
#define SPINDLE_RUNTIME_IO_SMTX_H

#include "Spindle/Runtime/IO/MatrixMarket.h"

namespace spindle::runtime {

/// Reads a file, plain or compressed by gzip (told by its first bytes). It has
/// no values: they are of type `dtype` and what `options` says of pattern
/// files. Numbers are separated by blanks or commas; entries are in file order
/// and duplicates are kept.
///
/// Errors name the line, and the 0-based number, row or index where there is
/// one: what is no whole number; sizes below 0; fewer or more numbers than the
/// sizes ask for; offsets that descend or do not go from 0 to the number of
/// entries; columns out of range; a damaged gzip stream; memory that cannot be
/// had. Memory in use is less than 24 times the size of a plain file, or the
/// text read until then of a compressed one, and 2 MiB.
Expected<CooMatrix> readSmtx(const std::string &path, DType dtype,
                             const MatrixMarketOptions &options = {});

/// Writes the pattern of `matrix`, whose entries are in the order of their
/// rows, compressed where `path` ends in ".gz". The file appears complete or
/// not at all. Errors: those of `validate(matrix)`; a value other than 1, since
/// the format has none; entries in another order; a file that cannot be
/// written.
std::optional<Error> writeSmtx(const std::string &path,
                               const CooMatrix &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_SMTX_H
