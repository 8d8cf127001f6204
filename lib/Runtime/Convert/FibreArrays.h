//===- FibreArrays.h - What the arrays of fibres have to be -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_FIBREARRAYS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_FIBREARRAYS_H

#include "Spindle/Runtime/Storage/Storage.h"

namespace spindle::runtime {

/// Whether `format` has fibres, dense or compressed, over compressed elements.
bool isListOfFibres(const Format &format);

/// Whether the arrays of such a format have the types and sizes that they need,
/// for fewer than 2^31 elements.
bool haveShapes(const Storage &storage, const Format &format);

/// Whether the positions [begin, end) of fibres do not fall, and lie within
/// `count` elements.
template <typename T>
bool arePositions(const T *ends, int64_t begin, int64_t end, int64_t count) {
  bool falls = false;
  for (int64_t f = begin; f < end; ++f)
    falls |= ends[f] > ends[f + 1];
  return !falls && (begin == end || (ends[begin] >= 0 && ends[end] <= count));
}

/// Whether the coordinates of each of some fibres, which may be empty, ascend
/// below `extent`.
template <typename T, typename Start>
bool ascend(const T *list, const Start *starts, int64_t fibres,
            uint64_t extent) {
  // All indices where they do not ascend are to be those where fibres begin.
  bool isOut = false;
  int64_t breaks = 0, wanted = 0;
  for (int64_t e = starts[0]; e < starts[fibres]; ++e)
    isOut |= uint64_t(int64_t(list[e])) >= extent;
  for (int64_t e = starts[0] + 1; e < starts[fibres]; ++e)
    breaks += list[e] <= list[e - 1];
  for (int64_t f = 1; f < fibres; ++f)
    if (starts[f] > starts[0] && starts[f] < starts[f + 1])
      wanted += list[starts[f]] <= list[starts[f] - 1];
  return !isOut && breaks == wanted;
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_FIBREARRAYS_H
