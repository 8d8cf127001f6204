//===- Options.cpp - what each option does --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "Failure.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

/// Appends NAME=TEXT to `list`, which has no other entry of that name.
static llvm::Error addAssignment(llvm::SmallVectorImpl<Assignment> &list,
                                 StringRef option, StringRef form,
                                 StringRef value) {
  auto [name, text] = value.split('=');
  if (name.empty() || text.empty())
    return failExpected("--" + option + " " + form, "'" + value + "'");
  for (const Assignment &other : list)
    if (other.name == name)
      return failExpected("one --" + option + " of " + name,
                          "'" + other.text + "' and '" + text + "'");
  list.push_back({name.str(), text.str()});
  return llvm::Error::success();
}

static llvm::Error applyBind(CommandLine &line, StringRef value) {
  return addAssignment(line.binds, "bind", "ARG=SOURCE", value);
}

/// A format may hold a `=` of its own.
static llvm::Error applyFormat(CommandLine &line, StringRef value) {
  return addAssignment(line.formats, "format", "ARG=FORMAT", value);
}

static llvm::Error applyDType(CommandLine &line, StringRef value) {
  line.dtype = value.str();
  return llvm::Error::success();
}

static llvm::Error applyDump(CommandLine &line, StringRef value) {
  if (llvm::is_contained(line.dumps, value))
    return failExpected("one --dump-storage of " + value, "two");
  line.dumps.push_back(value.str());
  return llvm::Error::success();
}

static llvm::Error applyDraw(CommandLine &line, StringRef value) {
  if (!value.ends_with(".svg"))
    return failExpected("--draw ARG=FILE.svg", "'" + value + "'");
  return addAssignment(line.drawings, "draw", "ARG=FILE.svg", value);
}

static llvm::Error applyOut(CommandLine &line, StringRef value) {
  return addAssignment(line.outputs, "out", "ARG=FILE", value);
}

static llvm::Error applySize(CommandLine &line, StringRef value) {
  StringRef text = value.split('=').second;
  if (llvm::Error error = addAssignment(line.sizes, "size", "NAME=N", value))
    return error;
  return parseCount(text, "--size " + line.sizes.back().name + "=N")
      .takeError();
}

static llvm::Error applyCheck(CommandLine &line, StringRef value) {
  if (!value.empty() && value != "force")
    return failExpected("--check or --check=force", "'" + value + "'");
  line.check = value.empty() ? CheckMode::On : CheckMode::Force;
  return llvm::Error::success();
}

static llvm::Error applyCheckMode(CommandLine &line, StringRef) {
  line.checkMode = true;
  return llvm::Error::success();
}

static llvm::Error applyStrict(CommandLine &line, StringRef) {
  line.strict = true;
  return llvm::Error::success();
}

static llvm::Error applyBench(CommandLine &line, StringRef value) {
  constexpr int64_t mostRuns = 1000000;
  line.benchRuns = 11;
  if (value.empty())
    return llvm::Error::success();
  if (value.getAsInteger(10, line.benchRuns) || line.benchRuns < 1 ||
      line.benchRuns > mostRuns)
    return failExpected("--bench=RUNS, from 1 to 1000000", "'" + value + "'");
  return llvm::Error::success();
}

static llvm::Error applyEmit(CommandLine &line, StringRef value) {
  line.emit = llvm::StringSwitch<std::optional<EmitStage>>(value)
                  .Case("generic", EmitStage::Generic)
                  .Case("iter", EmitStage::Iter)
                  .Case("scf", EmitStage::SCF)
                  .Case("memref", EmitStage::MemRef)
                  .Case("llvm", EmitStage::LLVM)
                  .Case("llvm-ir", EmitStage::LLVMIR)
                  .Case("asm", EmitStage::Assembly)
                  .Default(std::nullopt);
  if (line.emit)
    return llvm::Error::success();
  return failExpected("--emit generic, iter, scf, memref, llvm, llvm-ir or asm",
                      "'" + value + "'");
}

