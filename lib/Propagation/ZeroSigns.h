//===- ZeroSigns.h - who sees the sign of a zero ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product with 0 is 0 or -0, as the other factor says. Who makes that factor
// 0 may change the sign of the product, which 1 / x, copysign and the caller of
// a function see. A sum does not pass it on if the other term is never -0, as
// what is added up from 0 never is.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PROPAGATION_ZEROSIGNS_H
#define SPINDLE_LIB_PROPAGATION_ZEROSIGNS_H

#include "mlir/IR/Value.h"

namespace spindle {

/// Whether the signs of zeros that `value` may have have an effect on what a
/// function returns, or on anything else that is not followed here. `value` is
/// of floats, a tensor or an element in a body.
bool isZeroSignSeen(mlir::Value value);

} // namespace spindle

#endif // SPINDLE_LIB_PROPAGATION_ZEROSIGNS_H
