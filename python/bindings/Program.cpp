//===- Program.cpp - programs on their way to kernels, for Python ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Arrays.h"
#include "Errors.h"
#include "Gil.h"
#include "Kernel.h"
#include "Spindle/Execution/Optimize.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"
#include "Spindle/Target/GPU/Chips.h"
#include "Tensor.h"
#include "Work.h"
#include <mutex>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace spindle;
using namespace spindle::python;
using session::Assignment;
using session::EmitStage;
using session::Options;
using session::SavedFunction;
using session::Session;
using Words = std::map<std::string, std::string>;

namespace {

/// A session that several threads of Python may hold: one works with it at a
/// time.
class Program {
public:
  explicit Program(Options options)
      : session(std::make_unique<Session>(std::move(options))) {}

  Program(Program &&) = default;
  Program(const Program &) = delete;

  nb::list open(nb::object progress);
  void lend(const std::string &name, nb::object object);
  Kernel compile(nb::object progress);
  std::string emit(const std::string &stage, nb::object progress);
  std::string explain(nb::object progress);
  nb::dict getStrategy() const;
  nb::object advise(const std::string &name, nb::object progress);
  void save(const std::string &path, const std::string &symbol,
            nb::object progress);
  SavedFunction compileToSave(const std::string &path,
                              const std::string &symbol, nb::object progress);

private:
  /// Does `step` by another thread. Error: a program that is not open.
  void work(nb::object progress,
            llvm::function_ref<llvm::Error(Session &)> step);
  template <typename T>
  T workFor(nb::object progress,
            llvm::function_ref<llvm::Expected<T>(Session &)> step);

  std::unique_ptr<Session> session;
  std::unique_ptr<std::mutex> access = std::make_unique<std::mutex>();
  /// What has the memory of lent operands, until the kernel is compiled.
  std::vector<Buffer> buffers;
  bool isOpen = false;
};

} // namespace

/// The kernels of this process. They are never destroyed: threads may compile
/// when the process ends.
static const std::shared_ptr<execution::KernelCache> &getCache() {
  static auto *cache = new std::shared_ptr<execution::KernelCache>(
      std::make_shared<execution::KernelCache>(256));
  return *cache;
}

/// The kernels of this user, in files; null where there are none to be had,
/// which is said once.
static std::shared_ptr<const execution::DiskCache> getDiskCache() {
  // Nothing of Python's runs while this is made: it would let other threads
  // wait for it with the lock that this one needs.
  static auto *opened = [] {
    std::string refusal;
    std::shared_ptr<const execution::DiskCache> disk;
    if (auto found = execution::DiskCache::openUsual())
      disk = *found;
    else
      refusal = toString(found.takeError());
    return new std::pair(disk, refusal);
  }();
  if (!opened->second.empty()) {
    std::string refusal = std::move(opened->second);
    opened->second.clear();
    nb::module_::import_("spindle._errors").attr("warn")(refusal);
  }
  return opened->first;
}

static void addWords(const Words &words,
                     llvm::SmallVector<Assignment> &assignments) {
  for (const auto &[name, text] : words)
    assignments.push_back({name, text});
}

/// What errors call what the arguments of Python set.
static session::SettingNames getNames() {
  session::SettingNames names;
  names.source = {"an operand"};
  names.format = {"formats"};
  names.knob = {"knobs"};
  names.size = {"sizes"};
  names.specialization = {"specialize"};
  names.constant = {"constant"};
  names.dtype = {"dtype"};
  names.entry = {"entry"};
  return names;
}

/// Sets what the program runs on, by words that are known. Error: a GPU that
/// LLVM does not know.
static void setTarget(Options &options, const std::string &target,
                      const std::string &device, const std::string &chip) {
  if (target != "cuda")
    return;
  options.target = session::RunTarget::CUDA;
  if (device == "emulator")
    options.device = execution::DeviceKind::Emulator;
  options.chip = chip;
  // Those of other makers are refused with what they are for.
  if (chip.empty() || describeCode(chip).dialect != KernelDialect::NVVM)
    return;
  if (std::string fault = checkChip(chip); !fault.empty())
    throwError(session::fail(fault));
}

/// Adds the operands of `text`, as in "A,B=structure".
static void addConstants(llvm::StringRef text, Options &options) {
  for (llvm::StringRef word : llvm::split(text, ',')) {
    auto [name, what] = word.split('=');
    if (!name.empty())
      options.constants.push_back({name.str(), what.str()});
  }
}

