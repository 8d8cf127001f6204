//===- Options.h - how the emulator runs kernels ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EMULATOR_OPTIONS_H
#define SPINDLE_EMULATOR_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace spindle::emulator {

/// How kernels are run, and on what.
struct Options {
  /// Blocks and warps run in an order drawn from this; 0: in order of numbers.
  uint64_t seed = 0;
  /// Whether faults are looked for: races, bounds, and the like.
  bool checked = true;
  /// Whether memory requests are counted.
  bool counting = true;
  /// The compute capability, as 90 for sm_90.
  int capability = 90;
  /// Bytes of device memory.
  uint64_t memoryBytes = uint64_t(8) << 30;
  /// Steps that the warps of one block take before it counts as stuck.
  uint64_t stepLimit = uint64_t(1) << 32;
  /// CUDA's library of mathematical functions, libdevice.10.bc; where empty it
  /// is looked for in $CUDA_HOME, $CUDA_ROOT, $CUDA_PATH and /usr/local/cuda.
  std::string libdevice;
};

/// Options from a text such as "seed=3,checked=0,chip=sm_80,memory=65536":
/// `memory` in bytes, `steps`, `counting`, `libdevice`. Those not named are as
/// above. Error: another word, or a value that is no number.
llvm::Expected<Options> parseOptions(llvm::StringRef text);

} // namespace spindle::emulator

#endif // SPINDLE_EMULATOR_OPTIONS_H
