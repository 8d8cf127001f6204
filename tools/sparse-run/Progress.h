//===- Progress.h - a bar for long steps ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_PROGRESS_H
#define SPINDLE_TOOLS_SPARSE_RUN_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace spindle::run {

/// A bar on stderr, drawn only on a terminal, once a step has taken a while,
/// and wiped out at the end.
class Progress {
public:
  /// Starts the step `label`.
  explicit Progress(std::string label);
  ~Progress();

  /// Tells that `done` of `total` are done.
  void update(int64_t done, int64_t total);

private:
  using Clock = std::chrono::steady_clock;

  std::string label;
  bool enabled;
  bool drawn = false;
  Clock::time_point nextDraw;
};

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_PROGRESS_H