static llvm::Error applyCpu(CommandLine &line, StringRef value) {
  line.cpu = value.str();
  return execution::getSmallFloats(value).takeError();
}

static llvm::Error applyJson(CommandLine &line, StringRef value) {
  line.json = value.str();
  return llvm::Error::success();
}

static llvm::Error applyPatternValues(CommandLine &line, StringRef value) {
  if (value != "one" && value != "random")
    return failExpected("--pattern-values one or random", "'" + value + "'");
  line.patternValues = value == "one" ? runtime::PatternValues::One
                                      : runtime::PatternValues::Random;
  return llvm::Error::success();
}

static llvm::Error applySeed(CommandLine &line, StringRef value) {
  llvm::Expected<int64_t> seed = parseCount(value, "--seed N");
  if (!seed)
    return seed.takeError();
  line.seed = *seed;
  return llvm::Error::success();
}

static llvm::Error applyEntry(CommandLine &line, StringRef value) {
  value.consume_front("@");
  line.entry = value.str();
  return llvm::Error::success();
}

static llvm::Error applyList(CommandLine &line, StringRef) {
  line.list = true;
  return llvm::Error::success();
}

static llvm::Error applyHelp(CommandLine &line, StringRef) {
  line.help = true;
  return llvm::Error::success();
}

static llvm::Error applyVersion(CommandLine &line, StringRef) {
  line.version = true;
  return llvm::Error::success();
}

static constexpr OptionSpec table[] = {
    {"bind", "ARG=SOURCE", Arity::Required, true, applyBind,
     "what an operand holds (a scalar: its value)"},
    {"format", "ARG=FORMAT", Arity::Required, true, applyFormat,
     "how a sparse operand of a program that ships is stored"},
    {"dtype", "T", Arity::Required, false, applyDType,
     "the type of its elements, f32 unless said"},
    {"size", "NAME=N", Arity::Required, true, applySize,
     "the size of a dimension that no file gives"},
    {"out", "ARG=FILE", Arity::Required, true, applyOut,
     "where a written operand goes"},
    {"dump-storage", "ARG", Arity::Required, true, applyDump,
     "print the arrays that a tensor is stored in"},
    {"draw", "ARG=FILE.svg", Arity::Required, true, applyDraw,
     "draw a small tensor and the arrays that it is stored in"},
    {"check", "force", Arity::Optional, false, applyCheck,
     "compare with the interpreter; =force also past 1e9 body runs"},
    {"check-mode", "", Arity::None, false, applyCheckMode,
     "have the compiled program report what is undefined"},
    {"strict", "", Arity::None, false, applyStrict,
     "compute with no padding, even where finite numbers do not show it"},
    {"bench", "RUNS", Arity::Optional, false, applyBench,
     "time the program, 11 runs unless said"},
    {"emit", "STAGE", Arity::Required, false, applyEmit,
     "print generic, iter, scf, memref, llvm, llvm-ir or asm; run nothing"},
    {"cpu", "NAME", Arity::Required, false, applyCpu,
     "the processor that code is for, as LLVM calls it; this one unless said"},
    {"json", "FILE", Arity::Required, false, applyJson,
     "write the report as JSON; - for stdout"},
    {"pattern-values", "WHICH", Arity::Required, false, applyPatternValues,
     "one or random: values of files without"},
    {"seed", "N", Arity::Required, false, applySeed,
     "what random values are drawn from, 0 unless said"},
    {"entry", "NAME", Arity::Required, false, applyEntry,
     "the function to run, where a file has several"},
    {"list", "", Arity::None, false, applyList, "print the programs that ship"},
    {"help", "", Arity::None, false, applyHelp, "print this"},
    {"version", "", Arity::None, false, applyVersion, "print the version"},
};

llvm::ArrayRef<OptionSpec> run::getOptions() { return table; }
