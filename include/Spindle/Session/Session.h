//===- Session.h - from a program to its numbers ----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands behind every tool: a program is opened, its operands are bound,
// what was left open is chosen, it is compiled, and runs. A session prints
// nothing, ends no process and takes no signal: what goes wrong is a `Failure`,
// what takes long is told to a `Watcher`, who may stop it.
//
//     Session session(options);             // {"spmm"} of one that ships
//     session.open();
//     session.lend("A", csr);               // arrays stay the caller's
//     session.bind();                       // what is not lent, by the options
//     session.choose();
//     session.compile();
//     session.run();
//     runtime::Storage C = *session.takeResult("C");
//
// Each session has a context of its own: several may work at once, each on one
// thread. What they compile they may share, by a cache.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SESSION_H
#define SPINDLE_SESSION_SESSION_H

#include "Spindle/Session/Bench.h"
#include "Spindle/Session/BodyCounts.h"
#include "Spindle/Session/Borrowed.h"
#include "Spindle/Session/Check.h"
#include "Spindle/Session/DeviceProgram.h"
#include "Spindle/Session/Explain.h"
#include "Spindle/Session/OutputFiles.h"
#include "Spindle/Session/Save.h"
#include "Spindle/Session/StoredTensor.h"

namespace spindle::session {

/// Where the kernel of a session is from.
enum class KernelOrigin : uint8_t {
  /// It was compiled.
  Compiled,
  /// Another session of this process had it.
  Memory,
  /// Another process had compiled it.
  Disk
};

/// What is known of a session's work.
struct Measures {
  LoadTimes loadTimes;
  /// LLVM's level of optimization.
  unsigned optLevel = 3;
  /// The threads that parallel loops may run on.
  int threads = 1;
  KernelOrigin origin = KernelOrigin::Compiled;
  /// Seconds that choosing and the passes took, and LLVM, and caches: to look
  /// for the kernel, to link one that was found, to keep one that was not.
  double lowerSeconds = 0, llvmSeconds = 0, cacheSeconds = 0;

  /// Seconds from the program to its kernel.
  double getCompileSeconds() const {
    return lowerSeconds + llvmSeconds + cacheSeconds;
  }
  /// How often bodies of nests run; not known where nothing asked for it.
  std::optional<int64_t> bodyRuns;
  /// The number of body runs that interpret the program as it was written.
  std::optional<int64_t> checkedRuns;
  /// What is computed in all of those; nothing where it is not known.
  std::optional<OperationCounts> operations;
  /// The GPU that the program ran on; empty for a processor.
  std::string chip;
  /// What an emulator counted while it ran, as JSON; empty without one.
  std::string counters;
};

/// How large a tensor is in its format.
struct TensorSize {
  const OperandSpec *spec = nullptr;
  std::vector<int64_t> shape;
  /// One for each part; one alone where the format has none.
  std::vector<runtime::StorageSize> parts;
};

/// A program on its way from its text to its numbers. Errors of all functions:
/// a `Failure` with its parts, and `Cancelled` where the token of the watcher
/// says so. A step whose error is not told may be taken again.
class Session {
public:
  explicit Session(Options options) : options(std::move(options)) {}
  Session(Session &&) = default;

  //===--------------------------------------------------------------------===//
  // The program
  //===--------------------------------------------------------------------===//

  /// Reads or makes the program, with the schedule that the options name.
  llvm::Error open();
  /// Has the program made again where the options leave formats open, by what
  /// is bound to these operands. Errors: no data of such an operand, one that
  /// is no matrix in csr, those of loading.
  llvm::Error chooseFormats();
  /// What is advised for the operand `name`. Errors: as above, and a name that
  /// is not that of a sparse operand.
  llvm::Expected<FormatAdvice> adviseFormat(llvm::StringRef name);

  //===--------------------------------------------------------------------===//
  // The operands
  //===--------------------------------------------------------------------===//

