//===- Options.cpp - what each option does --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "Spindle/Execution/Threads.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Target/GPU/Chips.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringLiteral;
using llvm::StringRef;

/// Sets a flag, which is a member of `CommandLine`.
template <auto flag> static llvm::Error setFlag(CommandLine &line, StringRef) {
  line.*flag = true;
  return llvm::Error::success();
}

/// A word that an option takes, and what it stands for.
template <typename T> using Choice = std::pair<StringLiteral, T>;

static constexpr Choice<CheckMode> checkChoices[] = {
    {"force", CheckMode::Force}};
static constexpr Choice<ColorMode> colorChoices[] = {
    {"auto", ColorMode::Auto},
    {"always", ColorMode::Always},
    {"never", ColorMode::Never}};
static constexpr Choice<runtime::PatternValues> valueChoices[] = {
    {"one", runtime::PatternValues::One},
    {"random", runtime::PatternValues::Random}};
static constexpr Choice<RunTarget> targetChoices[] = {
    {"cpu", RunTarget::CPU}, {"cuda", RunTarget::CUDA}};
static constexpr Choice<execution::DeviceKind> deviceChoices[] = {
    {"cuda", execution::DeviceKind::CUDA},
    {"emulator", execution::DeviceKind::Emulator}};
static constexpr Choice<bool> shellChoices[] = {{"bash", true}};

/// The words of `choices`.
template <const auto &choices> static llvm::SmallVector<StringRef> getWords() {
  return llvm::to_vector(llvm::map_range(
      choices, [](const auto &choice) -> StringRef { return choice.first; }));
}

/// Sets `slot` to what `value`, of --`option`, stands for among `choices`.
/// Error: a word that is not among them.
template <typename T, size_t count, typename Slot>
static llvm::Error choose(Slot &slot, const Choice<T> (&choices)[count],
                          StringRef option, StringRef value) {
  llvm::SmallVector<StringRef> words;
  for (const auto &[word, meaning] : choices) {
    words.push_back(word);
    if (word != value)
      continue;
    slot = meaning;
    return llvm::Error::success();
  }
  std::string expected = llvm::join(llvm::drop_end(words), ", ");
  return failExpected("--" + option + " " + expected +
                          (expected.empty() ? "" : " or ") + words.back(),
                      "'" + value + "'" + suggest(value, words));
}

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

static llvm::Error applyWeights(CommandLine &line, StringRef value) {
  line.archives.push_back(value.str());
  return llvm::Error::success();
}

/// A format may hold a `=` of its own.
static llvm::Error applyFormat(CommandLine &line, StringRef value) {
  return addAssignment(line.formats, "format", "ARG=FORMAT", value);
}

static llvm::Error applyPlan(CommandLine &line, StringRef value) {
  line.plan = value.str();
  return llvm::Error::success();
}

static llvm::Error applyMeasure(CommandLine &line, StringRef value) {
  constexpr int64_t most = 100;
  if (!value.getAsInteger(10, line.measuredFormats) &&
      line.measuredFormats >= 0 && line.measuredFormats <= most)
    return llvm::Error::success();
  return failExpected("--measure N, from 0 to " + llvm::Twine(most) + ",",
                      "'" + value + "'");
}

static llvm::Error applyAdvise(CommandLine &line, StringRef value) {
  line.advised = value.str();
  return llvm::Error::success();
}

static llvm::Error applySchedule(CommandLine &line, StringRef value) {
  line.schedule = value.str();
  return llvm::Error::success();
}

static llvm::Error applyKnob(CommandLine &line, StringRef value) {
  return addAssignment(line.knobs, "knob", "NAME=VALUE", value);
}

