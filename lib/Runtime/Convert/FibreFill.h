//===- FibreFill.h - Fibres of equal distances ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In many formats the elements of a fibre lie one behind the other, or a fixed
// distance apart: of a row in `ell`, in `sell`, in `rowlen`. Then the address
// of its first element says where all are, and nothing else has to be found for
// each. Which formats these are follows from how their levels are filled.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_FIBREFILL_H
#define SPINDLE_LIB_RUNTIME_CONVERT_FIBREFILL_H

#include "Placement.h"

namespace spindle::runtime {

/// Where the elements of each fibre lie.
class FibreFill {
public:
  /// Nothing where they do not lie so. `placement` outlives the result. Error:
  /// memory that cannot be had.
  static Expected<std::optional<FibreFill>> make(const Placement &placement);

  /// Writes the values, the bitmap, the lengths and the coordinates of all
  /// elements; calls `note(element, address)` where it is not null.
  template <typename Note> void write(Storage &storage, Note *note) const;

private:
  explicit FibreFill(const Placement &placement) : placement(placement) {}

  bool findLevels();
  std::optional<Error> findFirsts();
  void writeLengths(Storage &storage) const;
  void writeFibres(int64_t first, int64_t end, Storage &storage) const;
  template <typename From, typename To>
  void copy(int64_t first, int64_t end, const From *from, To *to) const;
  /// Calls `fn(element, address)` with the elements of the fibres [first, end).
  template <typename Fn>
  void forEach(int64_t first, int64_t end, Fn &&fn) const {
    const int64_t *starts = placement.fibres.starts.data();
    for (int64_t f = first; f < end; ++f)
      for (int64_t e = starts[f], place = firsts[f]; e < starts[f + 1];
           ++e, place += stride)
        fn(e, place);
  }

  const Placement &placement;
  /// The level whose positions go from element to element of a fibre, and the
  /// one that has their coordinates; -1 for none.
  int64_t counted = -1, coordinates = -1;
  /// The address of the first element of each fibre, and how far apart they
  /// lie.
  FallibleVector<int64_t> firsts;
  int64_t stride = 1;
};

template <typename Note>
void FibreFill::write(Storage &storage, Note *note) const {
  writeLengths(storage);
  const Fibres &fibres = placement.fibres;
  Workers &workers = placement.workers;
  workers.run([&](int64_t w) {
    int64_t first = fibres.firstOf(workers, w);
    int64_t end = fibres.firstOf(workers, w + 1);
    writeFibres(first, end, storage);
    if (note)
      forEach(first, end, *note);
  });
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_FIBREFILL_H
