//===- StaticSchedule.h - iterations dealt out in advance -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenMP's static schedules: which iterations of a loop each member of a team
// runs, from its number alone. Of 0, 1, .., 9 and three members:
//
//     evenly             0 1 2 3 | 4 5 6 | 7 8 9
//     in chunks of two   0 1 . . . . 6 7 | 2 3 . . . . 8 9 | 4 5
//
// Evenly: one range each, whose lengths differ by one at most, the longer ones
// first. In chunks: one after the other gets the next chunk, all over again;
// what a member is told is its first chunk and how far it is to its next.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_STATICSCHEDULE_H
#define SPINDLE_EXECUTION_STATICSCHEDULE_H

#include <cstdint>

namespace spindle::execution {

/// The iterations first, first + step, .. up to `last`, which may be one, or
/// down to it where `step` is below zero. None where `last` is beyond `first`
/// already. Not all numbers of 64 bits.
struct LoopRange {
  uint64_t first = 0, last = 0;
  /// Not 0.
  int64_t step = 1;

  /// The number of iterations.
  uint64_t count() const;
};

/// What a member runs.
struct MemberShare {
  /// Its iterations, or its first chunk. Its others are as long; where one ends
  /// beyond the loop's last iteration, so does the loop there.
  LoopRange range;
  /// From its first chunk to its next.
  int64_t stride = 0;
  /// Whether the loop's last iteration is among what it runs.
  bool hasLast = false;
};

/// The iterations of member `member` of `members`, evenly.
MemberShare shareEvenly(LoopRange loop, int member, int members);

/// The same in chunks of `chunk` iterations; of one, where it is less.
MemberShare shareInChunks(LoopRange loop, int64_t chunk, int member,
                          int members);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_STATICSCHEDULE_H
