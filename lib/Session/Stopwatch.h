//===- Stopwatch.h - how long a step takes ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_STOPWATCH_H
#define SPINDLE_LIB_SESSION_STOPWATCH_H

#include <chrono>

namespace spindle::session {

/// Adds the time that it lives to a sum, in seconds.
class Stopwatch {
public:
  explicit Stopwatch(double &sum) : sum(sum) {}
  Stopwatch(const Stopwatch &) = delete;
  ~Stopwatch() {
    std::chrono::duration<double> time = Clock::now() - start;
    sum += time.count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double &sum;
  Clock::time_point start = Clock::now();
};

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_STOPWATCH_H
