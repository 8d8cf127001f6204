//===- Advise.cpp - formats that the user leaves open ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Session.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Scheduling.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Strategy/PatternWork.h"
#include "Spindle/Target/CPU/Host.h"

#include "Stopwatch.h"

using namespace spindle;
using namespace spindle::session;
using advisor::Work;

/// What is done with each element of the operand `spec`, by what code is for.
static Work findWork(const Session &session, const OperandSpec &spec) {
  const Options &options = session.getOptions();
  auto target = llvm::cantFail(describeProcessor(options.cpu));
  Work work;
  work.elementBytes = runtime::dtypeSize(unpackedType(spec.dtype));
  work.lanes = std::max<int64_t>(target.vectorBits / 8 / work.elementBytes, 2);
  work.gathers = target.fastGathers;
  work.cacheBytes = target.cacheBytes;
  work.nearBytes = target.nearCacheBytes;
  work.workers = target.workers;
  StrategyFacts facts;
  for (const Assignment &size : options.sizes)
    facts.sizes[size.name] = std::stoll(size.text);
  for (const Operand &operand : session.getOperands())
    for (auto [dim, size] : llvm::zip(operand.spec->dims, operand.shape))
      facts.sizes[dim] = size;
  auto products =
      countProducts(session.getProgram().entry, spec.name, facts, work.refusal);
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
llvm::Expected<FormatAdvice>
Session::advise(llvm::StringRef name,
                const std::vector<runtime::Format> &others) {
  const Operand &operand = getOperand(name);
  const OperandSpec &spec = *operand.spec;
  FormatAdvice advice;
  advice.operand = name.str();
  advice.work = findWork(*this, spec);
  {
    Stopwatch stopwatch(advice.seconds);
    auto matrix = runtime::measurePattern(operand.storage, spec.format,
                                          advice.work.lanes);
    if (spec.composite || !matrix)
      return ofOperand(failExpected("an operand to advise on in csr before",
                                    name + " in " + spec.getFormatName()),
                       name);
    advice.advice = advisor::advise(*matrix, advice.work, others);
    advice.matrix = std::move(*matrix);
  }
  for (const runtime::Format &other : others)
    if (std::string text = format::describe(other);
        advice.work.refusal.empty() &&
        llvm::none_of(advice.advice.estimates,
                      [&](const auto &known) { return known.format == text; }))
      return failExpected("a format whose cells were counted for " + name,
                          "'" + text + "'");
  return advice;
}

/// Loads the operands that have a source, of which `name` is to be one.
llvm::Error Session::loadFor(llvm::StringRef name) {
  if (llvm::Error error = bindArchives(program, options))
    return error;
  auto isLent = [&](llvm::StringRef other) { return lent.contains(other); };
  auto found = bindGivenOperands(program, options, isLent);
  if (!found)
    return found.takeError();
  if (llvm::none_of(*found, [&](const Binding &binding) {
        return binding.spec->name == name;
      }))
    return ofOperand(failExpected(options.names.source.of(name) +
                                      ", whose format is to be chosen,",
                                  "none"),
                     name);
  auto loaded = loadOperands(*found, options, measures.loadTimes, lent);
  if (!loaded)
    return loaded.takeError();
  bindings = std::move(*found);
  operands = std::move(*loaded);
  return llvm::Error::success();
}

/// Makes the program again, with the formats that the options have now.
llvm::Error Session::reload() {
  operands.clear();
  bindings.clear();
  // What lies in the format that the operand had is of no use now.
  lent.operands.clear();
  measures.loadTimes = {};
  std::vector<FormatAdvice> advice = std::move(program.advice);
  auto loaded = loadProgram(*context, options, sources);
  if (!loaded)
    return loaded.takeError();
  program = std::move(*loaded);
  program.advice = std::move(advice);
  return openSchedule(program, options, sources);
}

llvm::Error Session::chooseFormats() {
  return doStep([&]() -> llvm::Error {
    bool isOpen = false;
    for (Assignment &format : options.formats) {
      if (format.text != kAuto)
        continue;
      isOpen = true;
      if (llvm::Error error = loadFor(format.name))
        return error;
      auto advice = advise(format.name);
      if (!advice)
        return advice.takeError();
      format.text = advice->advice.getChoice().format;
      program.advice.push_back(std::move(*advice));
    }
    return isOpen ? reload() : llvm::Error::success();
  });
}

/// The format without a name that the options give the operand `name`, to be
/// ranked with the others; the program has the operand in its own format then.
llvm::Expected<std::vector<runtime::Format>>
Session::takeFormat(llvm::StringRef name) {
  std::vector<runtime::Format> others;
  for (const OperandSpec &spec : program.operands)
    if (spec.name == name && !spec.composite &&
        spec.getFormatName().front() == '(')
      others.push_back(spec.format);
  if (others.empty())
    return others;
  llvm::erase_if(options.formats,
                 [&](const Assignment &format) { return format.name == name; });
  if (llvm::Error error = reload())
    return std::move(error);
  return others;
}

llvm::Expected<FormatAdvice> Session::adviseFormat(llvm::StringRef name) {
  return doStepFor<FormatAdvice>([&]() -> llvm::Expected<FormatAdvice> {
    llvm::SmallVector<llvm::StringRef> names;
    for (const OperandSpec &spec : program.operands)
      if (spec.hasPattern())
        names.push_back(spec.name);
    if (!llvm::is_contained(names, name))
      return failExpected("a sparse operand (" + listOf(names) +
                              ") to advise on",
                          "'" + name + "'" + suggest(name, names));
    auto others = takeFormat(name);
    if (!others)
      return others.takeError();
    if (llvm::Error error = loadFor(name))
      return std::move(error);
    return advise(name, *others);
  });
}
