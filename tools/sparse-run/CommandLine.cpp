//===- CommandLine.cpp - what the user asks for ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "Options.h"
#include "Spindle/Session/DeviceProgram.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Stages.h"
#include "llvm/ADT/STLExtras.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

/// The option that `word`, which starts with a dash, names.
static llvm::Expected<const OptionSpec *> findOption(StringRef word) {
  if (word == "-h")
    word = "--help";
  llvm::SmallVector<StringRef> names;
  for (const OptionSpec &option : getOptions()) {
    if (word.starts_with("--") && word.drop_front(2) == option.name)
      return &option;
    names.push_back(option.name);
  }
  return fail("expected an option, as --help lists them, but got '" + word +
              "'" + suggest(word.ltrim('-'), names, "--"));
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
  bool isRequired = (*option)->arity == Arity::Required;
  if ((isRequired || hasValue) && value.empty())
    return failExpected(
        "--" + name + (isRequired ? " " : "=") + (*option)->value, "no value");
  return (*option)->apply(line, value);
}

/// The names of the options on the command line.
using Names = llvm::ArrayRef<StringRef>;

/// Refuses those of `others` beside --`option`, which runs nothing.
static llvm::Error refuseBeside(StringRef option, Names others, Names seen) {
  for (StringRef name : seen)
    if (llvm::is_contained(others, name))
      return failExpected(
          "--" + option + ", which runs nothing, without --" + name, "both");
  return llvm::Error::success();
}

/// Refuses what only a run has a use for beside what runs nothing. The operands
/// of --emit may be there: it stands at the end of the command line of a run.
static llvm::Error checkWithoutRun(const CommandLine &line, Names seen) {
  static constexpr StringRef data[] = {"bind", "size", "pattern-values",
                                       "seed"};
  static constexpr StringRef beyondSave[] = {
      "cache", "out",          "check",         "check-mode", "bench",
      "emit",  "explain",      "jitdump",       "debug-info", "dump-storage",
      "draw",  "draw-pattern", "print-schedule"};
  static constexpr StringRef beyondAdvise[] = {
      "cache", "out",          "check",   "check-mode",    "bench",
      "emit",  "save",         "explain", "dump-storage",  "save-storage",
      "draw",  "draw-pattern", "symbol",  "print-schedule"};
  static constexpr StringRef beyondEmit[] = {
      "cache",        "out",          "check", "bench", "dump-storage",
      "save-storage", "draw-pattern", "draw",  "json"};
  if (!line.advised.empty())
    return refuseBeside("advise", beyondAdvise, seen);
  if (!line.measured.empty())
    return refuseBeside("storage-size", beyondAdvise, seen);
  if (!line.save.empty() && line.schedule != kAuto && line.storages.empty())
    if (llvm::Error error = refuseBeside("save", data, seen))
      return error;
  if (!line.save.empty())
    return refuseBeside("save", beyondSave, seen);
  if (!line.symbol.empty())
    return failExpected("--save with --symbol", "none");
  if (line.emit)
    return refuseBeside("emit", beyondEmit, seen);
  if (line.printSchedule)
    return refuseBeside("print-schedule", beyondEmit, seen);
  return llvm::Error::success();
}

/// Whether the user names a schedule.
static bool namesSchedule(const CommandLine &line) {
  return line.schedule != kNone && line.schedule != kAuto;
}

/// Refuses what has no use for a schedule beside one, and knobs without.
static llvm::Error checkSchedule(const CommandLine &line) {
  bool hasKnobs = !line.knobs.empty();
  StringRef option = namesSchedule(line) ? "schedule" : "knob";
  if (line.checkMode && (namesSchedule(line) || hasKnobs))
    return failExpected("--" + option +
                            " without --check-mode, which runs the program in "
                            "the order it is written in,",
                        "both");
  if (line.schedule == kNone && hasKnobs)
    return failExpected("--schedule with --knob", "none");
  std::pair<StringRef, bool> others[] = {{"emit", line.emit.has_value()},
                                         {"explain", line.explain}};
  for (auto [name, isThere] : others)
    if (line.printSchedule && isThere)
      return failExpected("--print-schedule or --" + name, "both");
  return llvm::Error::success();
}

/// Whether what is shown is the same code for a processor and for a GPU, or of
/// a GPU alone.
static bool showsKernels(const CommandLine &line) {
  static constexpr EmitStage ofProcessors[] = {
      EmitStage::LLVM, EmitStage::LLVMIR, EmitStage::Assembly};
  return line.printSchedule || line.explain ||
         (line.emit && !llvm::is_contained(ofProcessors, *line.emit));
}

/// What a program that runs on a GPU is not asked for.
static llvm::Error checkRunOnGPU(const CommandLine &line) {
  if (llvm::Error error = checkRunnable(line.chip))
    return error;
  bool emulates = line.device == execution::DeviceKind::Emulator;
  std::pair<StringRef, bool> others[] = {
      {"cpu", line.cpu != kNative},
      {"debug-info", line.debugInfo},
      {"emit", line.emit && !showsKernels(line)}};
  for (auto [name, isThere] : others)
    if (isThere)
      return failExpected("--" + name +
                              " without --target cuda, since it is "
                              "for a CPU,",
                          "both");
  if (emulates && line.benchRuns != 0)
    return failExpected("--bench without --device emulator, whose times say "
                        "nothing of a GPU's (--json has what it counts),",
                        "both");
  if (emulates && !line.save.empty())
    return failExpected("--save without --device, which runs nothing,", "both");
  return llvm::Error::success();
}

