//===- Wavefronts.h - rows that do not wait for one another -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A serial loop goes through the rows of a matrix. In each it writes what
// belongs to the row, and reads what belongs to the rows that its columns
// name. Rows of one wavefront do not touch what another one of it writes; so
// these come in any order, and wavefronts one after the other. Each row reads
// then what it reads in the serial loop: what a row before it has written, and
// what a row after it has not written yet.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_INSPECT_WAVEFRONTS_H
#define SPINDLE_RUNTIME_INSPECT_WAVEFRONTS_H

#include "Spindle/Runtime/Inspect/RowPattern.h"
#include "Spindle/Runtime/Support/Error.h"

#include <cstdint>
#include <optional>

namespace spindle::runtime {

/// What is found: of one type of integers, without gaps. `starts` has room for
/// one entry more than there are rows, `order` and `numbers` for one a row.
struct WavefrontArrays {
  /// Where each wavefront begins in `order`; one entry more than wavefronts.
  IndexArray starts;
  /// All rows: those of a wavefront ascend.
  IndexArray order;
  /// The wavefront of each row.
  IndexArray numbers;
};

/// Finds the wavefronts of a loop that goes through the rows of `pattern` from
/// the first to the last or, `backwards`, from the last to the first. Row i is
/// in the wavefront after the last one of the rows before it, in the order of
/// the loop, that it has as columns or that have it as a column; columns that
/// are no row belong to none. Returns how many wavefronts there are. Takes time
/// O(rows + columns). Errors: arrays that are too short, of other integers or
/// that break the laws above; a negative column.
Expected<int64_t> findWavefronts(const RowPattern &pattern, bool backwards,
                                 const WavefrontArrays &found);

/// Checks that a loop through `pattern` may run by `starts` and `order` of
/// `found`, which has `count` wavefronts: that each row is in one of them, and
/// that rows which touch what is another's are in wavefronts that come as the
/// rows do. `numbers` is room, and written. Takes as long. Errors: those above;
/// the wavefront, the row and the column where it is not so.
std::optional<Error> checkWavefronts(const RowPattern &pattern, bool backwards,
                                     const WavefrontArrays &found,
                                     int64_t count);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_INSPECT_WAVEFRONTS_H
