//===- Emulated.h - the emulator as a driver --------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EXECUTION_EMULATED_H
#define SPINDLE_LIB_EXECUTION_EMULATED_H

#include "Spindle/Execution/Device.h"

namespace spindle::execution {

/// The emulator's functions, after it began anew with `options`. Error: options
/// that it does not know.
llvm::Expected<const SpindleDriver *> openEmulator(llvm::StringRef options);

/// What the emulator has found to be wrong, where it is the device: ", " and
/// the first fault. Else empty.
std::string describeFault(DeviceKind kind);

} // namespace spindle::execution

#endif // SPINDLE_LIB_EXECUTION_EMULATED_H
