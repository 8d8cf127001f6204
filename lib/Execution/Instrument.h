//===- Instrument.h - kernels under a sanitizer -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where Spindle itself is built for AddressSanitizer or ThreadSanitizer, so are
// the kernels that it compiles in process: their functions are marked before
// they are optimised, and instrumented after, as clang does it. What the
// instrumented code calls is in the program, which has the sanitizer's runtime.
// In other builds nothing happens.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EXECUTION_INSTRUMENT_H
#define SPINDLE_LIB_EXECUTION_INSTRUMENT_H

#include "llvm/IR/Module.h"

namespace spindle::execution {

/// Marks the functions of `module` that are to be instrumented: all that it
/// defines.
void markForSanitizer(llvm::Module &module);

/// Instruments the functions that are marked.
void instrument(llvm::Module &module);

} // namespace spindle::execution

#endif // SPINDLE_LIB_EXECUTION_INSTRUMENT_H