static Program makeProgram(const Words &texts, const Words &formats,
                           const Words &knobs, const Words &specialized,
                           const Words &numbers, int64_t threads, bool strict,
                           bool check) {
  Options options;
  auto get = [&](const char *name) {
    auto found = texts.find(name);
    return found == texts.end() ? std::string() : found->second;
  };
  options.program = get("program");
  options.text = get("text");
  options.expression = get("expression");
  options.entry = get("entry");
  options.dtype = get("dtype");
  options.schedule = get("schedule");
  if (options.schedule.empty())
    options.schedule = session::kAuto.str();
  if (std::string cpu = get("cpu"); !cpu.empty())
    options.cpu = cpu;
  options.specializes = get("specializes") != "no";
  options.fixedStructures = get("fixed_structures") == "yes";
  addConstants(get("constants"), options);
  setTarget(options, get("target"), get("device"), get("chip"));
  addWords(formats, options.formats);
  options.formatsOfData = get("formats_of_data") == "yes";
  addWords(knobs, options.knobs);
  addWords(specialized, options.specialized);
  addWords(numbers, options.binds);
  options.threads = threads;
  options.strict = strict;
  options.checkMode = check;
  options.names = getNames();
  options.cache = getCache();
  options.disk = getDiskCache();
  return Program(std::move(options));
}

void Program::work(nb::object progress,
                   llvm::function_ref<llvm::Error(Session &)> step) {
  if (!isOpen)
    throwTypeError("expected a program that is open but got one that is not");
  llvm::Error error = llvm::Error::success();
  doWork(std::move(progress), [&](const session::Watcher &watcher) {
    std::lock_guard<std::mutex> lock(*access);
    session->setWatcher(watcher);
    error = step(*session);
    session->setWatcher({});
  });
  unwrap(std::move(error));
}

template <typename T>
T Program::workFor(nb::object progress,
                   llvm::function_ref<llvm::Expected<T>(Session &)> step) {
  std::optional<T> made;
  work(std::move(progress), [&](Session &held) -> llvm::Error {
    llvm::Expected<T> result = step(held);
    if (!result)
      return result.takeError();
    made.emplace(std::move(*result));
    return llvm::Error::success();
  });
  return std::move(*made);
}

nb::list Program::open(nb::object progress) {
  if (std::exchange(isOpen, true))
    throwTypeError("expected a program that is not open but got one that is");
  try {
    work(progress, [](Session &held) { return held.open(); });
  } catch (...) {
    isOpen = false;
    throw;
  }
  return describeOperands(session->getProgram().operands);
}

void Program::lend(const std::string &name, nb::object object) {
  if (!isOpen)
    throwTypeError("expected a program that is open but got one that is not");
  {
    GilRelease release;
    access->lock();
  }
  std::lock_guard<std::mutex> lock(*access, std::adopt_lock);
  Tensor *tensor = nullptr;
  if (nb::try_cast(object, tensor) && tensor)
    return unwrap(session->lend(name, tensor->stored));
  buffers.emplace_back(object, name.c_str());
  unwrap(session->lend(name, execution::OperandView(buffers.back().getView())));
}

Kernel Program::compile(nb::object progress) {
  work(progress, [](Session &held) -> llvm::Error {
    if (llvm::Error error = held.bind())
      return error;
    if (llvm::Error error = held.choose())
      return error;
    llvm::Error error = held.compile();
    held.releaseOperands();
    return error;
  });
  std::lock_guard<std::mutex> lock(*access);
  buffers.clear();
  return {session->getKernel()};
}

/// The stage called `name`. Error: no such stage.
static EmitStage parseStage(const std::string &name) {
  llvm::SmallVector<llvm::StringRef> words;
  for (const auto &[word, stage] : session::kEmitStages) {
    // Machine code is no text.
    if (stage == EmitStage::HSACO)
      continue;
    if (name == word)
      return stage;
    words.push_back(word);
  }
  throwError(session::failExpected("a stage (" + session::listOf(words) + ")",
                                   "'" + name + "'" + suggest(name, words)));
}

std::string Program::emit(const std::string &stage, nb::object progress) {
  EmitStage known = parseStage(stage);
  return workFor<std::string>(progress,
                              [&](Session &held) { return held.emit(known); });
}

