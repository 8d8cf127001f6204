//===- TensorCheck.h - Checks of lists of entries ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_TENSORCHECK_H
#define SPINDLE_RUNTIME_STORAGE_TENSORCHECK_H

#include "Spindle/Runtime/Storage/CooTensor.h"
#include "Spindle/Runtime/Support/Workers.h"

namespace spindle::runtime {

/// `validate`, by all workers.
std::optional<Error> validate(const CooTensor &tensor, Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_TENSORCHECK_H