/// Checks the sizes that --specialize gives the dimension `name`: one, or
/// several that are different.
static llvm::Error checkSizes(StringRef name, StringRef text) {
  llvm::SmallVector<int64_t> sizes;
  for (StringRef word : llvm::split(text, ',')) {
    llvm::Expected<int64_t> size = parseCount(
        word, "--specialize " + name + (text.contains(',') ? "=N,N,.." : "=N"));
    if (!size)
      return size.takeError();
    if (llvm::is_contained(sizes, *size))
      return failExpected("--specialize of different sizes of " + name,
                          llvm::Twine(*size) + " twice");
    sizes.push_back(*size);
  }
  return llvm::Error::success();
}

static llvm::Error applySpecialize(CommandLine &line, StringRef value) {
  auto [name, text] = value.split('=');
  bool isNone = value == kNone;
  bool hasText = value.contains('=');
  for (const Assignment &other : line.specialized)
    if (other.name == name || isNone)
      return failExpected("one --specialize of " + other.name, "two");
  if (name.empty() || (hasText && text.empty()) ||
      (!line.specializes && !isNone))
    return failExpected("--specialize NAME, NAME=N, NAME=N,N,.. or none",
                        "'" + value + "'");
  line.specializes = !isNone;
  if (!isNone)
    line.specialized.push_back({name.str(), text.str()});
  return hasText ? checkSizes(name, text) : llvm::Error::success();
}

