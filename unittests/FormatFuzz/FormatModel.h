//===- FormatModel.h - what a format says, element by element ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plainest reading of descriptors: every number of every element is counted
// by its definition, in time quadratic in the elements. Nothing of the runtime,
// which sorts, is used.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_FORMATMODEL_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_FORMATMODEL_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include <vector>

namespace spindle::formatfuzz {

/// The coordinates of an element, or the extents of a tensor.
using Place = std::vector<int64_t>;

/// Whether a format can hold a tensor.
enum class Fit {
  /// It has to be stored.
  Holds,
  /// It has to be refused.
  Refuses,
  /// Either is right: nothing tells padding from elements, or a type of indices
  /// is narrow.
  Unclear
};

/// What follows for the elements at `places`, different ones, of a tensor of
/// `shape` in `format`, which this version builds.
Fit judge(sparse::FormatAttr format, const Place &shape,
          const std::vector<Place> &places);

/// For each of the elements the parts of `format` that hold it.
std::vector<std::vector<size_t>> findHolders(sparse::CompositeAttr format,
                                             const Place &shape,
                                             const std::vector<Place> &places);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_FORMATMODEL_H
