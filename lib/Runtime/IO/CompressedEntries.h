//===- CompressedEntries.h - From compressed axes to entries ----*- C++ -*-===//
//
// Files that compress an axis, rows or columns, need not be sorted or unique
// inside of it, as storages are.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_COMPRESSEDENTRIES_H
#define SPINDLE_LIB_RUNTIME_IO_COMPRESSEDENTRIES_H

#include "Spindle/Runtime/Support/Array.h"

#include <optional>

namespace spindle::runtime {

/// The elements of `array`, integers of any type, as i64; `array` itself where
/// it has that type. Error: no memory.
Expected<Array> toInt64(const Array &array);

/// The coordinate on the compressed axis of each of `entries` entries: i64,
/// shape {entries}. `offsets` (i64, rank 1, not empty) says where every
/// coordinate's entries start and the last one's end; `axis` is "row" or
/// "column". Errors: offsets that do not start at 0, descend, or do not end at
/// `entries`, with the 0-based index; no memory.
Expected<Array> expandOffsets(const Array &offsets, int64_t entries,
                              const std::string &axis);

/// Checks that all of `indices` (i64, rank 1), coordinates on `axis`, are in
/// [0, extent). Error: the first that is not, with its 0-based index, and its
/// coordinate on the axis `majorAxis` out of `major` unless that is null.
std::optional<Error> checkIndices(const Array &indices, int64_t extent,
                                  const std::string &axis,
                                  const Array *major = nullptr,
                                  const std::string &majorAxis = "");

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_COMPRESSEDENTRIES_H
