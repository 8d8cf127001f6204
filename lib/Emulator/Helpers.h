//===- Helpers.h - functions that compiled steps call -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_HELPERS_H
#define SPINDLE_LIB_EMULATOR_HELPERS_H

#include "llvm/ADT/ArrayRef.h"

#include <utility>

namespace spindle::emulator {

/// Names and addresses of functions that compiled steps call.
llvm::ArrayRef<std::pair<const char *, void *>> getHelpers();

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_HELPERS_H
