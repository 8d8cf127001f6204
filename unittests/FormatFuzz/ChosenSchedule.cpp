//===- ChosenSchedule.cpp - the schedule of a random program --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenSchedule.h"

#include "Differential/Knobs.h"
#include "Spindle/Session/Stages.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;

StrategyFacts formatfuzz::gatherFacts(const Problem &problem,
                                      const ReadFormat &format,
                                      const StoredTensor &stored) {
  StrategyFacts facts;
  for (const programs::ProgramArgument &argument : problem.program->arguments)
    for (llvm::StringRef dim : argument.dims)
      facts.sizes[dim] = problem.sizes.at(dim.str());
  // As if operands were large, at times: what is done then is right for all.
  facts.allBytes =
      problem.elements.size() % 3 == 0 ? int64_t(1) << 30 : 1 << 12;
  for (const programs::ProgramArgument &argument : problem.program->arguments) {
    OperandFacts &operand = facts.operands[argument.name];
    operand.readBytes = facts.allBytes;
    bool hasPattern = argument.role == programs::ArgumentRole::Sparse &&
                      argument.structureOf.empty();
    for (size_t part = 0; hasPattern && part < stored.parts.size(); ++part)
      operand.parts.push_back(
          runtime::measureMatrix(stored.parts[part], format.formats[part]));
    if (hasPattern && !format.composite) {
      operand.matrix = operand.parts.front();
      operand.parts.clear();
    }
  }
  return facts;
}

using OpenedSchedule = llvm::Expected<std::shared_ptr<Schedule>>;

/// The same schedule with random values of knobs.
static OpenedSchedule drawKnobs(MLIRContext *context, const Schedule &schedule,
                                uint64_t seed) {
  differential::Random random(seed);
  return Schedule::parse(context,
                         differential::drawKnobs(random, schedule.str(), 40),
                         "the schedule", "");
}

OpenedSchedule formatfuzz::openChosen(func::FuncOp function,
                                      const StrategyFacts &facts,
                                      int64_t threads,
                                      const CompileChoices &choices) {
  session::Options options;
  options.threads = threads;
  Target target = session::getTarget(options);
  MLIRContext *context = function.getContext();
  OpenedSchedule schedule =
      openStrategy(context, chooseStrategy(function, facts, target));
  if (!schedule || !*schedule || !choices.knobSeed)
    return schedule;
  return drawKnobs(context, **schedule, *choices.knobSeed);
}
