//===- Advise.cpp - formats that the user leaves open ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advise.h"

#include "Failure.h"
#include "Scheduling.h"
#include "Spindle/Strategy/PatternWork.h"
#include "Spindle/Target/CPU/Host.h"
#include "Stages.h"

#include <chrono>
#include <unistd.h>

using namespace spindle;
using namespace spindle::run;
using advisor::Work;

/// What is done with each element of the operand `spec`, by what code is for.
static Work findWork(const Session &session, const OperandSpec &spec) {
  auto target = llvm::cantFail(describeProcessor(session.line.cpu));
  Work work;
  work.elementBytes = runtime::dtypeSize(spec.dtype);
  work.lanes = std::max<int64_t>(target.vectorBits / 8 / work.elementBytes, 2);
  work.gathers = target.fastGathers;
  work.cacheBytes = target.cacheBytes;
  work.nearBytes = target.nearCacheBytes;
  work.workers = countThreads(session.line);
  StrategyFacts facts;
  for (const Assignment &size : session.line.sizes)
    facts.sizes[size.name] = std::stoll(size.text);
  for (const Operand &operand : session.operands)
    for (auto [dim, size] : llvm::zip(operand.spec->dims, operand.shape))
      facts.sizes[dim] = size;
  auto products =
      countProducts(session.program.entry, spec.name, facts, work.refusal);
  work.products = products.value_or(1);
  if (!products)
    return work;
  work.refusal.clear();
  if (spec.dtype != runtime::DType::F32 && spec.dtype != runtime::DType::F64)
    work.refusal = "times were measured with f32 and f64 alone";
  else if (target.vectorBits != 512)
    work.refusal =
        "times were measured on processors with vectors of 512 bits alone";
  return work;
}

/// Advises for the operand `name`, which is in memory; ranks `others` too.
static llvm::Expected<FormatAdvice>
advise(const Session &session, llvm::StringRef name,
       const std::vector<runtime::Format> &others = {}) {
  const Operand &operand = getOperand(session, name);
  const OperandSpec &spec = *operand.spec;
  FormatAdvice advice;
  advice.operand = name.str();
  advice.work = findWork(session, spec);
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  auto matrix =
      runtime::measurePattern(operand.storage, spec.format, advice.work.lanes);
  if (spec.composite || !matrix)
    return failExpected("an operand to advise on in csr before",
                        name + " in " + spec.getFormatName());
  advice.advice = advisor::advise(*matrix, advice.work, others);
  advice.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  advice.matrix = std::move(*matrix);
  for (const runtime::Format &other : others)
    if (std::string text = format::describe(other);
        advice.work.refusal.empty() &&
        llvm::none_of(advice.advice.estimates,
                      [&](const auto &known) { return known.format == text; }))
      return failExpected("a format whose cells were counted with --advise " +
                              name,
                          "'" + text + "'");
  return advice;
}

/// Loads the operands that have a source, of which `name` is to be one.
static llvm::Error load(Session &session, llvm::StringRef name,
                        llvm::StringRef option) {
  auto bindings = bindGivenOperands(session.program, session.line);
  if (!bindings)
    return bindings.takeError();
  if (llvm::none_of(*bindings, [&](const Binding &binding) {
        return binding.spec->name == name;
      }))
    return failExpected("--bind of " + name + " with " + option, "none");
  auto operands =
      loadOperands(*bindings, session.line, session.report.loadTimes);
  if (!operands)
    return operands.takeError();
  session.bindings = std::move(*bindings);
  session.operands = std::move(*operands);
  return llvm::Error::success();
}

/// Makes the program again, with the formats that `session` has now.
static llvm::Error reload(Session &session) {
  session.operands.clear();
  session.bindings.clear();
  session.report.loadTimes = {};
  std::vector<FormatAdvice> advice = std::move(session.program.advice);
  auto program = loadProgram(*session.context, session.line);
  if (!program)
    return program.takeError();
  session.program = std::move(*program);
  session.program.advice = std::move(advice);
  return openSchedule(session.program, session.line);
}

llvm::Error run::chooseFormats(Session &session) {
  bool isOpen = false;
  for (Assignment &format : session.line.formats) {
    if (format.text != kAuto)
      continue;
    isOpen = true;
    if (llvm::Error error =
            load(session, format.name, "--format " + format.name + "=auto"))
      return error;
    auto advice = advise(session, format.name);
    if (!advice)
      return advice.takeError();
    format.text = advice->advice.getChoice().format;
    session.program.advice.push_back(std::move(*advice));
  }
  return isOpen ? reload(session) : llvm::Error::success();
}

/// The format without a name that --format gives the operand `name`, to be
/// ranked with the others; the program has the operand in its own format then.
static llvm::Expected<std::vector<runtime::Format>>
takeFormat(Session &session, llvm::StringRef name) {
  std::vector<runtime::Format> others;
  for (const OperandSpec &spec : session.program.operands)
    if (spec.name == name && !spec.composite &&
        spec.getFormatName().front() == '(')
      others.push_back(spec.format);
  if (others.empty())
    return others;
  llvm::erase_if(session.line.formats,
                 [&](const Assignment &format) { return format.name == name; });
  if (llvm::Error error = reload(session))
    return std::move(error);
  return others;
}

llvm::Expected<FormatAdvice> run::adviseFormat(Session &session) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const OperandSpec &spec : session.program.operands)
    if (spec.hasPattern())
      names.push_back(spec.name);
  const std::string &name = session.line.advised;
  if (!llvm::is_contained(names, name))
    return failExpected("--advise of a sparse operand (" + listOf(names) + ")",
                        "'" + name + "'" + suggest(name, names));
  auto others = takeFormat(session, name);
  if (!others)
    return others.takeError();
  if (llvm::Error error = load(session, name, "--advise"))
    return std::move(error);
  return advise(session, name, *others);
}
