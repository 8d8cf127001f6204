//===- Knobs.cpp - random values of a schedule's knobs --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Knobs.h"

#include "Spindle/Schedule/Schedule.h"
#include "TestContext/TestContext.h"

#include <regex>

using namespace spindle;
using namespace spindle::differential;

static std::vector<std::string> printShipped() {
  mlir::MLIRContext context;
  prepareContext(context);
  std::vector<std::string> texts;
  for (const ShippedSchedule &shipped : getShippedSchedules())
    texts.push_back(
        llvm::cantFail(Schedule::open(&context, shipped.name))->str());
  return texts;
}

const std::vector<std::string> &spindle::differential::getShippedTexts() {
  static const std::vector<std::string> texts = printShipped();
  return texts;
}

const std::string &
spindle::differential::getShippedText(const std::string &name) {
  auto shipped = getShippedSchedules();
  const auto *found = llvm::find_if(
      shipped, [&](const ShippedSchedule &s) { return s.name == name; });
  return getShippedTexts()[found - shipped.begin()];
}

/// The numbers in a list of options, as text.
static std::vector<std::string> readOptions(const std::string &list) {
  static const std::regex option("(^|[ ,])(-?[0-9]+)");
  std::vector<std::string> options;
  for (std::sregex_iterator at(list.begin(), list.end(), option), end;
       at != end; ++at)
    options.push_back((*at)[2]);
  return options;
}

std::string spindle::differential::drawKnobs(Random &random,
                                             const std::string &schedule,
                                             int64_t percent) {
  static const std::regex knob(
      "(knob<\"[a-z_]+\"> = )(-?[0-9]+)( : i64 from options = \\[)([^\\]]*)");
  std::string drawn;
  auto rest = schedule.begin();
  for (std::sregex_iterator at(schedule.begin(), schedule.end(), knob), end;
       at != end; ++at) {
    std::vector<std::string> options = readOptions((*at)[4]);
    bool isDrawn = random.chance(percent) && !options.empty();
    drawn.append(rest, schedule.begin() + at->position());
    drawn += (*at)[1].str() +
             (isDrawn ? random.pick(options) : (*at)[2].str()) +
             (*at)[3].str() + (*at)[4].str();
    rest = schedule.begin() + at->position() + at->length();
  }
  return drawn.append(rest, schedule.end());
}

void spindle::differential::setKnob(std::string &schedule,
                                    const std::string &name,
                                    const std::string &value) {
  std::regex knob("(knob<\"" + name + "\"> = )-?[0-9]+");
  schedule = std::regex_replace(schedule, knob, "$01" + value);
}
