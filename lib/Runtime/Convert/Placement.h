//===- Placement.h - Where the elements of a matrix go ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion of a matrix that is a list of fibres (Fibres.h), in time
// linear in its elements: the levels of the format are filled in place, and no
// element is sorted but among those of a few neighbouring fibres.
//
// That takes formats in which the order of the fibres tells the order of
// everything that is stored with a coordinate. What a level's coordinate is
// made of, and how its positions are found, follows from the descriptor alone:
//
//   dense       parent * width + coordinate
//   per fibre   as the whole fibre's; found once for each
//   counted     first position of the parent's fibre + coordinate
//   in order    the same + how many coordinates of the fibre came before
//   ranked      the same + how many coordinates of the fibre are smaller, of
//               the elements of some neighbouring fibres
//   tabled      how many coordinates of all are smaller
//   listed      the number of the element
//   below       the position, or the address, of its parents
//
// Whatever else a format has, and whatever it cannot hold, is declined: the
// conversion that sorts all elements (Conversion.h) does it, and words errors.
// It is what this one is tested against.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_PLACEMENT_H
#define SPINDLE_LIB_RUNTIME_CONVERT_PLACEMENT_H

#include "Fibres.h"
#include "Progress.h"

#include "Spindle/Runtime/Storage/StorageArrays.h"

namespace spindle::runtime {

/// What the coordinate of a level is made of.
enum class Origin : uint8_t {
  /// A number that is the same for all elements of a fibre.
  Key,
  /// The other coordinate.
  Other,
  /// The difference of both.
  Difference,
  /// How many elements of the fibre come before.
  Slot,
  /// The rank of the other coordinate among those of some fibres.
  Rank
};

/// How the positions of a level are found.
enum class Way : uint8_t {
  Dense,
  PerFibre,
  Counted,
  InOrder,
  Ranked,
  Tabled,
  Listed,
  Below
};

/// What is known of a level from the format and the lead alone.
struct PlacedLevel {
  Origin origin = Origin::Key;
  Way way = Way::Dense;
};

/// How the levels of `plan`'s format are filled from fibres along dimension
/// `lead`; nothing where they cannot.
std::optional<std::vector<PlacedLevel>> findWays(const StoragePlan &plan,
                                                 int64_t lead);

/// A matrix on its way into a format.
struct Placement {
  /// Finds all sizes. Nothing where this is declined. All that it is made of
  /// outlives it. Error: memory that cannot be had.
  static Expected<std::optional<Placement>>
  make(const StoragePlan &plan, Fibres &fibres, Workers &workers);

  /// Writes all arrays of `storage`, as `allocateStorage` makes them, and to
  /// `addresses`, where it is not null, where each entry's element went. False
  /// where two elements need one address.
  Expected<bool> fill(Storage &storage, int64_t *addresses);

  /// Calls `fn(worker, walk)` with the elements of each worker's fibres, some
  /// at a time.
  template <typename Fn> void walk(Fn &&fn) const;

  /// Whether the fibres of `level` are the list's, element for element.
  bool isPlain(int64_t level) const;

  const StoragePlan &plan;
  Fibres &fibres;
  Workers &workers;
  std::vector<PlacedLevel> levels;
  StorageSizes sizes = {};
  /// Of each inspector, the number of each fibre, or of each element; of an
  /// order also the coordinate at each position.
  std::vector<FallibleVector<int64_t>> fibreLists = {};
  std::vector<FallibleVector<int32_t>> ranks = {};
  std::vector<FallibleVector<int64_t>> subjects = {};
  /// Of each level whose coordinate is a number of the fibre, that number; of
  /// each that is placed once for each fibre, the position. Those that are not
  /// arrays of something else lie in `ownLists`.
  std::vector<const int64_t *> numbers = {}, positions = {};
  std::vector<FallibleVector<int64_t>> ownLists = {};
  /// Of each level with positions, the first one under each parent and the end
  /// of the last.
  std::vector<FallibleVector<int64_t>> bases = {};
  /// Of a ranked level the rank of each element, of a tabled one that of each
  /// coordinate.
  std::vector<FallibleVector<int32_t>> levelRanks = {};
  /// The level whose positions are the numbers of the elements; -1: none.
  int64_t identical = -1;

private:
  Placement(const StoragePlan &plan, Fibres &fibres, Workers &workers,
            std::vector<PlacedLevel> levels);

