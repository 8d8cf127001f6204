//===- Progress.h - a bar for long steps ------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step that takes longer than a moment shows what it is, how far it has come
// where that is known, and for how long it has run or will, in the last line of
// the terminal that stderr is; elsewhere nothing is shown. A thread draws, so
// that a step that tells nothing on its way is seen too; the line is wiped out
// at the end.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_PROGRESS_H
#define SPINDLE_TOOLS_SPARSE_RUN_PROGRESS_H

#include "Spindle/Session/Watcher.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace spindle::run {

/// How far a step has come.
struct ProgressState {
  /// What is done of `total`, which is 0 where that is not known.
  int64_t done = 0, total = 0;
  /// Seconds since the start.
  double seconds = 0;
};

/// The line for the step `label`, what is done being counted in `unit`, of at
/// most `columns` bytes: a bar, the share, the rate (none without a unit) and
/// the time left; the time that has passed where no total is known, or all of
/// it is done and the step has not ended.
std::string formatProgress(const std::string &label, const std::string &unit,
                           const ProgressState &state, size_t columns);

/// A line on stderr for a step, while it lives. Of several that live at a time
/// the youngest is shown. It is shown after half a second, or after as many
/// milliseconds as the variable SPARSE_RUN_PROGRESS_DELAY says.
class Progress : public session::Step {
public:
  /// Starts the step `label`, whose work is counted in `unit`.
  explicit Progress(std::string label, std::string unit = "");
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  /// Wipes the line out.
  ~Progress() override;

  /// Tells that `done` of `total` are done.
  void update(int64_t done, int64_t total) override;

private:
  using Clock = std::chrono::steady_clock;

  /// Draws the line, if this is the step that is shown.
  void draw() const;
  /// Draws now and then until the step has ended; what the thread does.
  void drawOnAndOn();

  std::string label, unit;
  Clock::time_point start = Clock::now();
  std::atomic<int64_t> done{0}, total{0};
  /// The step that was shown before.
  Progress *earlier = nullptr;
  std::mutex mutex;
  std::condition_variable wake;
  bool ended = false;
  std::thread thread;
};

/// Wipes out the line that is shown, and lets none be drawn any more. For
/// handlers of signals that end the process: it only calls what they may call.
void endProgress();

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_PROGRESS_H
