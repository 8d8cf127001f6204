//===- Rounding.h - how far rounded weights are off -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_ROUNDING_H
#define SPINDLE_LIB_SESSION_ROUNDING_H

#include "Spindle/Session/Operand.h"

namespace spindle::session {

/// How far the results among `operands`, which `program` has written, are from
/// what it computes in f64 with the weights that `lent` has: the largest
/// difference as a share of the largest element, infinite where one is no
/// number alone. Nothing where an operand is not one array. Errors: those of a
/// session.
llvm::Expected<std::optional<double>>
measureRounding(const Program &program, llvm::ArrayRef<Operand> operands,
                const LentOperands &lent, const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_ROUNDING_H
