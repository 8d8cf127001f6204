//===- Scheduling.cpp - the schedule of a run -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduling.h"

#include "Bench.h"
#include "Failure.h"
#include "Spindle/Execution/Host.h"

#include <unistd.h>

using namespace mlir;
using namespace spindle;
using namespace spindle::run;

/// What parsing makes ready in `context` is of no use without a schedule, and
/// takes a while.
static void addScheduleDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerScheduleDialects(registry);
  context.appendDialectRegistry(registry);
}

/// Makes the schedule called `name` that of `program`.
static llvm::Error open(Program &program, StringRef name) {
  MLIRContext &context = *program.module.get().getContext();
  addScheduleDialects(context);
  auto schedule = Schedule::open(&context, name);
  if (!schedule)
    return schedule.takeError();
  program.schedule = std::move(*schedule);
  return llvm::Error::success();
}

/// Sets the knobs that the user names.
static llvm::Error setKnobs(Program &program, const CommandLine &line) {
  for (const Assignment &knob : line.knobs)
    if (llvm::Error error = program.schedule->setKnob(knob.name, knob.text))
      return error;
  return llvm::Error::success();
}

llvm::Error run::openSchedule(Program &program, const CommandLine &line) {
  if (line.schedule == kNone || line.schedule == kAuto)
    return llvm::Error::success();
  if (llvm::Error error = open(program, line.schedule))
    return error;
  return setKnobs(program, line);
}

//===----------------------------------------------------------------------===//
// What a schedule is chosen by
//===----------------------------------------------------------------------===//

/// The bytes of the elements of `spec`; 0 where a size is not known.
static int64_t countBytes(const OperandSpec &spec, const StrategyFacts &facts) {
  int64_t bytes = runtime::dtypeSize(spec.dtype);
  for (auto [dim, size] : llvm::zip_equal(spec.dims, spec.shape))
    bytes *= ShapedType::isDynamic(size) ? facts.sizes.lookup(dim) : size;
  return bytes;
}

/// What is known of the operands of `program`, some of which may be missing.
static StrategyFacts gatherFacts(const Program &program,
                                 llvm::ArrayRef<Operand> operands,
                                 const CommandLine &line) {
  StrategyFacts facts;
  for (const Assignment &size : line.sizes)
    facts.sizes[size.name] = std::stoll(size.text);
  for (const auto &[dim, size] : program.specialized)
    facts.sizes[dim] = size;
  for (const Operand &operand : operands) {
    const OperandSpec &spec = *operand.spec;
    for (auto [dim, size] : llvm::zip(spec.dims, operand.shape))
      facts.sizes[dim] = size;
    if (spec.hasPattern() && !facts.matrix)
      facts.matrix = runtime::measureMatrix(operand.storage, spec.format);
  }
  for (const OperandSpec &spec : program.operands)
    if (spec.kind == OperandKind::Dense && !spec.isWritten())
      facts.readBytes = std::max(facts.readBytes, countBytes(spec, facts));
  facts.allBytes = countTouchedBytes(operands);
  return facts;
}

/// What code is for.
static StrategyTarget getTarget(const CommandLine &line) {
  StrategyTarget target;
  execution::Arithmetic arithmetic =
      llvm::cantFail(execution::getArithmetic(line.cpu));
  target.vectorBits = arithmetic.vectorBits;
  target.fastGathers = arithmetic.fastGathers;
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (int64_t bytes = sysconf(_SC_LEVEL2_CACHE_SIZE); bytes > 0)
    target.cacheBytes = bytes;
#endif
  return target;
}

/// Opens what was chosen, with the knobs that it has.
static llvm::Error openChosen(Program &program) {
  Strategy &strategy = *program.strategy;
  if (llvm::Error error = open(program, strategy.schedule))
    return error;
  auto knobs = program.schedule->getKnobs();
  llvm::erase_if(strategy.knobs, [&](const KnobChoice &choice) {
    return llvm::none_of(
        knobs, [&](const auto &knob) { return knob.first == choice.knob; });
  });
  for (const KnobChoice &choice : strategy.knobs)
    if (llvm::Error error =
            program.schedule->setKnob(choice.knob, choice.value))
      return error;
  return llvm::Error::success();
}

llvm::Error run::chooseSchedule(Program &program,
                                llvm::ArrayRef<Operand> operands,
                                const CommandLine &line) {
  bool forGPU = line.emit == EmitStage::NVVM || line.emit == EmitStage::PTX;
  bool isOpen = line.schedule == kAuto && !line.checkMode && !forGPU;
  if (isOpen || line.explain)
    program.facts = gatherFacts(program, operands, line);
  if (!isOpen)
    return llvm::Error::success();
  program.strategy =
      chooseStrategy(program.entry, program.facts, getTarget(line));
  if (program.strategy->schedule.empty())
    return line.knobs.empty()
               ? llvm::Error::success()
               : failExpected("no --knob of a program without a schedule (" +
                                  program.strategy->reason + ")",
                              "'" + line.knobs.front().name + "'");
  if (llvm::Error error = openChosen(program))
    return error;
  return setKnobs(program, line);
}

llvm::Expected<std::string> run::printSchedule(const Program &program) {
  if (program.schedule)
    return program.schedule->str();
  return failExpected("--print-schedule of a program with a schedule",
                      program.name + ", which has none");
}
