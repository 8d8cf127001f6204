//===- Knobs.h - random values of a schedule's knobs ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_KNOBS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_KNOBS_H

#include "Random.h"

#include <string>
#include <vector>

namespace spindle::differential {

/// The texts of the schedules that ship, in alphabetic order, each with the
/// fragments that it uses, whose knobs it has.
const std::vector<std::string> &getShippedTexts();

/// The one called `name`.
const std::string &getShippedText(const std::string &name);

/// `schedule`, the text of one, with one of its options as the value of each
/// knob, in `percent` of 100 cases.
std::string drawKnobs(Random &random, const std::string &schedule,
                      int64_t percent);

/// Sets the knobs called `name` of the text of a schedule to `value`.
void setKnob(std::string &schedule, const std::string &name,
             const std::string &value);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_KNOBS_H