/// Refuses what does not go with kernels for a GPU, and --chip without.
static llvm::Error checkGPU(const CommandLine &line, Names seen) {
  bool runs = line.target == RunTarget::CUDA;
  for (StringRef name : {"device", "emulator"})
    if (!runs && llvm::is_contained(seen, name))
      return failExpected("--target cuda with --" + name, "none");
  if (llvm::is_contained(seen, "emulator") &&
      line.device != execution::DeviceKind::Emulator)
    return failExpected("--device emulator with --emulator", "none");
  if (!isForGPU(line))
    return llvm::Error::success();
  if (!runs && !showsKernels(line))
    return failExpected(
        "--target cuda, --explain, --print-schedule or --emit up to "
        "loops or of a GPU with --chip",
        "neither");
  std::pair<StringRef, bool> others[] = {{"check-mode", line.checkMode},
                                         {"threads", line.threads != 1}};
  std::string option = runs ? "--target cuda" : "--chip and --emit of a GPU";
  for (auto [name, isThere] : others)
    if (isThere)
      return failExpected("--" + name + " without " + option +
                              ", since it is for a CPU,",
                          "both");
  return runs ? checkRunOnGPU(line) : llvm::Error::success();
}

/// Refuses to show several kernels at a stage where there is one alone.
static llvm::Error checkVersions(const CommandLine &line) {
  bool isEarly =
      line.emit == EmitStage::Coordinates || line.emit == EmitStage::Positions;
  bool forGPU = line.emit && isOfGPU(*line.emit);
  bool runsOnGPU = line.target == RunTarget::CUDA;
  for (const Assignment &named : line.specialized)
    if (StringRef(named.text).contains(',') && (isEarly || forGPU || runsOnGPU))
      return failExpected(
          "--specialize of one size of " + named.name + " with " +
              (runsOnGPU ? "--target cuda, which has one version,"
                         : "--emit coordinates, positions and of a GPU, which "
                           "show one kernel,"),
          "'" + named.text + "'");
  return llvm::Error::success();
}

/// Refuses what does not go together, and a command line without a program.
static llvm::Error checkTogether(const CommandLine &line, Names seen) {
  if (!line.batch.empty() && (seen.size() > 1 || !line.program.empty()))
    return failExpected("--batch alone", "more");
  if (line.checkMode && line.benchRuns != 0)
    return failExpected("--bench without --check-mode, which is to be right, "
                        "not fast,",
                        "both");
  if (line.checkMode && line.threads != 1)
    return failExpected("--threads without --check-mode, which is serial,",
                        "both");
  if (line.debugInfo && !line.jitdump && line.benchRuns != 0)
    return failExpected("--bench without --debug-info, whose code is for a "
                        "debugger (that of --jitdump is fast),",
                        "both");
  if (line.explain && line.emit)
    return failExpected("--explain or --emit", "both");
  if (llvm::Error error = checkSchedule(line))
    return error;
  if (llvm::Error error = checkWithoutRun(line, seen))
    return error;
  if (llvm::Error error = checkGPU(line, seen))
    return error;
  if (llvm::Error error = checkVersions(line))
    return error;
  bool needsNone = line.help || line.version || line.list || line.completion;
  bool hasProgram = !line.program.empty() || !line.expression.empty();
  if (!hasProgram && line.batch.empty() && !needsNone)
    return failExpected("a PROGRAM (--list and --help tell more)", "none");
  if (!line.program.empty() && !line.expression.empty())
    return failExpected("a PROGRAM or --expr", "both");
  return llvm::Error::success();
}

/// The schedule where the user says nothing of it. What is shown is the program
/// as it is written, and so is what a debugger steps through; what runs is
/// fast.
static StringRef getUsualSchedule(const CommandLine &line) {
  bool shows = line.emit && line.knobs.empty();
  bool steps = line.debugInfo && !line.jitdump;
  return shows || steps || line.checkMode ? kNone : kAuto;
}

/// Adds the tensors that something is to be done with.
static void addTensors(CommandLine &line) {
  for (const std::string &name : line.dumps)
    line.tensors.push_back({name, "--dump-storage"});
  for (const std::string &name : line.measured)
    line.tensors.push_back({name, "--storage-size"});
  auto add = [&](llvm::ArrayRef<Assignment> files, const char *option) {
    for (const Assignment &file : files)
      line.tensors.push_back({file.name, option});
  };
  add(line.storages, "--save-storage");
  add(line.drawings, "--draw");
  add(line.patterns, "--draw-pattern");
}

/// The names of options in errors.
static SettingNames getOptionNames() {
  SettingNames names;
  names.source = {"--bind", "=SOURCE"};
  names.output = {"--out", "=FILE"};
  names.size = {"--size", "=N"};
  names.format = {"--format", "=FORMAT"};
  names.dtype = {"--dtype"};
  names.entry = {"--entry"};
  names.knob = {"--knob", "=VALUE"};
  names.specialization = {"--specialize", "=N"};
  names.constant = {"--constant"};
  return names;
}

llvm::Expected<CommandLine>
spindle::run::parseCommandLine(llvm::ArrayRef<const char *> arguments) {
  CommandLine line;
  line.schedule.clear();
  line.names = getOptionNames();
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
  if (line.schedule.empty())
    line.schedule = getUsualSchedule(line).str();
  if (llvm::Error error = checkTogether(line, seen))
    return error;
  // What is saved is for operands of any size, but where the user names one.
  line.specializes &= line.save.empty();
  addTensors(line);
  return line;
}
