//===- Dense.h - from lists of entries to arrays and back -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_DENSE_H
#define SPINDLE_RUNTIME_DENSE_H

#include "Spindle/Runtime/Coo.h"

namespace spindle::runtime {

/// The entries of `matrix`, of rank 2, that are not zero, in row-major order.
/// Error: memory that cannot be had.
Expected<CooMatrix> toCoo(const Array &matrix);

/// All elements of `matrix`, those without an entry zero; entries of one place
/// are summed, integers wrap. Errors: those of `Array::allocate`.
Expected<Array> toDense(const CooMatrix &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_DENSE_H
