//===- Random.h - reproducible choices --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_RANDOM_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_RANDOM_H

#include <cstdint>
#include <random>

namespace spindle::differential {

/// Choices that depend on the seed alone, on every platform.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  /// A number in [0, end), for a positive `end`.
  int64_t below(int64_t end) { return int64_t(engine() % uint64_t(end)); }
  /// A number in [first, last].
  int64_t between(int64_t first, int64_t last) {
    return first + below(last - first + 1);
  }
  /// True in `percent` of 100 cases.
  bool chance(int64_t percent) { return below(100) < percent; }
  /// One of the elements of `list`, which is not empty.
  template <typename List> auto &pick(List &list) {
    return list[below(int64_t(list.size()))];
  }

private:
  std::mt19937_64 engine;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_RANDOM_H