static llvm::Error applyConstant(CommandLine &line, StringRef value) {
  auto [name, text] = value.split('=');
  for (const Assignment &other : line.constants)
    if (other.name == name)
      return failExpected("one --constant of " + other.name, "two");
  bool hasText = value.contains('=');
  if (name.empty() || (hasText && text != kStructure))
    return failExpected("--constant ARG or ARG=structure", "'" + value + "'");
  line.constants.push_back({name.str(), text.str()});
  return llvm::Error::success();
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

static llvm::Error applyStorageSize(CommandLine &line, StringRef value) {
  if (llvm::is_contained(line.measured, value))
    return failExpected("one --storage-size of " + value, "two");
  line.measured.push_back(value.str());
  return llvm::Error::success();
}

static llvm::Error applySaveStorage(CommandLine &line, StringRef value) {
  return addAssignment(line.storages, "save-storage", "ARG=FOLDER", value);
}

/// Adds to `list` what `option`, which takes the name of a picture, says.
static llvm::Error addPicture(llvm::SmallVector<Assignment> &list,
                              StringRef option, StringRef value) {
  if (!value.ends_with(".svg"))
    return failExpected("--" + option + " ARG=FILE.svg", "'" + value + "'");
  return addAssignment(list, option, "ARG=FILE.svg", value);
}

static llvm::Error applyDraw(CommandLine &line, StringRef value) {
  return addPicture(line.drawings, "draw", value);
}

static llvm::Error applyDrawPattern(CommandLine &line, StringRef value) {
  return addPicture(line.patterns, "draw-pattern", value);
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
    return failExpected("--check or --check=force",
                        "'" + value + "'" + suggest(value, {"force"}));
  line.check = value.empty() ? CheckMode::On : CheckMode::Force;
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

static llvm::Error applyThreads(CommandLine &line, StringRef value) {
  constexpr int64_t most = execution::kMostThreads;
  if (!value.getAsInteger(10, line.threads) && line.threads >= 0 &&
      line.threads <= most)
    return llvm::Error::success();
  return failExpected("--threads N, from 0 to " + llvm::Twine(most) + ",",
                      "'" + value + "'");
}

static llvm::Error applyJitdump(CommandLine &line, StringRef) {
  line.jitdump = line.debugInfo = true;
  return llvm::Error::success();
}

static llvm::Error applySave(CommandLine &line, StringRef value) {
  line.save = value.str();
  if (value.ends_with(".so") && value != ".so" && !value.ends_with("/.so"))
    return llvm::Error::success();
  return failExpected("--save FILE.so", "'" + value + "'");
}

static llvm::Error applySymbol(CommandLine &line, StringRef value) {
  line.symbol = value.str();
  return llvm::Error::success();
}

static llvm::Error applyColor(CommandLine &line, StringRef value) {
  return choose(line.color, colorChoices, "color", value);
}

static llvm::Error applyEmit(CommandLine &line, StringRef value) {
  // What the stages were called before, for one version.
  value = llvm::StringSwitch<StringRef>(value)
              .Case("generic", "tensors")
              .Case("iter", "coordinates")
              .Case("scf", "positions")
              .Case("memref", "loops")
              .Default(value);
  return choose(line.emit, kEmitStages, "emit", value);
}

static llvm::Error applyCpu(CommandLine &line, StringRef value) {
  line.cpu = value.str();
  return describeProcessor(value).takeError();
}

static llvm::Error applyChip(CommandLine &line, StringRef value) {
  line.chip = value.str();
  std::string fault = checkChip(value);
  return fault.empty() ? llvm::Error::success() : fail(fault);
}

/// --target WHICH.
static llvm::Error applyTarget(CommandLine &line, StringRef value) {
  return choose(line.target, targetChoices, "target", value);
}

/// --device WHICH.
static llvm::Error applyDevice(CommandLine &line, StringRef value) {
  return choose(line.device, deviceChoices, "device", value);
}

/// --emulator OPTIONS. What they are the emulator knows.
static llvm::Error applyEmulator(CommandLine &line, StringRef value) {
  line.emulation = value.str();
  return llvm::Error::success();
}

static llvm::Error applyJson(CommandLine &line, StringRef value) {
  line.json = value.str();
  return llvm::Error::success();
}

static llvm::Error applyBatch(CommandLine &line, StringRef value) {
  line.batch = value.str();
  return llvm::Error::success();
}

static llvm::Error applyCompletion(CommandLine &line, StringRef value) {
  return choose(line.completion, shellChoices, "completion", value);
}

static llvm::Error applyPatternValues(CommandLine &line, StringRef value) {
  return choose(line.patternValues, valueChoices, "pattern-values", value);
}

static llvm::Error applySeed(CommandLine &line, StringRef value) {
  llvm::Expected<int64_t> seed = parseCount(value, "--seed N");
  if (!seed)
    return seed.takeError();
  line.seed = *seed;
  return llvm::Error::success();
}

static llvm::Error applyExpr(CommandLine &line, StringRef value) {
  line.expression = value.str();
  return llvm::Error::success();
}

static llvm::Error applyEntry(CommandLine &line, StringRef value) {
  value.consume_front("@");
  line.entry = value.str();
  return llvm::Error::success();
}

static constexpr OptionSpec table[] = {
    {OptionGroup::Operands, "expr", "TEXT", Arity::Required, false, applyExpr,
     "instead of PROGRAM: a product in index notation, as in "
     "\"C[i,k] += A[i,j] * B[j,k]\""},
    {OptionGroup::Operands, "bind", "ARG=SOURCE", Arity::Required, true,
     applyBind, "what an operand holds (a scalar: its value)"},
    {OptionGroup::Operands, "weights", "FILE.npz", Arity::Required, true,
     applyWeights,
     "arrays for the operands that are called like them, and have no --bind"},
    {OptionGroup::Operands, "format", "ARG=FORMAT", Arity::Required, true,
     applyFormat,
     "how a sparse operand of a built-in program or of --expr is stored, or "
     "an argument of a model"},
    {OptionGroup::Operands, "dtype", "T", Arity::Required, false, applyDType,
     "the type of its elements: by default that of .npy and .npz files, that "
     "which text names, or f32"},
    {OptionGroup::Operands, "size", "NAME=N", Arity::Required, true, applySize,
     "the size of a dimension that no file gives"},
    {OptionGroup::Operands, "pattern-values", "WHICH", Arity::Required, false,
     applyPatternValues, "one or random: values of files without",
     getWords<valueChoices>},
    {OptionGroup::Operands, "seed", "N", Arity::Required, false, applySeed,
     "what random values are drawn from, 0 by default"},
    {OptionGroup::Operands, "out", "ARG=FILE", Arity::Required, true, applyOut,
     "where a written operand goes"},
    {OptionGroup::Compiling, "entry", "NAME", Arity::Required, false,
     applyEntry, "the function to run, where a file has several"},
    {OptionGroup::Compiling, "cpu", "NAME", Arity::Required, false, applyCpu,
     "the processor that code is for, as LLVM calls it; this one by default; "
     "one of another platform, to look at, as PLATFORM:NAME"},
    {OptionGroup::Compiling, "target", "WHICH", Arity::Required, false,
     applyTarget, "what the program runs on: cpu by default, or cuda",
     getWords<targetChoices>},
    {OptionGroup::Compiling, "device", "WHICH", Arity::Required, false,
     applyDevice,
     "what --target cuda runs on: cuda, a GPU, by default, or emulator",
     getWords<deviceChoices>},
    {OptionGroup::Compiling, "emulator", "OPTIONS", Arity::Required, false,
     applyEmulator,
     "how the emulator runs, as in seed=3,checked=0; by default as "
     "SPINDLE_EMULATOR says"},
    {OptionGroup::Compiling, "chip", "GPU", Arity::Required, false, applyChip,
     "the GPU of --target cuda and of --emit of a GPU: by default the one "
     "that is there, with --save sm_80 and later, with --emit sm_90 or gfx90a; "
     "with a stage up to loops, --print-schedule or --explain, what that GPU "
     "has"},
    {OptionGroup::Compiling, "threads", "N", Arity::Required, false,
     applyThreads,
     "store and run on N threads, 1 by default; 0 for SPINDLE_NUM_THREADS, "
     "or for all processors where that is not set"},
    {OptionGroup::Compiling, "schedule", "SCHEDULE", Arity::Required, false,
     applySchedule,
     "how loops are made fast: a built-in one, FILE.mlir[:NAME], none, or auto "
     "for one that suits the program and the data; auto by default, but none "
     "with --emit and --debug-info"},
    {OptionGroup::Compiling, "plan", "PLAN", Arity::Required, false, applyPlan,
     "how the products of a model are computed: FILE.mlir[:NAME], none, or "
     "auto for what suits its masks, and what --weights have as 0; none by "
     "default"},
    {OptionGroup::Compiling, "measure", "N", Arity::Required, false,
     applyMeasure,
     "with --plan auto, time the N best formats of each product, and take the "
     "fastest; 0 by default"},
    {OptionGroup::Compiling, "knob", "NAME=VALUE", Arity::Required, true,
     applyKnob, "the value of a knob of the schedule"},
    {OptionGroup::Compiling, "specialize", "NAME[=N,..]", Arity::Required, true,
     applySpecialize,
     "compile for one size of a dimension, or for each of several beside all "
     "others; none for no size; by default for those of dense operands up "
     "to 1024, but with --save none"},
    {OptionGroup::Compiling, "constant", "ARG[=structure]", Arity::Required,
     true, applyConstant,
     "compile for what a sparse operand is bound to: its structure and its "
     "values are constants, or the structure alone; other ones are refused"},
    {OptionGroup::Compiling, "cache", "", Arity::None, false,
     setFlag<&CommandLine::cache>,
     "take the kernel from files of earlier runs, or keep it in one, in "
     "$SPINDLE_CACHE_DIR, or else ~/.cache/spindle"},
    {OptionGroup::Compiling, "strict", "", Arity::None, false,
     setFlag<&CommandLine::strict>,
     "compute with no padding, even where finite numbers do not show it"},
    {OptionGroup::Compiling, "fixed-structures", "", Arity::None, false,
     setFlag<&CommandLine::fixedStructures>,
     "the structures of sparse operands stay from run to run: what is found "
     "in them is found once, and auto may choose a schedule that finds a lot"},
    {OptionGroup::Compiling, "debug-info", "", Arity::None, false,
     setFlag<&CommandLine::debugInfo>,
     "have gdb find the kernel's functions and the program's lines"},
    {OptionGroup::Compiling, "jitdump", "", Arity::None, false, applyJitdump,
     "the same for perf: write its file jit-PID.dump, in $JITDUMPDIR or the "
     "home folder"},
    {OptionGroup::Compiling, "save", "FILE.so", Arity::Required, false,
     applySave,
     "write a shared object that C can call, and FILE.h; run nothing; --bind "
     "says what data the schedule is to suit"},
    {OptionGroup::Compiling, "symbol", "NAME", Arity::Required, false,
     applySymbol, "the C function in it, named like the program's by default"},
    {OptionGroup::Checking, "check", "force", Arity::Optional, false,
     applyCheck, "compare with the interpreter; =force also past 1e9 body runs",
     getWords<checkChoices>},
    {OptionGroup::Checking, "check-mode", "", Arity::None, false,
     setFlag<&CommandLine::checkMode>,
     "have the compiled program report what is undefined"},
    {OptionGroup::Checking, "bench", "RUNS", Arity::Optional, false, applyBench,
     "time the program, 11 runs by default"},
    {OptionGroup::Looking, "explain", "", Arity::None, false,
     setFlag<&CommandLine::explain>,
     "tell what was compiled: stages, loops, operands, code; without --bind "
     "run nothing"},
    {OptionGroup::Looking, "advise", "ARG", Arity::Required, false, applyAdvise,
     "rank formats of a matrix by what they are estimated to take; run "
     "nothing"},
    {OptionGroup::Looking, "emit", "STAGE", Arity::Required, false, applyEmit,
     "print tensors, coordinates, positions, loops, llvm, llvm-ir or asm, or "
     "for a GPU "
     "nvvm or ptx, or by AMD rocdl, amdgcn or hsaco; run nothing",
     getWords<kEmitStages>},
    {OptionGroup::Looking, "print-schedule", "", Arity::None, false,
     setFlag<&CommandLine::printSchedule>,
     "print the schedule, its knobs as they are set; run nothing"},
    {OptionGroup::Looking, "dump-storage", "ARG", Arity::Required, true,
     applyDump, "print the arrays that a tensor is stored in"},
    {OptionGroup::Looking, "storage-size", "ARG", Arity::Required, true,
     applyStorageSize,
     "print how many bytes and how much padding a tensor takes in its format; "
     "store and run nothing"},
    {OptionGroup::Looking, "save-storage", "ARG=FOLDER", Arity::Required, true,
     applySaveStorage,
     "write the arrays that a tensor is stored in to .npy files called as the "
     "parameters of --save's function; goes with --save too"},
    {OptionGroup::Looking, "draw", "ARG=FILE.svg", Arity::Required, true,
     applyDraw, "draw a small tensor and the arrays that it is stored in"},
    {OptionGroup::Looking, "draw-pattern", "ARG=FILE.svg", Arity::Required,
     true, applyDrawPattern,
     "draw where the elements of a matrix are, and its padding"},
    {OptionGroup::Telling, "json", "FILE", Arity::Required, false, applyJson,
     "write the report as JSON; - for stdout"},
    {OptionGroup::Telling, "color", "WHEN", Arity::Required, false, applyColor,
     "auto, always or never; auto is on a terminal, if NO_COLOR is not set",
     getWords<colorChoices>},
    {OptionGroup::Telling, "batch", "FILE", Arity::Required, false, applyBatch,
     "run the command lines of a file, each in a process of its own; - for "
     "stdin; print a line of JSON of each"},
    {OptionGroup::Telling, "completion", "SHELL", Arity::Required, false,
     applyCompletion,
     "print completions for a shell, bash: source <(sparse-run --completion "
     "bash)",
     getWords<shellChoices>},
    {OptionGroup::Telling, "list", "", Arity::None, false,
     setFlag<&CommandLine::list>, "print the built-in programs"},
    {OptionGroup::Telling, "help", "", Arity::None, false,
     setFlag<&CommandLine::help>, "print this"},
    {OptionGroup::Telling, "version", "", Arity::None, false,
     setFlag<&CommandLine::version>, "print the version"},
};

llvm::ArrayRef<OptionSpec> run::getOptions() { return table; }
