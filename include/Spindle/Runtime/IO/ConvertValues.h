//===- ConvertValues.h - Values of a file as another type -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_CONVERTVALUES_H
#define SPINDLE_RUNTIME_IO_CONVERTVALUES_H

#include "Spindle/Runtime/Support/Array.h"

#include <functional>
#include <optional>

namespace spindle::runtime {

/// The elements of `values`, which a file has, as elements of `dtype`, by the
/// rule that text is read by: numbers are rounded once, to nearest with ties to
/// even, where `dtype` has reals; integers and bool take whole numbers in their
/// range. Error: the first number that `dtype` does not hold, at the place that
/// `describePlace` gives for its index; complex numbers for another type;
/// memory that cannot be had.
Expected<Array>
convertValues(const Array &values, DType dtype,
              const std::function<std::string(int64_t)> &describePlace);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_CONVERTVALUES_H
