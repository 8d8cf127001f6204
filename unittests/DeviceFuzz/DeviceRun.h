//===- DeviceRun.h - runs a case on the emulator -------------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICERUN_H
#define SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICERUN_H

#include "DeviceCase.h"

namespace spindle::devicefuzz {

/// What a fault begins with that is no fault: a program that is refused.
inline constexpr llvm::StringLiteral kRefused = "refused: ";

/// Interprets the program of a case, compiles it, runs it on the emulator, and
/// compares. Says what is wrong, if anything. Of `counts`, `programs` are those
/// that were interpreted, `compiled` those that ran.
std::string runDeviceCase(mlir::MLIRContext &context, const DeviceCase &drawn,
                          formatfuzz::Counts &counts);

} // namespace spindle::devicefuzz

#endif // SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICERUN_H
