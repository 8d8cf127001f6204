//===- PositionStream.h - Where sorted elements are on levels ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass over the sorted elements of a tensor, some at a time, that finds their
// positions on each level. It runs once to learn how many positions each level
// has, and again to write them.
//
// Elements are sorted by the levels' coordinates, so that those of one fibre
// follow one another and a node begins where a coordinate or the parent's
// position changes. The exception is a fixed level that lies beside another one
// with positions of its own: its slots are found by a sort of their own
// (`findSlots`).
//
// A pass may begin anywhere that no fibre of a fixed or variable level goes on.
// Positions that levels count are then given, or unknown by as much: whether
// two elements have one position does not depend on that, so the positions of
// each range can be counted before what they are is known.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_POSITIONSTREAM_H
#define SPINDLE_LIB_RUNTIME_CONVERT_POSITIONSTREAM_H

#include "EntryKeys.h"

namespace spindle::runtime {

/// A fibre that is not as it should be.
struct OddFibre {
  /// An element of it; -1 where there is no such fibre.
  int64_t element = -1;
  /// How many coordinates it has; for a gap, the coordinate that is missing.
  int64_t count = 0;
};

/// What a pass learns of the fibres of one level that have elements.
struct FibreCounts {
  /// The number of fibres.
  int64_t fibres = 0;
  /// The number of positions of a compressed or variable level; -1 where it
  /// overflows.
  int64_t positions = 0;
  /// The most coordinates of a fibre of a fixed level.
  int64_t longest = 0;
  /// The first fibre with more, or less, coordinates than the width.
  OddFibre tooLong, tooShort;
  /// The first fibre of a variable level that lacks a coordinate.
  OddFibre gap;

  /// Counts a fibre of `count` coordinates that `element` belongs to.
  void addFibre(int64_t element, int64_t count, int64_t width);
  /// Adds what a pass over the elements behind these has learnt.
  void add(const FibreCounts &next);
};

/// For each fixed level that is not streamed the slot of each element in its
/// fibre; empty for others.
using Slots = std::vector<FallibleVector<int64_t>>;

/// Finds the slots of `level`, which is fixed and not streamed, and counts its
/// fibres. Error: memory that cannot be had.
std::optional<Error> findSlots(const StoragePlan &plan, const KeyFields &fields,
                               const SortedEntries &entries, int64_t level,
                               int64_t width, Workers &workers,
                               FallibleVector<int64_t> &slots,
                               FibreCounts &counts);

/// The coordinates of element `e` on all levels.
std::vector<int64_t> getCoordinates(const KeyFields &fields,
                                    const SortedEntries &entries, int64_t e);

/// A pass over the elements. All that it is made of must outlive it.
class PositionStream {
public:
  /// How many elements are looked at together.
  static constexpr int64_t chunkSize = 512;

  PositionStream(const StoragePlan &plan, const KeyFields &fields,
                 const SortedEntries &entries, const Slots &slots,
                 const StorageSizes &sizes);

  /// Begins at element `begin`. `starts[l]` is how many positions level l,
  /// compressed or variable, has before it. Looks at the levels before `end`.
  void startAt(int64_t begin, const std::vector<int64_t> &starts, int64_t end);
  /// Looks at the next `count` elements, from `begin`, on the levels before
  /// `end`.
  void advance(int64_t begin, int64_t count, int64_t end);
  /// Counts the last fibre of each level, which ends with the element before
  /// `end`.
  void finish(int64_t end);

  /// The coordinates of these elements on `level`.
  const int64_t *coordinates(int64_t level) const {
    return buffers[level].coordinates.data() + 1;
  }
  /// Their positions on `level`.
  const int64_t *positions(int64_t level) const {
    return buffers[level].positions.data() + 1;
  }
  /// The positions of their parents on `level`; 0 for a root.
  const int64_t *parents(int64_t level) const;
  /// Their offsets in their fibres on `level`, which is dense or fixed.
  const int64_t *offsets(int64_t level) const {
    return buffers[level].slots.empty() ? coordinates(level)
                                        : buffers[level].slots.data() + 1;
  }
  /// Adds the offsets in memory of `dims`, which lie `strides` apart, up into
  /// `addresses`.
  void addresses(const std::vector<int64_t> &dims,
                 const std::vector<int64_t> &strides, int64_t count,
                 int64_t *addresses) const;
  /// What was learnt of the fibres of `level`.
  const FibreCounts &counts(int64_t level) const {
    return buffers[level].counts;
  }

private:
  /// What is known of the elements on one level; the first entry of each list
  /// is that of the element before.
  struct Buffers {
    std::vector<int64_t> coordinates, positions, slots;
    /// How far apart the dimensions of several parents lie.
    std::vector<int64_t> strides;
    FibreCounts counts;
    /// The fibre at hand: its first position and how many it has so far.
    int64_t base = 0, length = 0;
  };

  void readCoordinates(int64_t level, int64_t begin, int64_t count);
  void markChanges(const int64_t *list, int64_t count);
  void placeDense(int64_t level, int64_t count);
  void placeCompressed(int64_t level, int64_t count);
  void placeVariable(int64_t level, int64_t begin, int64_t count);
  void placeFixed(int64_t level, int64_t begin, int64_t count);
  void copySlots(int64_t level, int64_t begin, int64_t count);
  void endVariableFibre(Buffers &level);
  void place(int64_t level, int64_t begin, int64_t count);

  const StoragePlan &plan;
  const KeyFields &fields;
  const SortedEntries &entries;
  const Slots &slots;
  const StorageSizes &sizes;
  std::vector<Buffers> buffers;
  /// The parents of a root's positions.
  std::vector<int64_t> zeros;
  /// Whether a new node, or fibre, begins with an element.
  std::vector<uint8_t> changes;
  /// The elements before the ones at hand.
  int64_t seen = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_POSITIONSTREAM_H
