//===- DifferentialTest.cpp - random programs mean one thing --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPINDLE_SEED and SPINDLE_COUNT say which programs are run.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Runner.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace spindle::differential;

/// The number in an environment variable, or `otherwise`.
static uint64_t readNumber(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// The smallest program of the seed that fails too.
static std::string shrink(mlir::MLIRContext &context, uint64_t seed) {
  for (int64_t budget = 0; budget <= kMaxBudget; ++budget) {
    Case program = generateCase(seed, budget);
    std::string fault = runCase(context, program).fault;
    if (!fault.empty())
      return "with " + std::to_string(budget) + " statements: " + fault + "\n" +
             program.text;
  }
  return "";
}

/// The arguments of a program as text.
static std::string describe(const Case &program) {
  std::string text;
  for (const CaseArgument &argument : program.arguments) {
    if (const auto *index = std::get_if<int64_t>(&argument)) {
      text += std::to_string(*index) + "\n";
      continue;
    }
    const auto &array = std::get<Array>(argument);
    text += array.name + " (" + array.element + "):";
    for (int64_t size : array.shape)
      text += " " + std::to_string(size);
    text += "\n";
  }
  return text;
}

TEST(Differential, RandomProgramsMeanOneThing) {
  uint64_t seed = readNumber("SPINDLE_SEED", 1);
  uint64_t count = readNumber("SPINDLE_COUNT", 100);
  mlir::MLIRContext context;
  prepareContext(context);
  int64_t bodyRuns = 0, empty = 0;
  for (uint64_t last = seed + count; seed < last; ++seed) {
    Case program = generateCase(seed);
    Verdict verdict = runCase(context, program);
    bodyRuns += verdict.bodyRuns;
    empty += verdict.bodyRuns == 0;
    ASSERT_EQ(verdict.fault, "")
        << "SPINDLE_SEED=" << seed << " SPINDLE_COUNT=1\n"
        << program.text << describe(program) << shrink(context, seed);
  }
  // A generator of programs that do nothing would find nothing.
  EXPECT_GE(bodyRuns, int64_t(count)) << empty << " programs ran no body";
}

TEST(Differential, ProgramsDependOnTheSeedAlone) {
  EXPECT_EQ(generateCase(7).text, generateCase(7).text);
  EXPECT_NE(generateCase(7).text, generateCase(8).text);
}
