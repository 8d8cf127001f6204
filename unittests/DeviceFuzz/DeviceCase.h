//===- DeviceCase.h - a program, and how a GPU runs it -------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A case is drawn by its seed alone: a program that ships on a tensor in a
// random format, or a random program, in either a schedule and what else code
// for a GPU depends on. The emulator runs it, and finds no fault. Integers are
// those of the interpreter bit for bit, and so are floats that are small whole
// numbers, whose sums are exact; others lie within the bound that the order of
// sums explains.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICECASE_H
#define SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICECASE_H

#include "Differential/Case.h"
#include "FormatFuzz/FormatCase.h"
#include "Spindle/Session/StoredTensor.h"

namespace spindle::devicefuzz {

using differential::Random;

/// What code for a GPU depends on, and how it is run.
struct DeviceWay {
  std::string chip;
  /// Bits of an index on the GPU; 0 for kernels of both, by the sizes.
  int64_t indexBits = 0;
  /// Threads of a block where no schedule says so.
  int64_t threads = 128;
  /// `auto`, `none`, or the name of one that ships.
  std::string schedule;
  /// Draws values of the schedule's knobs; none for those of the strategy.
  std::optional<uint64_t> knobSeed;
  bool isStrict = false;
  /// Whether code may be for the sizes at hand alone.
  bool specializes = false;
  /// Orders the blocks and the warps.
  uint64_t order = 0;
};

/// A program that ships and a tensor.
struct ShippedCase {
  /// The format, the tensor, the program and the extents of what is dense
  /// alone; `choices` are not used.
  formatfuzz::FormatCase drawn;
  session::StoredTensor stored;
  /// Whether numbers are real ones, whose sums are rounded.
  bool areReal = false;
};

/// A case that is drawn.
struct DeviceCase {
  /// A random one comes with its schedule.
  std::variant<ShippedCase, differential::Case> program;
  DeviceWay way;
};

/// The case of `seed`.
DeviceCase drawDeviceCase(mlir::MLIRContext &context, uint64_t seed);

/// The case as text.
std::string printDeviceCase(const DeviceCase &drawn);

} // namespace spindle::devicefuzz

#endif // SPINDLE_UNITTESTS_DEVICEFUZZ_DEVICECASE_H
