//===- AxisState.h - an axis and its memory ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_AXISSTATE_H
#define SPINDLE_LIB_INTERPRETER_AXISSTATE_H

#include "Number.h"

#include <optional>
#include <string>

namespace spindle::interpreter {

/// An array of integers of 1, 2, 4 or 8 bytes.
struct IntegerArray {
  int64_t operator[](int64_t index) const;

  const char *data = nullptr;
  int64_t size = 0;
  int64_t bytes = 0;
};

/// The positions of one fibre, from `begin` to before `end`.
struct Fibre {
  int64_t begin = 0, end = 0;

  int64_t length() const { return end - begin; }
  bool holds(int64_t position) const {
    return position >= begin && position < end;
  }
};

/// An axis that the running function has made. A root lies under the one
/// position 0 of nothing.
struct AxisState {
  /// A dense axis under `parentSize` positions; negative `extent`s do not pass
  /// `check`.
  static AxisState makeDense(int64_t extent, int64_t parentSize);
  /// A sparse axis under `parentSize` positions.
  static AxisState makeSparse(int64_t extent, int64_t parentSize,
                              IntegerArray positions, IntegerArray coordinates,
                              bool sorted, bool unique);

  /// What is wrong with the axis: of its extent, its arrays' sizes, the order
  /// of its positions, the range, order and uniqueness of its coordinates.
  /// Empty where nothing is. Comes before every question but
  /// `hasParentPosition`.
  std::string check() const;

  /// The number of positions of all fibres.
  int64_t size() const;
  /// Whether a fibre lies under `under`.
  bool hasParentPosition(int64_t under) const {
    return under >= 0 && under < parentSize;
  }
  /// The fibre under `under`; none where the parent has no such position.
  std::optional<Fibre> fibre(int64_t under) const;
  /// The coordinate of `position`, which lies in the fibre under `under`.
  int64_t coordinate(int64_t position, int64_t under) const {
    return dense ? position - under * extent : coordinates[position];
  }
  /// The parent's position that the existing `position` lies under.
  int64_t parent(int64_t position) const;
  /// The position with `coordinate` in the fibre; none where it is missing.
  std::optional<int64_t> locate(int64_t coordinate, Fibre fibre) const;

  bool dense = true;
  /// Claims of a sparse axis about the coordinates of each fibre.
  bool sorted = true, unique = true;
  int64_t extent = 0;
  /// The number of positions that fibres lie under: 1 for a root.
  int64_t parentSize = 1;
  IntegerArray positions, coordinates;

private:
  std::string checkPositions() const;
  std::string checkFibre(int64_t under) const;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_AXISSTATE_H
