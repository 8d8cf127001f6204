//===- ScheduledCase.cpp - random programs with schedules -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledCase.h"

#include "Elements.h"
#include "Generator.h"
#include "LegalityTraps.h"
#include "NestPairs.h"
#include "PlainLoops.h"
#include "RandomSchedule.h"
#include "TensorProgram.h"

#include <regex>

using namespace spindle::differential;

/// Whether the program has numbers whose sums depend on the order.
static bool hasFloats(const Case &program) {
  static const std::regex pattern("(b?f16|f32|f64)\\b");
  return std::regex_search(program.text, pattern);
}

/// A program on tensors of small integers in floats, whose sums are exact.
static Case generateExactTensors(Random &random) {
  Case program = generateTensorProgram(random);
  for (CaseArgument &argument : program.arguments) {
    auto *tensor = std::get_if<TensorArgument>(&argument);
    Array *array = tensor ? &tensor->values : std::get_if<Array>(&argument);
    if (!array || (array->element != "f32" && array->element != "f64"))
      continue;
    size_t size = getByteSize(array->element);
    for (size_t at = 0; at < array->bytes.size(); at += size) {
      std::vector<char> bytes =
          packFloat(double(random.between(-3, 3)), array->element);
      std::copy(bytes.begin(), bytes.end(), array->bytes.begin() + at);
    }
  }
  return program;
}

/// A program on tensors, half of them such that sums are exact.
static Case drawTensors(Random &random, ScheduleNature &nature) {
  bool isExact = random.chance(50);
  Case program =
      isExact ? generateExactTensors(random) : generateTensorProgram(random);
  bool isNarrow = program.text.find("f16") != std::string::npos;
  nature.isRounded = hasFloats(program) && (!isExact || isNarrow);
  return program;
}

/// Nests of any kind, one in four such that share rows of tables.
static Case drawNests(Random &random, ScheduleNature &nature) {
  Case program = random.chance(25) ? generateNestPairs(random)
                                   : generateCase(random.below(1 << 30));
  nature.isRounded = hasFloats(program);
  return program;
}

Case spindle::differential::generateScheduledCase(uint64_t seed) {
  Random random(seed);
  if (seed % kTraps == kTraps - 1) {
    Case trap = generateTrap(random);
    trap.seed = seed;
    return trap;
  }
  ScheduleNature nature;
  int64_t kind = random.below(100);
  bool ships = kind >= 45 && kind < 70;
  nature.hasStages = kind >= 35;
  nature.isRough = !ships && random.chance(8);
  nature.reassociates = random.chance(ships ? 70 : 50);
  Case program = kind < 35   ? generatePlainLoops(random, nature.reassociates)
                 : kind < 65 ? drawTensors(random, nature)
                             : drawNests(random, nature);
  program.seed = seed;
  program.schedule = ships ? drawShippedSchedule(random, nature)
                           : generateSchedule(random, program, nature);
  return program;
}
