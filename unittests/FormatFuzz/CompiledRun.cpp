//===- CompiledRun.cpp - programs compiled and run in guarded memory ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenSchedule.h"

#include "Differential/CodeSize.h"
#include "Differential/Elements.h"
#include "Differential/Workers.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "Spindle/Runtime/Check/Checks.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/IR/Diagnostics.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace spindle;
using namespace spindle::formatfuzz;
using programs::ArgumentRole;
using runtime::Array;

//===----------------------------------------------------------------------===//
// Memory with nothing beside it
//===----------------------------------------------------------------------===//

/// A copy of `array` that ends where a page begins that must not be touched;
/// one without elements begins there.
static Array guard(const Array &array) {
  if (!array.data())
    return array;
  size_t page = sysconf(_SC_PAGESIZE), bytes = array.byteSize();
  size_t all = (bytes + page - 1) / page * page + page;
  void *mapped = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return array;
  char *end = static_cast<char *>(mapped) + all - page;
  mprotect(end, page, PROT_NONE);
  if (bytes)
    std::memcpy(end - bytes, array.data(), bytes);
  std::shared_ptr<void> memory(end - bytes,
                               [=](void *) { munmap(mapped, all); });
  return *Array::adopt(array.dtype(), array.shape(), std::move(memory));
}

static void guardAll(runtime::Storage &storage) {
  for (auto *lists :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (Array &array : *lists)
      array = guard(array);
  storage.bitmap = guard(storage.bitmap);
  storage.values = guard(storage.values);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Runs the passes that `build` adds; says what is wrong.
static std::string runPasses(ModuleOp module,
                             llvm::function_ref<void(PassManager &)> build) {
  std::string errors;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error)
      errors += diag.str() + "\n";
    return success();
  });
  PassManager passes(module.getContext());
  build(passes);
  return failed(passes.run(module)) ? "not lowered: " + errors : "";
}

