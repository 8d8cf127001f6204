//===- Progress.h - How far a conversion is ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_PROGRESS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_PROGRESS_H

#include <algorithm>
#include <cstdint>
#include <functional>

namespace spindle::runtime {

/// Counts work and reports it now and then.
class Progress {
public:
  using Report = std::function<void(int64_t done, int64_t all)>;

  /// Reports to `report`, which may be empty, of `all` units of work.
  Progress(Report report, int64_t all) : report(std::move(report)), all(all) {}

  /// Adds `units` of work that was done.
  void add(int64_t units) {
    done = std::min(done + units, all);
    if (done - reported < step || !report)
      return;
    reported = done;
    report(done, all);
  }

  /// Says that all work is done, if anything was said before.
  void finish() {
    if (reported && reported != all && report)
      report(all, all);
    reported = done = all;
  }

private:
  /// How much work is worth a report.
  static constexpr int64_t step = 1 << 20;

  Report report;
  int64_t all = 0, done = 0, reported = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_PROGRESS_H
