//===- StaticSchedule.cpp - iterations dealt out in advance ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/StaticSchedule.h"

#include <algorithm>
#include <cassert>

using namespace spindle::execution;

uint64_t LoopRange::count() const {
  assert(step != 0 && "a step");
  if (step > 0)
    return first > last ? 0 : (last - first) / uint64_t(step) + 1;
  // The negative of the least number is itself, as it is without a sign.
  return first < last ? 0 : (first - last) / (0 - uint64_t(step)) + 1;
}

/// The iterations from number `begin` to before number `end` of `loop`. Where
/// there are none, no numbers wrap around to make some.
static LoopRange getPart(LoopRange loop, uint64_t begin, uint64_t end) {
  if (begin >= end)
    return {uint64_t(loop.step > 0), uint64_t(loop.step < 0), loop.step};
  uint64_t step = loop.step;
  return {loop.first + begin * step, loop.first + (end - 1) * step, loop.step};
}

MemberShare spindle::execution::shareEvenly(LoopRange loop, int member,
                                            int members) {
  uint64_t count = loop.count();
  uint64_t each = count / members, left = count % members;
  auto getBegin = [&](uint64_t number) {
    return number * each + std::min(number, left);
  };
  uint64_t begin = getBegin(member), end = getBegin(member + 1);
  MemberShare share;
  share.range = getPart(loop, begin, end);
  share.stride = int64_t(count * uint64_t(loop.step));
  share.hasLast = begin < end && end == count;
  return share;
}

MemberShare spindle::execution::shareInChunks(LoopRange loop, int64_t chunk,
                                              int member, int members) {
  uint64_t count = loop.count();
  if (count == 0)
    return {getPart(loop, 0, 0), loop.step, false};
  uint64_t size = std::min(uint64_t(std::max<int64_t>(chunk, 1)), count);
  uint64_t chunks = count / size + (count % size != 0);
  bool hasAny = uint64_t(member) < chunks;
  uint64_t begin = hasAny ? size * uint64_t(member) : count;
  MemberShare share;
  share.range = getPart(loop, begin, begin + std::min(size, count - begin));
  share.stride = int64_t(size * uint64_t(members) * uint64_t(loop.step));
  share.hasLast = (chunks - 1) % uint64_t(members) == uint64_t(member);
  return share;
}