std::string ProgramRun::compile(const LoweringChoices &choices,
                                Code &code) const {
  OwningOpRef<ModuleOp> lowered = module.get().clone();
  std::string fault = runPasses(*lowered, [&](PassManager &passes) {
    buildLowering(passes, StopAt::Loops, choices);
  });
  if (!fault.empty() || differential::isTooLarge(*lowered))
    return fault;
  differential::shareAnyWork(*lowered);
  fault = runPasses(*lowered, [&](PassManager &passes) {
    buildLoopsToLLVM(passes, choices);
  });
  if (!fault.empty())
    return fault;
  llvm::StringRef name = problem.program->name;
  auto signature = execution::getSignature(*lowered, name,
                                           problem.program->arguments.size());
  if (!signature)
    return llvm::toString(signature.takeError());
  auto kernel = execution::Kernel::compile(*lowered, name);
  if (!kernel)
    return llvm::toString(kernel.takeError());
  code.signature = *signature;
  code.kernel = std::move(*kernel);
  return "";
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// What the checks of compiled code found first.
static std::string reportedFault;

std::string ProgramRun::run(const Code &code,
                            std::vector<Operand> &operands) const {
  std::vector<execution::OperandView> views;
  for (Operand &operand : operands)
    for (size_t part = 0; part < operand.parts.size(); ++part) {
      guardAll(operand.parts[part]);
      auto view = execution::viewTensor(operand.parts[part],
                                        operand.argument->name.str());
      if (operand.isComposite)
        view.part = {int64_t(part)};
      views.push_back(std::move(view));
    }
  auto list = execution::ArgumentList::create(code.signature, views);
  if (!list)
    return llvm::toString(list.takeError());
  reportedFault.clear();
  auto before = runtime::setCheckHandler([](const char *text) {
    reportedFault += reportedFault.empty() ? text : "";
  });
  std::string error = llvm::toString(code.kernel->run(*list));
  runtime::setCheckHandler(before);
  return error.empty() ? reportedFault : error;
}

std::string ProgramRun::execute(const CompileChoices &options) {
  LoweringChoices choices;
  choices.target = llvm::cantFail(describeProcessor(kNative));
  choices.strict = options.isStrict;
  choices.checkMode = options.checks;
  if (std::string fault = schedule(options, /*threads=*/1, choices);
      !fault.empty())
    return fault;
  Code serial;
  std::string fault = compile(choices, serial);
  if (!serial.kernel)
    return fault;
  std::vector<Operand> operands = makeOperands();
  fault = run(serial, operands);
  if (fault.empty())
    fault = compare(operands);
  return fault.empty() && !options.checks
             ? compareThreads(options, choices, serial)
             : fault;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// `storage` with other floats, of which each order of a sum makes another
/// number. Padding stays.
static Array drawReals(const runtime::Storage &storage,
                       const runtime::Format *format) {
  const Array &values = storage.values;
  Array drawn = *Array::allocate(values.dtype(), values.shape());
  auto *bytes = static_cast<char *>(drawn.data());
  const auto *known = static_cast<const char *>(values.data());
  std::vector<char> reals(known, known + values.byteSize());
  differential::Random random(reals.size());
  differential::drawReals(random, reals,
                          std::string(runtime::dtypeName(values.dtype())));
  Array marks = format ? *markElements(storage, *format) : Array();
  int64_t size = runtime::dtypeSize(values.dtype());
  for (int64_t n = 0; n < values.size(); ++n) {
    bool isElement = !marks.data() || marks.as<bool>()[n];
    std::memcpy(bytes + n * size, (isElement ? reals.data() : known) + n * size,
                size);
  }
  return drawn;
}

std::vector<ProgramRun::Operand> ProgramRun::makeReals() const {
  std::vector<Operand> operands = makeOperands();
  for (Operand &operand : operands) {
    if (operand.argument->access != sparse::Access::Read)
      continue;
    bool isSparse = operand.argument->role == ArgumentRole::Sparse;
    for (size_t part = 0; part < operand.parts.size(); ++part) {
      runtime::Storage &storage = operand.parts[part];
      storage.values =
          drawReals(storage, isSparse ? &format.formats[part] : nullptr);
    }
  }
  return operands;
}

/// Says where `found` differs in a bit from `expected`, of one type and size.
static std::string compareBits(const Array &found, const Array &expected) {
  int64_t size = runtime::dtypeSize(found.dtype());
  for (int64_t n = 0; n < found.size(); ++n)
    if (std::memcmp(static_cast<const char *>(found.data()) + n * size,
                    static_cast<const char *>(expected.data()) + n * size,
                    size) != 0)
      return "element " + std::to_string(n) +
             " has other bits than in serial "
             "code";
  return "";
}

std::string ProgramRun::compareBits(const std::vector<Operand> &found,
                                    const std::vector<Operand> &expected) {
  for (auto [operand, other] : llvm::zip_equal(found, expected))
    for (auto [part, otherPart] : llvm::zip_equal(operand.parts, other.parts))
      if (std::string fault = ::compareBits(part.values, otherPart.values);
          !fault.empty())
        return operand.argument->name.str() + ": " + fault;
  return "";
}

std::string ProgramRun::schedule(const CompileChoices &options, int64_t threads,
                                 LoweringChoices &choices) const {
  if (!options.isScheduled || options.checks)
    return "";
  auto opened =
      openChosen(*module.get().getOps<func::FuncOp>().begin(),
                 gatherFacts(problem, format, stored), threads, options);
  if (!opened)
    return llvm::toString(opened.takeError());
  choices.schedule = std::move(*opened);
  return "";
}

std::string ProgramRun::compareThreads(const CompileChoices &options,
                                       LoweringChoices choices,
                                       const Code &serial) const {
  std::vector<Operand> expected = makeReals();
  if (std::string fault = run(serial, expected); !fault.empty())
    return fault;
  choices.parallel = true;
  for (int threads : differential::kThreads) {
    std::string fault = schedule(options, threads, choices);
    Code code;
    if (fault.empty())
      fault = compile(choices, code);
    std::vector<Operand> found = makeReals();
    execution::setThreads(threads);
    if (fault.empty() && !code.kernel)
      return "";
    if (fault.empty())
      fault = run(code, found);
    if (fault.empty())
      fault = compareBits(found, expected);
    if (!fault.empty())
      return "on " + std::to_string(threads) + " threads: " + fault;
  }
  return "";
}
