//===- EntryKeys.h - Coordinates packed into sortable words -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinates of an entry on the levels of a format, one behind the other
// as bits of a few words, so that comparing words compares coordinates. Sorting
// entries is sorting words, and the coordinates are read back from them.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_ENTRYKEYS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_ENTRYKEYS_H

#include "Inspectors.h"
#include "KeySort.h"
#include "Progress.h"

#include "Spindle/Runtime/Storage/StoragePlan.h"

namespace spindle::runtime {

/// Where the coordinates of levels lie in the words of a key.
struct KeyFields {
  struct Field {
    int word = -1;
    int shift = 0;
    uint64_t mask = 0;
    /// The smallest coordinate, which is packed as 0.
    int64_t from = 0;

    /// The coordinate in `word`.
    int64_t read(uint64_t word) const {
      return static_cast<int64_t>(word >> shift & mask) + from;
    }
  };

  /// Packs coordinates below `extents[l]` of the levels `order`, the first of
  /// which counts most.
  /// `froms[l]` is the smallest one of level `l`, 0 where there is no list.
  KeyFields(const std::vector<int64_t> &extents,
            const std::vector<int64_t> &order,
            const std::vector<int64_t> &froms = {});

  /// Adds the coordinate of key `e` on `level` to `words`, which are of zeros
  /// there.
  void pack(int64_t level, int64_t coordinate, KeyWords &words,
            int64_t e) const {
    if (fields[level].mask)
      words[fields[level].word][e] |= uint64_t(coordinate - fields[level].from)
                                      << fields[level].shift;
  }

  /// For each level its field; that of one that is not packed has no word.
  std::vector<Field> fields;
  /// For each word how many of its low bits are used; at least one word.
  std::vector<int> bits;
};

/// The distinct elements of a tensor in the order of a format's levels.
struct SortedEntries {
  /// Word w of the key of element e is `words[w][e]`.
  KeyWords words;
  /// The entries of the tensor, sorted by their keys and, of equal ones, as the
  /// input has them; empty where the input is sorted.
  KeyOrder sources;
  /// Where each element's entries start in `sources`, and the end of the last;
  /// empty where each element has one entry.
  FallibleVector<int64_t> starts;

  /// The number of elements.
  int64_t count() const { return words.front().size(); }
  /// The first entry of element `e` in `sources`.
  int64_t start(int64_t e) const { return starts.size() ? starts[e] : e; }
  /// The entry of the tensor at index `s` of `sources`.
  int64_t source(int64_t s) const { return sources.size() ? sources[s] : s; }
};

/// Packs, sorts and compares the entries of `tensor`, which is valid and has
/// the `numbers` of the format's inspectors, by `fields`. Error: memory that
/// cannot be had.
Expected<SortedEntries> sortByKeys(const StoragePlan &plan,
                                   const KeyFields &fields,
                                   const CooTensor &tensor,
                                   const PatternNumbers &numbers,
                                   Workers &workers, Progress &progress);

/// Applies a step to `count` coordinates below `bound`.
void applyStep(Step step, int64_t bound, uint64_t *x, int64_t count);

/// The extents of the coordinates of all levels, as small as `numbers` tell.
std::vector<int64_t> findExtents(const StoragePlan &plan,
                                 const PatternNumbers &numbers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_ENTRYKEYS_H