std::string Program::explain(nb::object progress) {
  return workFor<std::string>(
      progress, [&](Session &held) -> llvm::Expected<std::string> {
        auto explanation = held.explain();
        if (!explanation)
          return explanation.takeError();
        return llvm::formatv("{0:2}",
                             llvm::json::Value(session::toJson(*explanation)))
            .str();
      });
}

/// What was chosen, and why; empty where nothing was left open.
nb::dict Program::getStrategy() const {
  nb::dict told;
  const session::Program &program = session->getProgram();
  if (program.strategy) {
    told["schedule"] = program.strategy->schedule;
    told["reason"] = program.strategy->reason;
    if (!program.strategy->rowTiles.empty() &&
        program.strategy->rowTiles != program.strategy->reason)
      told["no_row_tiles"] = program.strategy->rowTiles;
  }
  if (program.schedule)
    told["text"] = program.schedule->str();
  return told;
}

nb::object Program::advise(const std::string &name, nb::object progress) {
  auto advice = workFor<session::FormatAdvice>(
      progress, [&](Session &held) { return held.adviseFormat(name); });
  nb::list rows;
  for (const advisor::Estimate &estimate : advice.advice.estimates) {
    nb::dict row;
    row["format"] = estimate.format;
    row["seconds"] = estimate.seconds;
    row["relative"] = estimate.relative;
    row["uncertainty"] = estimate.uncertainty;
    row["bytes"] = estimate.bytes;
    row["padding"] = estimate.padding;
    row["conversion"] = estimate.conversion;
    row["reason"] = estimate.reason;
    rows.append(row);
  }
  return nb::make_tuple(rows, advice.advice.choice, advice.advice.reason,
                        advice.work.refusal);
}

void Program::save(const std::string &path, const std::string &symbol,
                   nb::object progress) {
  work(progress, [&](Session &held) -> llvm::Error {
    session::OutputFiles files;
    if (llvm::Error error = held.save(path, symbol, files))
      return error;
    return files.commit();
  });
}

SavedFunction Program::compileToSave(const std::string &path,
                                     const std::string &symbol,
                                     nb::object progress) {
  return workFor<SavedFunction>(progress, [&](Session &held) {
    return held.compileToSave(path, symbol);
  });
}

/// Writes the shared object `path` with `functions`, and its header.
static void writeSaved(const std::string &path,
                       const std::vector<SavedFunction> &functions) {
  auto write = [&]() -> llvm::Error {
    GilRelease release;
    session::OutputFiles files;
    if (llvm::Error error = session::writeSaved(functions, path, files))
      return error;
    return files.commit();
  };
  unwrap(write());
}

void python::bindProgram(nb::module_ &module) {
  nb::class_<Program> program(module, "Program");
  auto noProgress = nb::arg("progress") = nb::none();
  program.def("open", &Program::open, noProgress);
  program.def("lend", &Program::lend, nb::arg("name"), nb::arg("operand"));
  program.def("compile", &Program::compile, noProgress);
  program.def("emit", &Program::emit, nb::arg("stage"), noProgress);
  program.def("explain", &Program::explain, noProgress);
  program.def_prop_ro("strategy", &Program::getStrategy);
  program.def("advise", &Program::advise, nb::arg("name"), noProgress);
  program.def("save", &Program::save, nb::arg("path"), nb::arg("symbol") = "",
              noProgress);
  nb::class_<SavedFunction>(module, "SavedFunction")
      .def_ro("symbol", &SavedFunction::symbol)
      .def_ro("header", &SavedFunction::header)
      .def_prop_ro("object",
                   [](const SavedFunction &function) {
                     const std::string &bytes = function.code.bytes;
                     return nb::bytes(bytes.data(), bytes.size());
                   })
      .def_prop_ro("is_parallel", [](const SavedFunction &function) {
        return function.code.isParallel;
      });
  program.def("compile_to_save", &Program::compileToSave, nb::arg("path"),
              nb::arg("symbol") = "", noProgress);
  module.def("write_saved", writeSaved, nb::arg("path"), nb::arg("functions"));
  module.def("make_program", makeProgram, nb::arg("texts"), nb::arg("formats"),
             nb::arg("knobs"), nb::arg("specialize"), nb::arg("numbers"),
             nb::arg("threads"), nb::arg("strict"), nb::arg("check"));
}