  /// Has the operand `name`, a tensor or an array, be the caller's memory, from
  /// the next `bind` on. It has to live as long as the session runs with it,
  /// and holds what the program writes. Errors: no such operand, those of
  /// `borrow`.
  llvm::Error lend(llvm::StringRef name, const OperandView &view);
  /// Has the sparse operand `name` be `tensor`, which keeps the laws of its
  /// format, in parts too. Errors: no such operand, another format or type.
  llvm::Error lend(llvm::StringRef name, const StoredTensor &tensor);
  /// Has the operand `name` be made from the elements of `tensor`, whose arrays
  /// are those of `format`, at the next `bind`: stored in the operand's format,
  /// or the one chosen for it. `tensor` is not needed afterwards. Errors: as
  /// above, a text that is no format.
  llvm::Error convert(llvm::StringRef name, const TensorView &tensor,
                      llvm::StringRef format);
  /// Has the operand `name` be a number.
  llvm::Error setNumber(llvm::StringRef name, llvm::StringRef text);

  /// Finds what each operand is made from, then makes them. What the program
  /// writes and nobody lends has memory of its own. Errors: an operand without
  /// a source, those of files, sizes that contradict one another or what the
  /// program is compiled for, written memory that overlaps other.
  llvm::Error bind();
  /// The first half of `bind`. Where `givenAlone`, operands without a source
  /// are left out: it is for what is chosen by data and runs nothing.
  llvm::Error findSources(bool givenAlone = false);
  /// The second half.
  llvm::Error load();

  /// How large the tensor `name`, which `findSources` has found one for, is in
  /// its format; nothing is stored. Errors: those of files and of the runtime;
  /// a tensor without a source, or that shares the structure of another.
  llvm::Expected<TensorSize> measureTensor(llvm::StringRef name);

  //===--------------------------------------------------------------------===//
  // Compiling
  //===--------------------------------------------------------------------===//

  /// Chooses what the options leave open and what is compiled depends on: sizes
  /// that it is for, and the schedule.
  llvm::Error choose();
  /// Compiles the program, or has it from a cache of the options. A copy of it
  /// is lowered: the program is interpreted later.
  llvm::Error compile();
  /// What it was compiled to; null before. It needs no session to be called.
  execution::KernelCache::Entry getKernel() const { return kernel; }
  /// Lets go of what is bound: explaining and saving need the program alone.
  void releaseOperands();
  /// All that the kernel's code depends on, as it was opened and chosen.
  execution::KernelKey getKey() const;
  /// The kernel as bytes, for a session of another process. Error: a program
  /// that is not compiled.
  llvm::Expected<execution::KernelObject> saveKernel();
  /// Has the kernel of `object` instead of compiling one. What was opened and
  /// chosen is to be what it was compiled for. Errors: another kernel, bytes
  /// that are not whole, of another version, or for another processor.
  llvm::Error loadKernel(const execution::KernelObject &object);
  /// Tells what the program is compiled to.
  llvm::Expected<Explanation> explain();
  /// The text of the program at `stage`.
  llvm::Expected<std::string> emit(EmitStage stage);
  /// Adds the program as the shared object `object`, and its header beside it,
  /// to `files`; the function is called `symbol` unless that is empty.
  llvm::Error save(llvm::StringRef object, llvm::StringRef symbol,
                   OutputFiles &files);
  /// Compiles the program for the shared object `object`, which may have other
  /// functions too, by `writeSaved`.
  llvm::Expected<SavedFunction> compileToSave(llvm::StringRef object,
                                              llvm::StringRef symbol);

  //===--------------------------------------------------------------------===//
  // Running
  //===--------------------------------------------------------------------===//

  /// Counts how often bodies run, and what they compute. Where it is to be had
  /// `atOnce`, what takes longer than a second to count is left out.
  llvm::Error countBodies(bool atOnce);
  /// Interprets the program on copies of the operands, to compare with. It
  /// comes before `run`, because it survives what is undefined and reports it.
  llvm::Error interpret();
  /// Runs the kernel once. Errors: memory too short for its axes or that cannot
  /// be had, those of conversions.
  llvm::Error run();
  /// What the kernel has left unwritten, in words; empty for nothing. Where
  /// elements look so, a second run tells: they stay what they were.
  llvm::Expected<std::string> findUnwritten();
  /// Compares what `run` wrote with what `interpret` came to.
  llvm::Expected<CheckResult> compare();
  /// Times `runs` runs, on copies of what is written.
  llvm::Expected<BenchResult> measure(int64_t runs);

