//===- FormatLayout.h - How values lie in memory -------------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout rule of the axis dialect, for the levels of a format. Walk the
// levels, parents first. A root, a dense or a fixed level opens a storage
// dimension. A compressed or variable level under a parent closes the
// dimensions of its ancestors, since its positions count through all of their
// fibres, and opens one in the place of the first. A singleton opens none. So
// each storage dimension belongs to one level, by whose positions (roots,
// compressed and variable levels) or offsets (dense and fixed levels with a
// parent) it is indexed.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_FORMATLAYOUT_H
#define SPINDLE_LIB_RUNTIME_FORMATLAYOUT_H

#include "Spindle/Runtime/Format.h"

namespace spindle::runtime {

/// Levels of a format by their indices; true for those that are meant.
using LevelSet = std::vector<bool>;

/// The level itself, where `self` says so, and all its ancestors.
LevelSet getClosure(const Format &format, int64_t level, bool self);

/// The level of each storage dimension of values on the levels of `included`,
/// which contains the parents of its levels. Error: the level that the rule
/// refuses.
Expected<std::vector<int64_t>> layOut(const Format &format,
                                      const LevelSet &included);

/// Whether a storage dimension of `level` is indexed by its positions.
inline bool isIndexedByPosition(const Level &level) {
  return level.parents.empty() || level.kind == LevelKind::Compressed ||
         level.kind == LevelKind::Variable;
}

/// Whether two of the storage dimensions `dims` lie beside each other: the
/// cells are then all pairs of theirs.
bool haveBranches(const Format &format, const std::vector<int64_t> &dims);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_FORMATLAYOUT_H
