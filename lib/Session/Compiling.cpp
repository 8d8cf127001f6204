//===- Compiling.cpp - the kernel of a session ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/RuntimeCalls.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"
#include "Spindle/Session/Stages.h"
#include "Stopwatch.h"

using namespace spindle;
using namespace spindle::session;
using namespace mlir;

/// Prints `module` with all that its code depends on: messages in it name lines
/// of files, and debuggers are told of all locations.
static void printForKey(ModuleOp module, bool debugInfo,
                        llvm::raw_ostream &text) {
  module.print(text, OpPrintingFlags().enableDebugInfo(debugInfo));
  std::string last;
  int64_t number = 0;
  module.walk([&](Operation *op) {
    ++number;
    std::string line = sparse::describeLocation(op->getLoc());
    if (line != last)
      text << number << " " << line;
    last = std::move(line);
  });
}

/// The dimensions that `program` is for one size of.
static auto getSizes(const Program &program) {
  decltype(execution::KernelKey::sizes) sizes;
  for (const auto &[dim, size] : program.specialized)
    sizes.emplace_back(dim, size);
  return sizes;
}

execution::KernelKey Session::getKey() const {
  execution::KernelKey key;
  llvm::raw_string_ostream text(key.program);
  printForKey(program.module.get(), options.debugInfo, text);
  key.entry = program.entryName;
  auto describe = [](const auto &schedule) {
    return schedule ? schedule->str() : kNone.str();
  };
  key.schedule = describe(program.schedule);
  for (const SizeVersion &version : program.versions)
    key.schedule +=
        "\n" + describeSizes(version.sizes) + ": " + describe(version.schedule);
  llvm::raw_string_ostream target(key.target);
  target << identifyProcessor(options.cpu) << (options.strict ? " strict" : "")
         << (options.checkMode ? " checks" : "")
         << (countThreads(options) > 1 ? " parallel" : "")
         << (options.debugInfo ? " lines" : "")
         << (options.jitdump ? " perf" : "");
  if (options.target == RunTarget::CUDA)
    target << " cuda " << options.chip
           << (getImages().bitcode ? " emulated" : "");
  key.sizes = getSizes(program);
  return key;
}

execution::Observers Session::getObservers() const {
  execution::Observers observers{options.debugInfo, options.jitdump};
  observers.isCancelled = options.watcher.token;
  return observers;
}

void Session::setKernel(execution::KernelCache::Entry entry) {
  kernel = std::move(entry);
  measures.optLevel = getObservers().getOptLevel();
  measures.threads = countThreads(options);
}

llvm::Error Session::lowerForTarget(ModuleOp module) {
  Stopwatch stopwatch(measures.lowerSeconds);
  return device ? lowerForDevice(module, program, options, getImages())
                : lowerToLLVM(module, program, options);
}

llvm::Expected<execution::KernelCache::Entry> Session::compileKernel() {
  OwningOpRef<ModuleOp> module = program.module->clone();
  llvm::StringRef entry = program.entry.getName();
  if (llvm::Error error = lowerForTarget(*module))
    return std::move(error);
  DiagnosticKeeper diagnostics(context.get());
  size_t arguments = llvm::count_if(
      program.operands, [](const auto &spec) { return !spec.isResult; });
  auto signature = execution::getSignature(*module, entry, arguments);
  if (!signature)
    return signature.takeError();
  std::unique_ptr<Step> step = options.watcher.begin("compiling");
  auto compiled =
      device
          ? execution::Kernel::compileForDevice(*module, entry, getObservers())
          : execution::Kernel::compile(*module, entry, options.cpu,
                                       getObservers());
  if (!compiled)
    return compiled.takeError();
  measures.origin = KernelOrigin::Compiled;
  measures.llvmSeconds = compiled->getCompileSeconds();
  return std::make_shared<const execution::CompiledKernel>(
      execution::CompiledKernel{context, *signature, program.operands,
                                std::move(*compiled), getSizes(program)});
}

void Session::giveUpDisk(llvm::Error reason) {
  options.watcher.note("no kernels are kept: " + toString(std::move(reason)));
  options.disk = nullptr;
}

/// The kernel of `key` that another process has compiled; null for none.
execution::KernelCache::Entry
Session::findOnDisk(const execution::KernelKey &key) {
  auto object = options.disk->find(key);
  if (!object) {
    giveUpDisk(object.takeError());
    return nullptr;
  }
  if (!*object)
    return nullptr;
  auto loaded = execution::loadKernel(context, **object, key, getObservers());
  if (loaded)
    return *loaded;
  // Why tells the one that is compiled in its place.
  llvm::consumeError(loaded.takeError());
  return nullptr;
}

void Session::keepOnDisk(const execution::KernelKey &key,
                         const execution::CompiledKernel &compiled) {
  if (llvm::Error error =
          options.disk->store(key, execution::saveKernel(compiled, key)))
    giveUpDisk(std::move(error));
}

/// The kernel of `key` from the disk, or else compiled and put there.
llvm::Expected<execution::KernelCache::Entry>
Session::findOrCompile(const execution::KernelKey &key) {
  if (options.disk)
    if (auto found = findOnDisk(key)) {
      measures.origin = KernelOrigin::Disk;
      return found;
    }
  auto compiled = compileKernel();
  if (compiled && options.disk)
    keepOnDisk(key, **compiled);
  return compiled;
}

/// The kernel from a cache, or else compiled.
llvm::Expected<execution::KernelCache::Entry> Session::findOrCompile() {
  if (!options.cache && !options.disk)
    return compileKernel();
  double whole = 0, lowering = measures.lowerSeconds;
  auto find = [&]() -> llvm::Expected<execution::KernelCache::Entry> {
    Stopwatch stopwatch(whole);
    execution::KernelKey key = getKey();
    measures.origin = KernelOrigin::Memory;
    if (!options.cache)
      return findOrCompile(key);
    return options.cache->get(key, [&] { return findOrCompile(key); });
  };
  auto found = find();
  lowering = measures.lowerSeconds - lowering;
  measures.cacheSeconds += whole - lowering - measures.llvmSeconds;
  return found;
}

llvm::Error Session::compile() {
  return doStep([&]() -> llvm::Error {
    measures.llvmSeconds = 0;
    if (llvm::Error error = openDevice())
      return error;
    auto compiled = findOrCompile();
    if (!compiled)
      return compiled.takeError();
    setKernel(std::move(*compiled));
    return llvm::Error::success();
  });
}

llvm::Expected<execution::KernelObject> Session::saveKernel() {
  return doStepFor<execution::KernelObject>(
      [&]() -> llvm::Expected<execution::KernelObject> {
        if (!kernel)
          return failExpected("a program that is compiled", "one that is not");
        return execution::saveKernel(*kernel, getKey());
      });
}

llvm::Error Session::loadKernel(const execution::KernelObject &object) {
  return doStep([&]() -> llvm::Error {
    if (!program.module)
      return failExpected("a program that is open", "none");
    auto loaded =
        execution::loadKernel(context, object, getKey(), getObservers());
    if (!loaded)
      return loaded.takeError();
    measures.origin = KernelOrigin::Disk;
    setKernel(std::move(*loaded));
    return llvm::Error::success();
  });
}
