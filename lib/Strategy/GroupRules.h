//===- GroupRules.h - how many lanes share an iteration ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A worker of a GPU is a group of lanes. What an iteration of the outermost
// loop holds is to keep all of them busy: a group is as large as the columns of
// a row, or the elements of a row, or the rows of a slice are many. Fewer lanes
// leave more groups to a warp, and more rows to a block.
//

#ifndef SPINDLE_LIB_STRATEGY_GROUPRULES_H
#define SPINDLE_LIB_STRATEGY_GROUPRULES_H

#include "KnobRules.h"

namespace spindle {

/// A number of lanes, and why.
struct GroupSize {
  int64_t lanes;
  std::string reason;
};

/// The lanes that share an iteration of the nest of `situation`, a power of two
/// and a warp's at most: those of a nest over the same rows that has more to
/// do, since both may become one loop; nothing where no more is known than the
/// schedule's.
std::optional<GroupSize> chooseGroup(const Situation &situation);

/// The rules of knobs for a GPU, in the order in which they are tried.
llvm::ArrayRef<KnobRule> getGroupRules();

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_GROUPRULES_H
