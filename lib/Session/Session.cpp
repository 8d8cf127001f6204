//===- Session.cpp - from a program to its numbers ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Session.h"

#include "BuiltinTensors.h"
#include "CheckSums.h"
#include "Returned.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Execution/CheckCall.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Session/Constants.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Save.h"
#include "Spindle/Session/Scheduling.h"
#include "Spindle/Session/Specializing.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Transforms/Tensors/TensorOps.h"
#include "Stopwatch.h"

using namespace spindle;
using namespace spindle::session;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Steps and their errors
//===----------------------------------------------------------------------===//

std::vector<std::string> Session::getNames() const {
  std::vector<std::string> names;
  for (const OperandSpec &spec : program.operands)
    names.push_back(spec.name);
  return names;
}

llvm::Error Session::complete(llvm::Error error) const {
  if (!error)
    return error;
  // What fails once it is to stop fails for that.
  if (llvm::Error stopped = options.watcher.check()) {
    llvm::consumeError(std::move(error));
    return stopped;
  }
  return toFailure(std::move(error), getNames(), sources);
}

llvm::Error Session::doStep(llvm::function_ref<llvm::Error()> work) {
  if (llvm::Error error = options.watcher.check())
    return error;
  if (llvm::Error error = work())
    return complete(std::move(error));
  return options.watcher.check();
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Whether the module of `schedule` has an operation that puts tensors in
/// parts.
static bool decomposes(const Schedule &schedule) {
  auto module = schedule.getEntry()->getParentOfType<ModuleOp>();
  return module
      .walk([](transform_ops::DecomposeOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Stores tensors of `program` in parts where its schedule does so: before any
/// operand is read, since it is read into what the program takes. Applied to
/// the program then, the schedule finds it done. Errors: those of the schedule,
/// and those of `setEntry`.
static llvm::Error decompose(Program &program, const Options &options) {
  if (!program.schedule || !decomposes(*program.schedule))
    return llvm::Error::success();
  DiagnosticKeeper diagnostics(program.module->getContext());
  OwningOpRef<ModuleOp> module = program.module->clone();
  if (failed(applySchedule(*module, *program.schedule,
                           getChoices(program, options),
                           ProgramStage::Tensors)))
    return diagnostics.takeError("expected a schedule that can be applied but "
                                 "it failed");
  // What is left of the schedule is applied when the program is compiled.
  (*module)->removeAttr(iter::IterDialect::kScheduleAttr);
  auto entry = module->lookupSymbol<func::FuncOp>(program.entryName);
  program.module = std::move(module);
  // A model has the same arguments, of which some are stored in parts.
  if (program.written && !isModel(*program.written))
    program.written = {};
  return setEntry(program, entry);
}

/// Sets the number of threads where `options` leave it open.
static llvm::Error setThreads(Options &options) {
  if (options.threads)
    return llvm::Error::success();
  llvm::Expected<int> threads = execution::findThreads();
  if (!threads)
    return threads.takeError();
  options.threads = *threads;
  return llvm::Error::success();
}

llvm::Error Session::open() {
  return doStep([&]() -> llvm::Error {
    if (llvm::Error error = setThreads(options))
      return error;
    context = createContext();
    auto loaded = loadProgram(*context, options, sources);
    if (!loaded)
      return loaded.takeError();
    program = std::move(*loaded);
    Stopwatch stopwatch(measures.lowerSeconds);
    if (llvm::Error error = openSchedule(program, options, sources))
      return error;
    return decompose(program, options);
  });
}

llvm::Expected<const OperandSpec *>
Session::lookUp(llvm::StringRef name) const {
  auto names = session::getNames(program.operands);
  for (const OperandSpec &spec : program.operands)
    if (spec.name == name)
      return &spec;
  return fail("expected an operand (" + listOf(names) + ") but got '" + name +
              "'" + suggest(name, names));
}

const Operand &Session::getOperand(llvm::StringRef name) const {
  return *llvm::find_if(operands, [&](const Operand &operand) {
    return operand.spec->name == name;
  });
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

llvm::Error Session::lend(llvm::StringRef name, const OperandView &view) {
  return doStep([&]() -> llvm::Error {
    auto spec = lookUp(name);
    if (!spec)
      return spec.takeError();
    auto operand = borrow(**spec, view, findKept(program.kept, name));
    if (!operand)
      return operand.takeError();
    lent.elements.erase(name);
    lent.operands[name] = std::move(*operand);
    return llvm::Error::success();
  });
}

llvm::Error Session::lend(llvm::StringRef name, const StoredTensor &tensor) {
  return doStep([&]() -> llvm::Error {
    auto spec = lookUp(name);
    if (!spec)
      return spec.takeError();
    if (const KeptOperand *kept = findKept(program.kept, name);
        kept && kept->isWhole(tensor.getShape())) {
      auto elements = loadElements(tensor, options.threads);
      if (!elements)
        return elements.takeError();
      lent.operands.erase(name);
      lent.elements[name] = std::move(*elements);
      return llvm::Error::success();
    }
    auto operand = borrow(**spec, tensor);
    if (!operand)
      return operand.takeError();
    lent.elements.erase(name);
    lent.operands[name] = std::move(*operand);
    return llvm::Error::success();
  });
}

void Session::releaseOperands() {
  operands.clear();
  bindings.clear();
  lent.operands.clear();
  lent.elements.clear();
  reference.reset();
}

llvm::Error Session::convert(llvm::StringRef name, const TensorView &tensor,
                             llvm::StringRef format) {
  return doStep([&]() -> llvm::Error {
    auto spec = lookUp(name);
    if (!spec)
      return spec.takeError();
    if ((*spec)->kind != OperandKind::Sparse || (*spec)->sharesPattern())
      return ofOperand(
          failExpected("a sparse operand", (*spec)->getFormatName()), name);
    auto known = runtime::parseFormat(std::string(format));
    if (!known)
      return ofOperand(fail(known.error()), name);
    auto elements = copyElements(**spec, tensor, *known);
    if (!elements)
      return elements.takeError();
    lent.operands.erase(name);
    lent.elements[name] = std::move(*elements);
    return llvm::Error::success();
  });
}

llvm::Error Session::setNumber(llvm::StringRef name, llvm::StringRef text) {
  return doStep([&]() -> llvm::Error {
    auto spec = lookUp(name);
    if (!spec)
      return spec.takeError();
    if ((*spec)->kind != OperandKind::Scalar)
      return ofOperand(
          failExpected("an operand that is a number", (*spec)->getFormatName()),
          name);
    llvm::erase_if(options.binds,
                   [&](const Assignment &bind) { return bind.name == name; });
    options.binds.push_back({name.str(), text.str()});
    return llvm::Error::success();
  });
}

llvm::Error Session::findSources(bool givenAlone) {
  return doStep([&]() -> llvm::Error {
    if (llvm::Error error = bindArchives(program, options))
      return error;
    if (llvm::Error error = lendParts(program, options, lent))
      return error;
    auto isLent = [&](llvm::StringRef name) { return lent.contains(name); };
    auto found = givenAlone ? bindGivenOperands(program, options, isLent)
                            : bindOperands(program, options, isLent);
    if (!found)
      return found.takeError();
    bindings = std::move(*found);
    return llvm::Error::success();
  });
}

/// Checks that the dimensions that the kernel is for one size of have it.
llvm::Error Session::checkCompiledSizes() const {
  if (!kernel)
    return llvm::Error::success();
  for (const Operand &operand : operands)
    for (auto [name, size] : llvm::zip(operand.spec->dims, operand.shape))
      for (const auto &[dim, known] : program.specialized)
        if (dim == name && size != known)
          return ofOperand(failExpected("size " + llvm::Twine(known) +
                                            " of dimension " + dim +
                                            ", which it is compiled for,",
                                        llvm::Twine(size)),
                           operand.spec->name);
  return llvm::Error::success();
}

llvm::Error Session::loadOperandsNow() {
  auto loaded = loadOperands(bindings, options, measures.loadTimes, lent);
  if (!loaded)
    return loaded.takeError();
  operands = std::move(*loaded);
  taken.clear();
  // What is bound to choose by it alone may be a part of them.
  if (operands.size() == program.operands.size()) {
    if (llvm::Error error =
            execution::checkCall(program.operands, getViews(operands)))
      return error;
    if (llvm::Error error = checkSums(program, operands))
      return error;
  }
  return checkCompiledSizes();
}

llvm::Error Session::load() {
  return doStep([&] { return loadOperandsNow(); });
}

llvm::Error Session::bind() {
  if (llvm::Error error = findSources())
    return error;
  return load();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

llvm::Error Session::choose() {
  return doStep([&]() -> llvm::Error {
    Stopwatch stopwatch(measures.lowerSeconds);
    if (llvm::Error error = chooseSizes(program, operands, options))
      return error;
    if (llvm::Error error = fixConstants(program, operands, options))
      return error;
    return chooseSchedule(program, operands, options);
  });
}

llvm::Expected<Explanation> Session::explain() {
  return doStepFor<Explanation>([&] {
    std::unique_ptr<Step> step = options.watcher.begin("explaining");
    if (llvm::Error error = explainRowTiles(program, options))
      return llvm::Expected<Explanation>(std::move(error));
    return session::explain(program, options);
  });
}

llvm::Error Session::doStepOnCopy(llvm::function_ref<llvm::Error()> work) {
  return doStep([&]() -> llvm::Error {
    OwningOpRef<ModuleOp> whole = program.module->clone();
    llvm::Error error = work();
    program.module = std::move(whole);
    program.entry =
        program.module->lookupSymbol<func::FuncOp>(program.entryName);
    return error;
  });
}

llvm::Expected<std::string> Session::emit(EmitStage stage) {
  std::string text;
  llvm::Error error = doStepOnCopy([&]() -> llvm::Error {
    auto emitted = session::emit(program, stage, options);
    if (!emitted)
      return emitted.takeError();
    text = std::move(*emitted);
    return llvm::Error::success();
  });
  if (error)
    return std::move(error);
  return text;
}

llvm::Error Session::save(llvm::StringRef object, llvm::StringRef symbol,
                          OutputFiles &files) {
  auto saved = compileToSave(object, symbol);
  if (!saved)
    return saved.takeError();
  return doStep([&] { return writeSaved(*saved, object, files); });
}

llvm::Expected<SavedFunction> Session::compileToSave(llvm::StringRef object,
                                                     llvm::StringRef symbol) {
  SavedFunction saved;
  llvm::Error error = doStepOnCopy([&]() -> llvm::Error {
    auto compiled = session::compileToSave(program, options, object, symbol);
    if (!compiled)
      return compiled.takeError();
    saved = std::move(*compiled);
    return llvm::Error::success();
  });
  if (error)
    return std::move(error);
  return saved;
}
