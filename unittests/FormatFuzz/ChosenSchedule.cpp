//===- ChosenSchedule.cpp - the schedule of a random program --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenSchedule.h"

#include "Differential/Knobs.h"
#include "Spindle/Target/CPU/Host.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;

StrategyFacts formatfuzz::gatherFacts(const Problem &problem,
                                      const ReadFormat &format,
                                      const StoredTensor &stored) {
  StrategyFacts facts;
  for (const programs::ProgramArgument &argument : problem.program->arguments)
    for (char dim : argument.dims)
      facts.sizes[llvm::StringRef(&dim, 1)] = problem.sizes.at(dim);
  for (size_t part = 0; part < stored.parts.size(); ++part)
    facts.parts.push_back(
        runtime::measureMatrix(stored.parts[part], format.formats[part]));
  if (!format.composite) {
    facts.matrix = facts.parts.front();
    facts.parts.clear();
  }
  // As if operands were large, at times: what is done then is right for all.
  facts.readBytes = facts.allBytes =
      problem.elements.size() % 3 == 0 ? int64_t(1) << 30 : 1 << 12;
  return facts;
}

using OpenedSchedule = llvm::Expected<std::shared_ptr<Schedule>>;

/// Opens the schedule `name`, with those of `choices` that it has knobs for.
static OpenedSchedule open(MLIRContext *context, llvm::StringRef name,
                           llvm::ArrayRef<KnobChoice> choices) {
  auto schedule = Schedule::open(context, name);
  if (!schedule)
    return schedule;
  auto knobs = (*schedule)->getKnobs();
  for (const KnobChoice &choice : choices) {
    bool isKnown = llvm::any_of(
        knobs, [&](const auto &knob) { return knob.first == choice.knob; });
    if (!isKnown)
      continue;
    if (llvm::Error error = (*schedule)->setKnob(choice.knob, choice.value))
      return std::move(error);
  }
  return schedule;
}

/// Opens what `strategy` says; null for no schedule.
static OpenedSchedule open(MLIRContext *context, const Strategy &strategy) {
  if (strategy.schedule.empty())
    return std::shared_ptr<Schedule>();
  if (strategy.schedule != kPartsSchedule)
    return open(context, strategy.schedule, strategy.knobs);
  llvm::SmallVector<NestsSchedule> all;
  for (const NestStrategy &nest : strategy.nests) {
    auto schedule = open(context, nest.schedule, nest.knobs);
    if (!schedule)
      return schedule;
    all.push_back({*schedule, {nest.nest}});
  }
  return Schedule::combine(all);
}

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
                                      int64_t workers,
                                      const CompileChoices &choices) {
  Target target = llvm::cantFail(describeProcessor(kNative));
  if (!choices.knobSeed)
    target.workers = workers;
  MLIRContext *context = function.getContext();
  OpenedSchedule schedule =
      open(context, chooseStrategy(function, facts, target));
  if (!schedule || !*schedule || !choices.knobSeed)
    return schedule;
  return drawKnobs(context, **schedule, *choices.knobSeed);
}
