//===- Inspections.h - what compiled code finds in a pattern ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled code calls these functions to have an inspector look at the arrays
// of axes and fill others, of which axes are made. It begins an inspection,
// hands over numbers and arrays in the order that the inspector wants them in,
// and calls that, which ends the inspection. Last it is given the address of
// 64-bit integers, as many as it has results, which it fills.
//
// All numbers and addresses are 64-bit integers, as `index` is. A text is the
// address of characters that end with a zero. An error is told to the handler
// of `setCheckHandler`; where that returns, the results are 0.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_INSPECT_INSPECTIONS_H
#define SPINDLE_RUNTIME_INSPECT_INSPECTIONS_H

#include "Spindle/Runtime/Support/CalledFunction.h"

#include <array>
#include <cstdint>

namespace spindle::runtime {

/// The functions below, under the names `_mlir_ciface_spindle_inspect_...` by
/// which compiled code calls them, and which the library has too.
const std::array<CalledFunction, 7> &getInspectFunctions();

} // namespace spindle::runtime

extern "C" {

/// Begins an inspection whose errors begin with `text`.
int64_t spindle_inspect_begin(int64_t text);

/// Hands the next number to `inspection`.
void spindle_inspect_number(int64_t inspection, int64_t number);

/// Hands the next array to `inspection`: `size` integers of `bytes` bytes, the
/// first of which is at `address`, `stride` elements apart.
void spindle_inspect_array(int64_t inspection, int64_t bytes, int64_t address,
                           int64_t size, int64_t stride);

/// `findWavefronts`: the numbers are the rows, and 1 for a loop that goes
/// backwards; the arrays the positions and columns of rows, then `starts`,
/// `order` and `numbers`. The result is the number of wavefronts.
void spindle_inspect_wavefronts(int64_t inspection, int64_t results);

/// `findTiles`, and `findFurther` for each loop behind the consumer: the
/// numbers are the rows of the consumer, those of the producer's pattern where
/// there is one, those of further loops, the producer's rows, then `tileRows`,
/// `workers`, `cacheBytes`, `fixedBytes`, `elementBytes`, `producerRowBytes`,
/// `columnBytes`, `intermediateRowBytes` and `consumerRowBytes`; `readsItself`
/// of the consumer and of each further loop; of each of these, `elementBytes`,
/// `readRowBytes` and `rowBytes`. The arrays are the positions and columns of
/// each pattern, then the seven that are filled, and the four of each further
/// loop. The results are `tiles`, `restTiles`, `mostRows` and `fusedElements`,
/// and of further loops `restTiles` and `fusedElements`.
void spindle_inspect_tile_fusion(int64_t inspection, int64_t results);

/// `checkWavefronts`, of the same numbers and arrays, which were found before.
/// `results` has what it found; nothing is written there.
void spindle_inspect_check_wavefronts(int64_t inspection, int64_t results);

/// `checkTiles`, so, of what `findTiles` found.
void spindle_inspect_check_tile_fusion(int64_t inspection, int64_t results);

} // extern "C"

#endif // SPINDLE_RUNTIME_INSPECT_INSPECTIONS_H
