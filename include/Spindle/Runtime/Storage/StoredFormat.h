//===- StoredFormat.h - what storages are made by ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view of a descriptor for what runs over elements: of a format that this
// version builds, the coordinate of a level is made of one dimension, or of one
// inspector's number, by steps, or is a difference of two dimensions. Numbers
// of dimensions go on with those of inspectors: rank, rank + 1, ..
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_STOREDFORMAT_H
#define SPINDLE_RUNTIME_STORAGE_STOREDFORMAT_H

#include "Spindle/Runtime/Storage/Format.h"

namespace spindle::runtime {

/// A step from a number to a coordinate: x floordiv divisor, or x mod divisor.
struct Step {
  bool isQuotient = true;
  int64_t divisor = 1;
};
using Steps = std::vector<Step>;

/// One level.
struct StoredLevel {
  /// The dimension that the coordinate is made of, and the steps from it, first
  /// to last.
  int64_t dim = 0;
  /// The dimension that is taken away from it; -1: none.
  int64_t minus = -1;
  Steps steps = {};
  /// A structured level is a fixed one here.
  LevelKind kind = LevelKind::Dense;
  bool structured = false;
  /// The positions of a fibre of a fixed level; kUnknownWidth: the most
  /// coordinates that a fibre turns out to have. 0 for other kinds.
  int64_t width = 0;
  std::vector<int64_t> parents = {};
  /// The types of the arrays.
  DType pos = DType::I32, crd = DType::I32;
  bool ordered = true, unique = true;
};

/// A number that the pattern gives each element.
struct StoredInspector {
  InspectorKind kind = InspectorKind::Order;
  /// The dimension that is sorted or counted.
  int64_t subject = 0;
  /// The dimension that the elements of a group have in common after the steps;
  /// -1: all elements are one group.
  int64_t group = -1;
  Steps groupSteps = {};
  /// Whether an order begins with the longest.
  bool isDescending = false;
};

/// A format.
struct StoredFormat {
  int64_t rank = 0;
  std::vector<StoredLevel> levels = {};
  std::vector<StoredInspector> inspectors = {};
  bool keepsLengths = false, keepsBitmap = false;
};

/// The view of `format`, which this version builds.
StoredFormat getStored(const Format &format);

/// The number after `steps`, where `x` is at least 0.
inline int64_t applySteps(const Steps &steps, int64_t x) {
  for (Step step : steps)
    x = step.isQuotient ? x / step.divisor : x % step.divisor;
  return x;
}

/// The number of dimensions and inspectors.
inline int64_t countDims(const StoredFormat &format) {
  return format.rank + static_cast<int64_t>(format.inspectors.size());
}

/// Whether `dim` is the number of an inspector.
inline bool isDerived(const StoredFormat &format, int64_t dim) {
  return dim >= format.rank;
}

/// The inspector whose number `dim` is.
inline const StoredInspector &getInspector(const StoredFormat &format,
                                           int64_t dim) {
  return format.inspectors[dim - format.rank];
}

/// Whether the positions of a fibre of `level` count the subjects of an order
/// that have elements, so that its coordinates are no numbers of the order.
bool countsOrder(const StoredFormat &format, const StoredLevel &level);

/// Whether a storage dimension of `level` is indexed by its positions rather
/// than by the offset in a fibre.
inline bool isIndexedByPosition(const StoredLevel &level) {
  return level.parents.empty() || level.kind == LevelKind::Compressed ||
         level.kind == LevelKind::Variable;
}

/// The type of the lengths of a fixed level.
inline DType getLengthType(const StoredLevel &level) {
  return level.crd == DType::I64 ? DType::I64 : DType::I32;
}

/// The extent of the coordinates of `level` in a tensor of `shape`, behind
/// whose sizes are the bounds of inspectors' numbers.
int64_t getExtent(const StoredLevel &level, const std::vector<int64_t> &shape);

/// The smallest coordinate that `level` may have in a tensor of `shape`.
int64_t getFrom(const StoredLevel &level, const std::vector<int64_t> &shape);

/// For each level the factor of its coordinate in dimension `dim`, as far as
/// `levels` has it; nothing where these do not determine the dimension.
std::optional<std::vector<int64_t>>
findDigits(const Format &format, int64_t dim, const format::LevelSet &levels);

/// For each level how often its coordinate is in its dimension.
std::vector<int64_t> computeWeights(const Format &format);

/// For each dimension the one that is added to what its levels say; -1: none.
std::vector<int64_t> findAddends(const StoredFormat &format);

/// The order whose subjects `level` stores, a list of them by their position:
/// the dimension of its number; -1 for another level.
int64_t findStoredOrder(const Format &format, int64_t level);

/// Whether level `level` of `format` is a root that is not unique, right below
/// which there is one fixed level of a known width, and no other level.
bool isCutToPieces(const Format &format, int64_t level);

/// The format `word` with arrays of indices of type `index`.
Format makeIndexed(std::string_view word, std::vector<int64_t> params,
                   DType index);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_STOREDFORMAT_H
