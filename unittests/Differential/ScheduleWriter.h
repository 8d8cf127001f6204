//===- ScheduleWriter.h - statements of random schedules --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEWRITER_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEWRITER_H

#include "RandomSchedule.h"

#include <string>
#include <vector>

namespace spindle::differential {

using Words = std::vector<std::string>;

/// The types of a handle and of a number.
inline const std::string kHandleType = "!transform.any_op",
                         kParamType = "!transform.param<i64>";

/// Writes the statements of a schedule for a program, one by one. What belongs
/// to a statement and comes before it, as the loops that it is for, is gathered
/// in a `line`.
class ScheduleWriter {
public:
  ScheduleWriter(Random &random, const Case &program, ScheduleNature nature);

protected:
  std::string newName() { return "%h" + std::to_string(nextName++); }
  /// A parameter for one of the numbers, or an odd one.
  std::string param(std::string &line, const Words &numbers);
  /// A handle to some loops, found by what their labels say.
  std::string match(std::string &line);
  /// A handle to loops that may be copied: what is copied again and again in
  /// one another would never end.
  std::string matchFew(std::string &line);
  /// `["a", "b"]`.
  std::string quote(const Words &names);
  /// `{where_legal, ..}` with some of the others.
  std::string flags(const Words &others);
  /// Adds the line with an operation in functional form.
  void apply(const std::string &name, const std::string &operands,
             const Words &others, int64_t params, int64_t results,
             std::string line, const std::string &target);
  /// Adds the step to the stage `step`.
  void lower(const std::string &step);

  Random &random;
  ScheduleNature nature;
  /// The names of the program's nests and of their dimensions.
  Words nests, dims;
  std::string text, root = "%root";
  /// Handles to loops that a statement has given.
  Words known;

private:
  int64_t nextName = 0;
};

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_SCHEDULEWRITER_H