  Expected<bool> number();
  Expected<bool> order(int64_t inspector);
  std::optional<Error> measure(int64_t inspector);
  Expected<bool> rank(int64_t inspector);
  std::optional<Error> readNumbers();
  Expected<bool> placeFibres();
  Expected<bool> placeCounted(int64_t level);
  Expected<FallibleVector<int64_t>> sortFibres(int64_t level) const;
  std::optional<Error> placePieces();
  std::optional<Error> placeDense(int64_t level);
  Expected<bool> countElements();
  Expected<bool> countRanks(int64_t level);
  Expected<bool> countTable(int64_t level);
  Expected<bool> countLevel(int64_t level);
  bool countInOrder(int64_t level);
  bool countVariable(int64_t level);
  bool countFixed(int64_t level);
  bool findIdentical(int64_t level);
  bool setSize(int64_t level);
  std::optional<Error> makeBases(int64_t level);
  void finishBases(int64_t level);
};

/// Some elements that follow one another.
struct Chunk {
  static constexpr int64_t most = 512;

  /// The first element, their number, and the fibre of the first.
  int64_t begin = 0, count = 0, fibre = 0;
};

/// A walk over the elements of some fibres that finds, some at a time, their
/// coordinates and positions.
class ElementWalk {
public:
  ElementWalk(const Placement &placement, int64_t firstFibre, int64_t endFibre);

  /// Goes to the next elements; false at the end.
  bool next();
  /// Finds their coordinates on `level`.
  void read(int64_t level);
  /// Finds their positions on `level`, after those on the levels above it; with
  /// `counts`, on a level in order, only the slots.
  void place(int64_t level, bool counts = false);

  const Chunk &chunk() const { return at; }
  /// The coordinates, and the positions, of the elements on `level`.
  const int64_t *coordinates(int64_t level) const {
    return buffers[level].coordinate;
  }
  const int64_t *positions(int64_t level) const {
    return buffers[level].position;
  }
  /// How many coordinates of their fibre on `level`, which is in order, came
  /// before.
  const int64_t *slots(int64_t level) const { return buffers[level].slot; }
  /// The positions of their parents on `level`; 0 for a root.
  const int64_t *parents(int64_t level) const;
  /// Their addresses in the dimensions `dims`, which lie `strides` apart; `sum`
  /// is room for them.
  const int64_t *addresses(const std::vector<int64_t> &dims,
                           const std::vector<int64_t> &strides,
                           int64_t *sum) const;
  /// Copies to `to`, for each element, what `list` has for its fibre.
  void expand(const int64_t *list, int64_t *to) const;
  /// Whether coordinates that were to ascend do.
  bool isInOrder() const { return ascends; }

private:
  /// What is known of the elements on one level.
  struct Buffer {
    const int64_t *coordinate = nullptr, *position = nullptr, *slot = nullptr;
    /// Room for the three, as far as they are no list of something else.
    std::vector<int64_t> own[3];
    /// The last element's parent, coordinate and slot.
    int64_t parent = -1, last = -1, count = -1;
    std::vector<int64_t> strides;
    /// Whether anything is made of the coordinates, of the positions.
    bool isRead = false, isPlaced = false;
  };

  void findNeeded();
  int64_t *room(int64_t level, int which);
  void readOthers();
  void readSlots();
  void countSlots(int64_t level);
  void addToParents(int64_t level, const int64_t *first, int64_t width,
                    const int64_t *list);

  const Placement &placement;
  const StoragePlan &plan;
  const Fibres &fibres;
  int64_t endFibre;
  Chunk at;
  std::vector<Buffer> buffers;
  std::vector<int64_t> zeros, others, slotsInFibre;
  bool hasOthers = false, hasSlots = false, ascends = true;
};

template <typename Fn> void Placement::walk(Fn &&fn) const {
  workers.run([&](int64_t w) {
    ElementWalk walk(*this, fibres.firstOf(workers, w),
                     fibres.firstOf(workers, w + 1));
    while (walk.next())
      fn(w, walk);
  });
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_PLACEMENT_H
