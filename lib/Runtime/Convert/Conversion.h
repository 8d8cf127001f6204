//===- Conversion.h - From entries to a storage, step by step ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_CONVERSION_H
#define SPINDLE_LIB_RUNTIME_CONVERT_CONVERSION_H

#include "PositionStream.h"

#include "Spindle/Runtime/Storage/StorageArrays.h"

namespace spindle::runtime {

/// The elements that one worker looks at, [begin, end).
struct ElementRange {
  int64_t begin = 0, end = 0;
  /// For each compressed or variable level how many positions it has before.
  std::vector<int64_t> starts = {};
};

/// A tensor on its way into a format. Its sizes are known before memory of the
/// storage is allocated.
struct Conversion {
  /// Sorts the entries and finds all sizes. Errors: those of `store` but for
  /// the ones that `fillStorage` finds.
  static Expected<Conversion> make(const CooTensor &tensor,
                                   const Format &format, Workers &workers,
                                   Progress &progress);

  StoragePlan plan;
  PatternNumbers numbers;
  KeyFields fields;
  SortedEntries entries;
  /// For each worker its elements: those of two share nothing that is stored.
  std::vector<ElementRange> ranges;
  Slots slots = {};
  StorageSizes sizes = {};
  /// What is known of each level's fibres.
  std::vector<FibreCounts> counts = {};
};

/// The first element that found another coordinate in its cell of a singleton,
/// which one, and that level; -1 for none.
struct CellConflict {
  int64_t element = -1, level = -1, coordinate = 0;
};

/// Which cells of levels were seen to have an element; empty for levels of
/// which that need not be known.
struct SeenCells {
  /// For each fixed level that must have all cells, the fibres.
  std::vector<FallibleVector<uint8_t>> fibres;
  /// For each singleton that may lack cells, or have two elements in one, the
  /// cells.
  std::vector<FallibleVector<uint8_t>> cells;
  CellConflict conflict = {};
};

/// Writes all arrays of `storage`, as `allocateStorage` makes them. Errors: a
/// singleton of two coordinates, or cells that lack one; a unique singleton
/// with a coordinate twice; memory that cannot be had.
std::optional<Error> fillStorage(const Conversion &conversion,
                                 const CooTensor &tensor, Array *addresses,
                                 Workers &workers, Progress &progress,
                                 Storage &storage);

/// `store` of a tensor by all workers, in a format whose fibres are not cut to
/// pieces (PieceStorage.h).
Expected<Storage> storeByKeys(const CooTensor &tensor, const Format &format,
                              Array *addresses, Workers &workers,
                              Progress &progress);

/// Checks that each existing cell has what its level needs, as far as `seen`
/// has it.
std::optional<Error> checkSeen(const Conversion &conversion,
                               const Storage &storage, const SeenCells &seen);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_CONVERSION_H