  /// What the program wrote to, or returned as, the operand `name`: the
  /// caller's from now on, whatever the session does next. Error: no such
  /// operand, one that the program only reads.
  llvm::Expected<runtime::Storage> takeResult(llvm::StringRef name);

  //===--------------------------------------------------------------------===//
  // What is known
  //===--------------------------------------------------------------------===//

  const Options &getOptions() const { return options; }
  /// Has `watcher` follow the work from now on.
  void setWatcher(Watcher watcher) { options.watcher = std::move(watcher); }
  const Program &getProgram() const { return program; }
  llvm::ArrayRef<Binding> getBindings() const { return bindings; }
  llvm::ArrayRef<Operand> getOperands() const { return operands; }
  const Measures &getMeasures() const { return measures; }
  /// The operand called `name`, which is bound.
  const Operand &getOperand(llvm::StringRef name) const;
  /// The names of the program's operands.
  std::vector<std::string> getNames() const;

private:
  /// Does `work` unless it is to stop, and completes its error.
  llvm::Error doStep(llvm::function_ref<llvm::Error()> work);
  llvm::Error complete(llvm::Error error) const;
  /// The same of `work` that lowers the program, which is left as it is.
  llvm::Error doStepOnCopy(llvm::function_ref<llvm::Error()> work);
  /// The same of `work` that gives something.
  template <typename T>
  llvm::Expected<T> doStepFor(llvm::function_ref<llvm::Expected<T>()> work);

  llvm::Expected<const OperandSpec *> lookUp(llvm::StringRef name) const;
  llvm::Error checkCompiledSizes() const;
  llvm::Error loadOperandsNow();
  llvm::Error openDevice();
  llvm::Error lowerForTarget(mlir::ModuleOp module);
  llvm::Expected<execution::KernelCache::Entry> compileKernel();
  execution::DeviceImages getImages() const;
  llvm::Expected<execution::KernelCache::Entry> findOrCompile();
  llvm::Expected<execution::KernelCache::Entry>
  findOrCompile(const execution::KernelKey &key);
  execution::KernelCache::Entry findOnDisk(const execution::KernelKey &key);
  void keepOnDisk(const execution::KernelKey &key,
                  const execution::CompiledKernel &compiled);
  void giveUpDisk(llvm::Error reason);
  execution::Observers getObservers() const;
  void setKernel(execution::KernelCache::Entry entry);
  llvm::Error runKernel(llvm::MutableArrayRef<Operand> arguments);
  llvm::Error runOnDevice(llvm::ArrayRef<Operand> arguments);
  llvm::Error renewTaken();

  llvm::Error loadFor(llvm::StringRef name);
  llvm::Error reload();
  llvm::Expected<FormatAdvice>
  advise(llvm::StringRef name, const std::vector<runtime::Format> &others = {});
  llvm::Expected<std::vector<runtime::Format>> takeFormat(llvm::StringRef name);

  Options options;
  // It goes last: what follows lives in it.
  std::shared_ptr<mlir::MLIRContext> context;
  Program program;
  /// What errors quote.
  SourceTexts sources;
  llvm::SmallVector<Binding> bindings;
  LentOperands lent;
  std::vector<Operand> operands;
  /// The operands whose memory was given away.
  llvm::SmallVector<std::string> taken;
  execution::KernelCache::Entry kernel;
  /// What the kernel runs on; nothing for this processor.
  std::optional<execution::Device> device;
  std::optional<Reference> reference;
  Measures measures;
};

template <typename T>
llvm::Expected<T>
Session::doStepFor(llvm::function_ref<llvm::Expected<T>()> work) {
  std::optional<T> made;
  llvm::Error error = doStep([&]() -> llvm::Error {
    llvm::Expected<T> result = work();
    if (!result)
      return result.takeError();
    made.emplace(std::move(*result));
    return llvm::Error::success();
  });
  if (error)
    return std::move(error);
  return std::move(*made);
}

} // namespace spindle::session

#endif // SPINDLE_SESSION_SESSION_H
