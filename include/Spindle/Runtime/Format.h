//===- Format.h - Descriptors of formats ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format says how a tensor is stored, as the attribute `#sparse.format` does
// in the compiler; this is the same descriptor without MLIR. The elements of a
// tensor are the leaves of a tree, and a level is one storey of it: each node
// of a level has a coordinate, which is made of one dimension, or of one number
// that the pattern gives, by quotients and remainders, or is the difference of
// two dimensions, and lies under a node of the level's parent. All conversions
// are derived from the descriptor alone.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_FORMAT_H
#define SPINDLE_RUNTIME_FORMAT_H

#include "Spindle/Runtime/DType.h"
#include "Spindle/Runtime/Error.h"

#include <optional>
#include <vector>

namespace spindle::runtime {

/// How the positions of a level are stored.
enum class LevelKind : uint8_t {
  /// A position for each coordinate; nothing is stored.
  Dense,
  /// Any number of positions in a fibre: positions and coordinates.
  Compressed,
  /// `width` positions in a fibre: coordinates.
  Fixed,
  /// Any number of positions in a fibre, coordinates from 0: positions.
  Variable,
  /// One position in a fibre: coordinates.
  Singleton
};

/// One level of a format.
struct Level {
  /// A step from a dimension to a coordinate: x floordiv divisor, or x mod
  /// divisor.
  struct Step {
    bool isQuotient = true;
    int64_t divisor = 1;

    bool operator==(const Step &other) const {
      return isQuotient == other.isQuotient && divisor == other.divisor;
    }
  };

  /// The dimension that the coordinate is made of; from the rank on, the
  /// inspector whose number it is made of.
  int64_t dim = 0;
  /// The dimension that is taken away from it, which other levels have; -1:
  /// none.
  int64_t minus = -1;
  /// The steps from the dimension to the coordinate, first to last.
  std::vector<Step> steps = {};
  LevelKind kind = LevelKind::Dense;
  /// The positions of a fibre of a fixed level, at least 1; -1: the most
  /// coordinates that a fibre turns out to have. 0 for other kinds.
  int64_t width = 0;
  /// Whether a fixed level keeps `width` of the coordinates x mod m of each
  /// group x floordiv m: padding, which comes after the elements of its group,
  /// holds the smallest coordinates that are free.
  bool structured = false;
  /// The levels that it lies under, which come before it: none for a root, one,
  /// or several for a singleton.
  std::vector<int64_t> parents = {};
  /// The type of the array of positions.
  DType pos = DType::I32;
  /// The type of the array of coordinates.
  DType crd = DType::I32;
  /// Whether coordinates ascend in each fibre. A conversion sorts them anyhow.
  bool ordered = true;
  /// Whether no coordinate comes twice in a fibre; for a singleton, in the
  /// whole level.
  bool unique = true;

  bool operator==(const Level &other) const;
};

/// What a number is that the pattern gives each element.
enum class InspectorKind : uint8_t {
  /// The place of the subject when the subjects of each group are sorted by
  /// their number of elements, equal ones in their own order.
  Order,
  /// How many elements of the group have a smaller subject.
  Slot,
  /// How many different subjects of the group's elements are smaller.
  Rank,
  /// The number of elements with the same subject.
  Length
};

/// A number that the pattern gives each element.
struct Inspector {
  InspectorKind kind = InspectorKind::Order;
  /// The dimension that is sorted or counted.
  int64_t subject = 0;
  /// The dimension, or from the rank on the inspector, that the elements of a
  /// group have in common after the steps; -1: all elements are one group.
  int64_t group = -1;
  std::vector<Level::Step> groupSteps = {};
  /// Whether an order begins with the longest.
  bool isDescending = false;

  bool operator==(const Inspector &other) const;
};

/// How a tensor is stored.
struct Format {
  /// The number of dimensions.
  int64_t rank = 0;
  /// The levels, parents first.
  std::vector<Level> levels = {};
  /// Whether each fibre of a fixed level stores how many of its cells exist.
  bool keepsLengths = false;
  /// Whether a bit for each cell of the storage says whether it is an element.
  /// Without one, every cell that the levels have is an element.
  bool keepsBitmap = false;
  /// What messages call the format, as in `ell<8>`; may be empty.
  std::string name = {};
  /// The numbers that levels are made of, each after those that it is made of.
  std::vector<Inspector> inspectors = {};

  /// Whether both are one format, whatever their names.
  bool operator==(const Format &other) const;
};

/// Checks that tensors can be stored so: indices in range, parents first; the
/// first level is a root, and the others are too where all are dense, or have
/// parents; only singletons have several; variable and singleton levels have
/// one; widths and divisors of at least 1; integer types of positions and
/// coordinates; a variable level's coordinate is a dimension, or the number of
/// an order, a slot or a rank, or a quotient of it; that of another level that
/// is made of an inspector's number is a length, or the level is dense, and not
/// of a length; an order sorts groups of its subject, a slot and its group tell
/// elements apart, lengths are of at most two dimensions; a difference has
/// stored coordinates, and is of a dimension that no other level has and of one
/// that levels of its own have; a structured level is fixed, its coordinate a
/// remainder of a dimension, and a bitmap is kept; a compressed
/// level that is not unique has singletons below it and nothing else, no other
/// level but them is not unique; the levels' coordinates are different and
/// determine every dimension, none of them twice; lengths are of a fixed level,
/// and a bitmap where a storage dimension is dense or fixed or two lie beside
/// each other; the layout rule (docs/Dialects/Axis.md) has the levels.
std::optional<Error> validate(const Format &format);

/// For each storage dimension of the values, the level that it belongs to, by
/// the layout rule; none where the rule refuses the levels.
std::optional<std::vector<int64_t>> getStorageDims(const Format &format);

/// Sets what a format of these levels keeps where its text does not say:
/// lengths where a level is fixed, a bitmap where a storage dimension is dense
/// without a fixed level below it or two lie beside each other, neither where
/// all levels are dense.
void setDefaultKept(Format &format);

/// The type of the lengths of `level`, which is fixed: i64 where its
/// coordinates are, else i32. The length of a fibre of 128 cells does not fit
/// i8, its coordinates do.
inline DType getLengthType(const Level &level) {
  return level.crd == DType::I64 ? DType::I64 : DType::I32;
}

/// The extent of the coordinates of `level` in a tensor of `shape`, which has
/// the bounds of inspectors' numbers behind the sizes where the level is of
/// one.
int64_t getExtent(const Level &level, const std::vector<int64_t> &shape);

/// The smallest coordinate that `level` may have in a tensor of `shape`.
int64_t getFrom(const Level &level, const std::vector<int64_t> &shape);

/// The format as text, which `parseFormat` reads back: its name and ` = ` where
/// it has one, and then the descriptor as `#sparse.format` prints it, where
/// what is kept follows if it is not the default.
///
///   bsr<2, 2> = (i, j) -> (io = i floordiv 2 : dense,
///       jo = j floordiv 2 : compressed, i mod 2 : dense of io,
///       j mod 2 : dense of jo)
std::string printFormat(const Format &format);

/// Reads the text of a format: the grammar of docs/Formats.md with no other
/// sums than differences of two dimensions, with inspectors after `where`
/// alone, of dimensions and numbers that have names. Error: the first thing
/// that was not expected, with its 0-based offset in `text`; what `validate`
/// says.
Expected<Format> parseFormat(std::string_view text);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_FORMAT_H
