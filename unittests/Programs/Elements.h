//===- Elements.h - numbers in memory ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_PROGRAMS_ELEMENTS_H
#define SPINDLE_UNITTESTS_PROGRAMS_ELEMENTS_H

#include "Trial.h"

namespace spindle::programs {

/// The bytes of `values` in the type `type`; an i1 is a byte, true where the
/// value is not zero.
std::vector<char> packNumbers(const std::vector<Number> &values,
                              mlir::Type type);

/// The numbers in `bytes`.
std::vector<Number> unpackNumbers(const std::vector<char> &bytes,
                                  mlir::Type type);

} // namespace spindle::programs

#endif // SPINDLE_UNITTESTS_PROGRAMS_ELEMENTS_H
