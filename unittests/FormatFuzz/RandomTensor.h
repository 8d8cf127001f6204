//===- RandomTensor.h - awkward tensors, by chance --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_RANDOMTENSOR_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_RANDOMTENSOR_H

#include "Differential/Random.h"
#include "Spindle/Runtime/Storage/CooTensor.h"

#include <complex>
#include <map>

namespace spindle::formatfuzz {

using differential::Random;

/// A number of any type.
using Number = std::complex<double>;

/// The elements of a tensor by their coordinates.
using ElementMap = std::map<std::vector<int64_t>, Number>;

/// A small whole number that `dtype` has; 0 at times.
Number drawNumber(Random &random, runtime::DType dtype);

/// `number` as `dtype` has it: rounded, wrapped, or whether it is not 0.
Number roundTo(Number number, runtime::DType dtype);

/// Element `index` of `array`.
Number getNumber(const runtime::Array &array, int64_t index);
/// Sets element `index` of `array`.
void setNumber(runtime::Array &array, int64_t index, Number number);

/// A tensor of `rank` dimensions and a few elements: no rows, no elements, one
/// row of half of them, blocks, bands, all cells, rows without gaps, zeros that
/// are stored, entries in any order and some of them twice. One that `isLong`,
/// of rank 2 at least, has more elements than are divided into parts together.
runtime::CooTensor drawTensor(Random &random, int64_t rank,
                              runtime::DType dtype, bool isLong);

/// A matrix of which many rows have tens of elements, some side by side.
runtime::CooTensor drawLongRows(Random &random, runtime::DType dtype);

/// The elements of `tensor`, entries of one cell summed.
ElementMap collectElements(const runtime::CooTensor &tensor);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_RANDOMTENSOR_H
