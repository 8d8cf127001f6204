//===- Widening.h - Types that hold each other's numbers --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_WIDENING_H
#define SPINDLE_RUNTIME_SUPPORT_WIDENING_H

#include "Spindle/Runtime/Support/Array.h"

namespace spindle::runtime {

/// Whether every number of type `narrow` is one of type `wide`: f64 holds f32
/// and i32, no float holds all of i64, and a complex type holds what its parts
/// do.
bool holdsAll(DType wide, DType narrow);

/// `array` with elements of type `wide`; itself where they are. Requires
/// `holdsAll(wide, array.dtype())`. Error: memory that cannot be had.
Expected<Array> widen(const Array &array, DType wide);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_WIDENING_H
