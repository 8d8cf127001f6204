//===- Driver.h - CUDA's driver API on the emulator -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of CUDA's driver API act on one emulator of the process. It is
// made at the first call, with the options in the environment variable
// SPINDLE_EMULATOR. The shared library libspindle_emulator.so exports them by
// CUDA's names; a program that links the static library asks for them by name.
//
// All work is done when a call returns. A launch that fails returns its error
// itself, and later calls are not affected.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EMULATOR_DRIVER_H
#define SPINDLE_EMULATOR_DRIVER_H

#include "Spindle/Emulator/Emulator.h"

namespace spindle::emulator {

/// The function of CUDA's driver API of that name, as "cuMemAlloc_v2", or null.
void *getDriverFunction(const char *name);

/// The emulator that these functions act on; null where the options are wrong.
Emulator *getProcessEmulator();

/// Makes a new one with `options`, with nothing allocated or loaded; what the
/// last one has given is void. Error: that of Emulator::create.
llvm::Error resetProcessEmulator(Options options);

} // namespace spindle::emulator

extern "C" {
/// Sets `json` to what was counted and found, an object; free it by free().
CUresult spindleEmulatorReport(char **json);
/// Forgets what was counted and found.
CUresult spindleEmulatorClearReport(void);
/// Starts anew with these options, a text as in SPINDLE_EMULATOR; null: those
/// of the environment.
CUresult spindleEmulatorReset(const char *options);
}

#endif // SPINDLE_EMULATOR_DRIVER_H
