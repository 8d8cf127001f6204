//===- CommandLine.cpp - what the user asks for ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "Failure.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

namespace {

/// Whether an option is followed by a value.
enum class Arity { None, Optional, Required };

/// One option: how it is spelt, what it does, what --help says of it.
struct OptionSpec {
  StringRef name;
  /// What stands for the value; empty without one.
  StringRef value;
  Arity arity;
  bool repeats;
  /// Sets `line`; `value` is empty where there is none.
  llvm::Error (*apply)(CommandLine &line, StringRef value);
  StringRef help;
};

} // namespace

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

static constexpr OptionSpec options[] = {
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

void spindle::run::printHelp(llvm::raw_ostream &stream) {
  stream << "usage: sparse-run PROGRAM --bind ARG=SOURCE ... [OPTION ...]\n\n"
            "Compiles a sparse program in process, runs it on files, checks "
            "and times it.\n\n"
            "PROGRAM  an .mlir file or the name of a program that ships\n"
            "SOURCE   .mtx[.gz], .smtx[.gz], .npz or .npy file, "
            "random[:SEED], ones or zeros\n"
            "FILE     .mtx, .mtx.gz or .npy\n\n";
  for (const OptionSpec &option : options) {
    std::string form = ("--" + option.name).str();
    if (option.arity == Arity::Required)
      form += (" " + option.value).str();
    if (option.arity == Arity::Optional)
      form += ("[=" + option.value + "]").str();
    stream << llvm::formatv("  {0,-24}{1}\n", form, option.help);
  }
  stream << "\nOperands that are only written need no source. Sizes come from "
            "files, types and\n--size, and must agree. random without SEED "
            "draws from --seed and the operand's\nplace; a sparse operand then "
            "has about 8 elements per row. A sparse operand\nkeeps the "
            "elements that are not zero of a file that lists all. One on "
            "the\nstructure of another takes and gives a matrix of the same "
            "elements, or a .npy\nlist of their values.\n\n"
            "Exit status: 0 right, 1 wrong numbers, 2 bad input or usage.\n"
            "Example: sparse-run spmm --bind A=graph.mtx.gz --bind B=random "
            "--size K=128 --check --bench\n";
}

/// The option that `word`, which starts with a dash, names.
static llvm::Expected<const OptionSpec *> findOption(StringRef word) {
  if (word == "-h")
    word = "--help";
  llvm::SmallVector<StringRef> names;
  for (const OptionSpec &option : options) {
    if (word.starts_with("--") && word.drop_front(2) == option.name)
      return &option;
    names.push_back(option.name);
  }
  std::string near = suggest(word.ltrim('-'), names);
  StringRef hint(near);
  if (hint.consume_front("; did you mean '"))
    near = ("; did you mean '--" + hint).str();
  return fail("expected an option, as --help lists them, but got '" + word +
              "'" + near);
}

/// The arguments, from front to back.
using Words = llvm::ArrayRef<const char *>;

/// Takes the option `word` and its value from `words`, whose first it is.
static llvm::Error parseOption(CommandLine &line, Words &words,
                               llvm::SmallVectorImpl<StringRef> &seen) {
  auto [word, value] = StringRef(words.front()).split('=');
  bool hasValue = StringRef(words.front()).contains('=');
  words = words.drop_front();
  llvm::Expected<const OptionSpec *> option = findOption(word);
  if (!option)
    return option.takeError();
  StringRef name = (*option)->name;
  if (!(*option)->repeats && llvm::is_contained(seen, name))
    return failExpected("--" + name + " once", "it again");
  seen.push_back(name);
  if ((*option)->arity == Arity::None && hasValue)
    return failExpected("--" + name + " without a value", "'" + value + "'");
  if ((*option)->arity == Arity::Required && !hasValue && !words.empty()) {
    value = words.front();
    words = words.drop_front();
    hasValue = true;
  }
  bool needsValue = (*option)->arity == Arity::Required || hasValue;
  if (needsValue && value.empty())
    return failExpected("--" + name + " " + (*option)->value, "no value");
  return (*option)->apply(line, value);
}

/// Refuses what does not go together, and a command line without a program.
static llvm::Error checkTogether(const CommandLine &line) {
  if (line.checkMode && line.benchRuns != 0)
    return failExpected("--bench without --check-mode, which is to be right, "
                        "not fast,",
                        "both");
  if (line.program.empty() && !line.help && !line.version && !line.list)
    return failExpected("a PROGRAM (--list and --help tell more)", "none");
  return llvm::Error::success();
}

llvm::Expected<CommandLine>
spindle::run::parseCommandLine(llvm::ArrayRef<const char *> arguments) {
  CommandLine line;
  llvm::SmallVector<StringRef> seen;
  bool onlyPrograms = false;
  while (!arguments.empty()) {
    StringRef word = arguments.front();
    if (!onlyPrograms && word.starts_with("-") && word != "--") {
      if (llvm::Error error = parseOption(line, arguments, seen))
        return error;
      continue;
    }
    arguments = arguments.drop_front();
    if (!onlyPrograms && word == "--")
      onlyPrograms = true;
    else if (word.empty())
      return failExpected("a PROGRAM", "''");
    else if (!line.program.empty())
      return failExpected("one PROGRAM",
                          "'" + line.program + "' and '" + word + "'");
    else
      line.program = word.str();
  }
  if (llvm::Error error = checkTogether(line))
    return error;
  return line;
}
