//===- SortedNumbers.h - Numbers, once and in order -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_SORTEDNUMBERS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_SORTEDNUMBERS_H

#include "Spindle/Runtime/Support/FallibleVector.h"

namespace spindle::runtime {

/// A set of numbers below a bound: a bit for each, one for each 64 of those,
/// and one for each 64 of these. It is taken out in order, in time that grows
/// with what is in it, and with a 262144th of the bound.
class SortedNumbers {
public:
  /// Makes room for numbers below `bound`, none of which is in. Error: memory
  /// that cannot be had.
  std::optional<Error> reset(int64_t bound) {
    for (FallibleVector<uint64_t> &level : levels) {
      bound = bound / 64 + 1;
      if (auto error = level.assign(bound, 0))
        return error;
    }
    return std::nullopt;
  }

  void add(int64_t number) {
    uint64_t &word = levels[0][number / 64];
    bool isNew = word == 0;
    word |= uint64_t(1) << number % 64;
    if (!isNew)
      return;
    levels[1][number / 64 / 64] |= uint64_t(1) << number / 64 % 64;
    levels[2][number / 64 / 64 / 64] |= uint64_t(1) << number / 64 / 64 % 64;
  }

  /// Calls `fn` with each number, in order, and takes them out.
  template <typename Fn> void drain(Fn &&fn) {
    for (int64_t word = 0; word < levels[2].size(); ++word)
      if (levels[2][word])
        drain(2, word, fn);
  }

private:
  template <typename Fn> void drain(int level, int64_t word, Fn &fn) {
    uint64_t bits = levels[level][word];
    levels[level][word] = 0;
    for (; bits; bits &= bits - 1) {
      int64_t number = word * 64 + __builtin_ctzll(bits);
      if (level == 0)
        fn(number);
      else
        drain(level - 1, number, fn);
    }
  }

  FallibleVector<uint64_t> levels[3];
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_SORTEDNUMBERS_H
