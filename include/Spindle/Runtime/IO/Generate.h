//===- Generate.h - Made-up operands ----------------------------*- C++ -*-===//
//
// Operands for tests and benchmarks where no data is at hand. Every element is
// a function of the seed and its index alone, hence the same on every machine
// and for any number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_GENERATE_H
#define SPINDLE_RUNTIME_IO_GENERATE_H

#include "Spindle/Runtime/Storage/CooTensor.h"

namespace spindle::runtime {

/// An array of zeros. Errors: those of `Array::allocate`.
Expected<Array> zeros(DType dtype, std::vector<int64_t> shape);

/// An array of ones. Errors: those of `Array::allocate`.
Expected<Array> ones(DType dtype, std::vector<int64_t> shape);

/// An array of independent elements: real numbers uniform in [-1, 1), f16 and
/// bf16 as those of f32 rounded; complex numbers with both parts so; integers
/// uniform in [-8, 8]; fair bits. Errors: those of `Array::allocate`.
Expected<Array> random(DType dtype, std::vector<int64_t> shape, uint64_t seed);

/// A sparse matrix, its entries distinct and in row-major order, its values as
/// `random` draws them from `seed`. Where 2 perRow <= cols a row has between 0
/// and 2 perRow entries, uniformly; otherwise the range is narrowed to keep the
/// mean perRow, until every row is full at perRow >= cols. The columns of a row
/// are a uniform sample without replacement. Errors: a negative argument, and
/// memory that cannot be had.
Expected<CooMatrix> randomSparse(int64_t rows, int64_t cols, int64_t perRow,
                                 DType dtype, uint64_t seed);

/// A sparse tensor: `randomSparse` of the first dimension and, as the columns,
/// all others; of a vector, of one row. Errors: those of `randomSparse`, and
/// columns that are 2^63 and more.
Expected<CooTensor> randomTensor(const std::vector<int64_t> &shape,
                                 int64_t perRow, DType dtype, uint64_t seed);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_GENERATE_H
