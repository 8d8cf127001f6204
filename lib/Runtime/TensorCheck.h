//===- TensorCheck.h - Checks of lists of entries ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_TENSORCHECK_H
#define SPINDLE_LIB_RUNTIME_TENSORCHECK_H

#include "Workers.h"

#include "Spindle/Runtime/CooTensor.h"

namespace spindle::runtime {

/// `validate`, by all workers.
std::optional<Error> validate(const CooTensor &tensor, Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_TENSORCHECK_H
