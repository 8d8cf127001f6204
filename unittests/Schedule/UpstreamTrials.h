//===- UpstreamTrials.h - upstream's operations, tried ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_SCHEDULE_UPSTREAMTRIALS_H
#define SPINDLE_UNITTESTS_SCHEDULE_UPSTREAMTRIALS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace spindle {

/// An operation in the text of a schedule. It may use
///
///   %t %for %alloc %alloca   the target, and what of it is of that kind
///   %v %o                    its results and its operands
///   %loops                   all loops
///   %p %p32 %index %big %s   1 in several types, a large number, a text
///   %np                      a parameter of nothing
///   @takes_anything @does_nothing @included
///                            sequences of one operation: a matcher and others
struct UpstreamTrial {
  std::string operation;
  /// Part of the message where it is refused when it is read.
  std::string refusal;
};

/// Trials of all operations that have operands or attributes, with plain and
/// with odd ones.
std::vector<UpstreamTrial> getUpstreamTrials();

} // namespace spindle

#endif // SPINDLE_UNITTESTS_SCHEDULE_UPSTREAMTRIALS_H
