//===- CompiledRun.cpp - programs compiled and run in guarded memory ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramRun.h"

#include "Differential/Workers.h"
#include "Spindle/Execution/Choices.h"
#include "Spindle/Execution/Kernel.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Runtime/Checks.h"
#include "Spindle/Schedule/Schedule.h"
#include "Spindle/Schedule/Strategy.h"
#include "mlir/IR/Diagnostics.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;
using runtime::Array;

//===----------------------------------------------------------------------===//
// Memory with nothing beside it
//===----------------------------------------------------------------------===//

/// A copy of `array` that ends where a page begins that must not be touched;
/// one without elements begins there.
static Array guard(const Array &array) {
  if (!array.data())
    return array;
  size_t page = sysconf(_SC_PAGESIZE), bytes = array.byteSize();
  size_t all = (bytes + page - 1) / page * page + page;
  void *mapped = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return array;
  char *end = static_cast<char *>(mapped) + all - page;
  mprotect(end, page, PROT_NONE);
  if (bytes)
    std::memcpy(end - bytes, array.data(), bytes);
  std::shared_ptr<void> memory(end - bytes,
                               [=](void *) { munmap(mapped, all); });
  return *Array::adopt(array.dtype(), array.shape(), std::move(memory));
}

static void guardAll(runtime::Storage &storage) {
  for (auto *lists :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (Array &array : *lists)
      array = guard(array);
  storage.bitmap = guard(storage.bitmap);
  storage.values = guard(storage.values);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// What is known of the operands of `problem`.
static StrategyFacts gatherFacts(const Problem &problem,
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

/// Opens the schedule that a strategy chooses for `function`.
static OpenedSchedule choose(func::FuncOp function, const StrategyFacts &facts,
                             int64_t workers) {
  StrategyTarget target =
      llvm::cantFail(execution::getStrategyTarget(execution::kNative));
  target.workers = workers;
  return open(function.getContext(), chooseStrategy(function, facts, target));
}

std::string ProgramRun::lower(ModuleOp lowered,
                              const CompileChoices &options) const {
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      errors += diag.str() + "\n";
    return success();
  });
  LoweringChoices choices =
      llvm::cantFail(execution::getLoweringChoices(execution::kNative));
  choices.strict = options.isStrict;
  choices.checkMode = options.checks;
  choices.parallel = options.workers > 1 && !options.checks;
  if (options.isScheduled && !options.checks) {
    auto schedule =
        choose(*lowered.getOps<func::FuncOp>().begin(),
               gatherFacts(problem, format, stored), options.workers);
    if (!schedule)
      return llvm::toString(schedule.takeError());
    choices.schedule = std::move(*schedule);
  }
  PassManager toLoops(&context), toLLVM(&context);
  buildLowering(toLoops, StopAt::MemRef, choices);
  if (failed(toLoops.run(lowered)))
    return "not lowered: " + errors;
  differential::fixWorkers(lowered, options.workers);
  buildLoopsToLLVM(toLLVM, choices);
  return failed(toLLVM.run(lowered)) ? "not lowered: " + errors : "";
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// What the checks of compiled code found first.
static std::string reportedFault;

std::string ProgramRun::run(ModuleOp lowered, std::vector<Operand> &operands,
                            bool checks) const {
  std::vector<execution::OperandView> views;
  for (Operand &operand : operands)
    for (size_t part = 0; part < operand.parts.size(); ++part) {
      guardAll(operand.parts[part]);
      auto view = execution::viewTensor(operand.parts[part],
                                        operand.argument->name.str());
      if (operand.isComposite)
        view.part = {int64_t(part)};
      views.push_back(std::move(view));
    }
  llvm::StringRef name = problem.program->name;
  auto signature = execution::getSignature(lowered, name, views.size());
  if (!signature)
    return llvm::toString(signature.takeError());
  auto list = execution::ArgumentList::create(*signature, views);
  if (!list)
    return llvm::toString(list.takeError());
  auto kernel = execution::Kernel::compile(lowered, name);
  if (!kernel)
    return llvm::toString(kernel.takeError());
  reportedFault.clear();
  auto before = runtime::setCheckHandler([](const char *text) {
    reportedFault += reportedFault.empty() ? text : "";
  });
  kernel->run(*list);
  runtime::setCheckHandler(before);
  return checks ? reportedFault : "";
}

std::string ProgramRun::execute(const CompileChoices &choices) {
  OwningOpRef<ModuleOp> lowered = module->clone();
  if (std::string fault = lower(*lowered, choices); !fault.empty())
    return fault;
  std::vector<Operand> operands = makeOperands();
  std::string fault = run(*lowered, operands, choices.checks);
  return fault.empty() ? compare(operands) : fault;
}
