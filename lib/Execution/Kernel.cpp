//===- Kernel.cpp - a function compiled in process ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Kernel.h"

#include "Spindle/Dialect/Sparse/IR/Inspection.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Execution/Device.h"
#include "Spindle/Execution/KeptMemory.h"
#include "Spindle/Execution/OpenMPFunctions.h"
#include "Spindle/Runtime/Check/Checks.h"
#include "Spindle/Runtime/Convert/TensorHandle.h"
#include "Spindle/Runtime/Inspect/Inspections.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/JITEventListener.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"

#include <chrono>

using namespace mlir;
namespace orc = llvm::orc;
namespace runtime = spindle::runtime;
using namespace spindle::execution;
using spindle::sparse::SparseDialect;

llvm::Expected<ArrayAttr> spindle::execution::getSignature(ModuleOp module,
                                                           StringRef entry,
                                                           size_t operands) {
  Operation *function = module.lookupSymbol(entry);
  if (!function)
    return llvm::createStringError("expected a function @" + entry +
                                   " but got none");
  auto signature =
      function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
  auto found = function->getAttrOfType<ArrayAttr>(spindle::sparse::kFoundAttr);
  // What is found is no operand.
  if (signature && found)
    return ArrayAttr::get(module.getContext(),
                          signature.getValue().drop_back(found.size()));
  if (signature)
    return signature;
  llvm::SmallVector<Attribute> plain(operands,
                                     UnitAttr::get(module.getContext()));
  return ArrayAttr::get(module.getContext(), plain);
}

ArrayAttr spindle::execution::getResults(ModuleOp module, StringRef entry) {
  Operation *function = module.lookupSymbol(entry);
  auto results =
      function ? function->getAttrOfType<ArrayAttr>(SparseDialect::kResultsAttr)
               : ArrayAttr();
  return results ? results : ArrayAttr::get(module.getContext(), {});
}

/// The functions of the runtime, for memory, and of OpenMP, that compiled code
/// calls. They need not be among the symbols of the process.
static llvm::SmallVector<runtime::CalledFunction> getRuntimeFunctions() {
  llvm::SmallVector<runtime::CalledFunction> functions;
  llvm::append_range(functions, runtime::getCheckFunctions());
  llvm::append_range(functions, runtime::getTensorFunctions());
  llvm::append_range(functions, getMemoryFunctions());
  llvm::append_range(functions, runtime::getInspectFunctions());
  llvm::append_range(functions, getOpenMPFunctions());
  llvm::append_range(functions, getDeviceFunctions());
  return functions;
}

/// Gives what `linker` links the functions of the runtime.
static llvm::Error addRuntime(orc::LLJIT &linker) {
  orc::SymbolMap symbols;
  for (const runtime::CalledFunction &function : getRuntimeFunctions())
    symbols[linker.mangleAndIntern(function.name)] = {
        orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported};
  return linker.getMainJITDylib().define(orc::absoluteSymbols(symbols));
}

/// What `error`, which linking ended with, says.
static std::string describeLinkError(llvm::Error error) {
  std::string text;
  auto addMissing = [&](const orc::SymbolsNotFound &missing) {
    llvm::SmallVector<std::string> names;
    for (const orc::SymbolStringPtr &symbol : missing.getSymbols()) {
      StringRef name = *symbol;
      name.consume_front("_mlir_ciface_");
      names.push_back("@" + name.str());
    }
    llvm::sort(names);
    text = "expected a body of " + names.front() +
           ", which the program calls, but got none";
  };
  llvm::handleAllErrors(std::move(error), addMissing,
                        [&](const llvm::ErrorInfoBase &other) {
                          text = "expected object code that can be linked but "
                                 "got: " +
                                 other.message();
                        });
  return text;
}

/// Finds what compiled code calls among the symbols of the process; but for
/// functions of OpenMP: one runtime cannot do with the teams of another.
static llvm::Expected<orc::JITDylibSP> findInProcess(orc::LLJIT &linker) {
  auto search = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      linker.getDataLayout().getGlobalPrefix(),
      [](const orc::SymbolStringPtr &name) { return !isOfOpenMP(*name); });
  if (!search)
    return search.takeError();
  orc::ExecutionSession &session = linker.getExecutionSession();
  orc::JITDylib &symbols = session.createBareJITDylib("process");
  symbols.addGenerator(std::move(*search));
  return &symbols;
}

/// A linker of object code whose `observers` are told of what it links. Why it
/// failed goes to `report`.
static llvm::Expected<std::unique_ptr<orc::LLJIT>>
createLinker(const Observers &observers,
             const std::shared_ptr<std::string> &report) {
  auto createLayer = [&](orc::ExecutionSession &session)
      -> llvm::Expected<std::unique_ptr<orc::ObjectLayer>> {
    auto layer = std::make_unique<orc::RTDyldObjectLinkingLayer>(
        session, [](const llvm::MemoryBuffer &) {
          return std::make_unique<llvm::SectionMemoryManager>();
        });
    if (observers.debugger)
      layer->registerJITEventListener(
          *llvm::JITEventListener::createGDBRegistrationListener());
    llvm::JITEventListener *perf =
        observers.profiler
            ? llvm::JITEventListener::createPerfJITEventListener()
            : nullptr;
    if (perf)
      layer->registerJITEventListener(*perf);
    return layer;
  };
  auto linker = orc::LLJITBuilder()
                    .setObjectLinkingLayerCreator(createLayer)
                    .setPlatformSetUp(orc::setUpInactivePlatform)
                    .setProcessSymbolsJITDylibSetup(findInProcess)
                    .create();
  if (!linker)
    return linker.takeError();
  (*linker)->getExecutionSession().setErrorReporter(
      [report](llvm::Error error) {
        std::string text = describeLinkError(std::move(error));
        if (report->empty())
          *report = text;
      });
  if (llvm::Error error = addRuntime(**linker))
    return std::move(error);
  return linker;
}

/// Links the function `name` of what `linker` was given.
static llvm::Expected<void (*)(void **)>
lookUp(orc::LLJIT &linker, const std::string &name, const std::string &report) {
  auto found = linker.lookup(name);
  if (found)
    return found->toPtr<void (*)(void **)>();
  bool isAbsent = found.errorIsA<orc::SymbolsNotFound>();
  std::string text = describeLinkError(found.takeError());
  if (isAbsent)
    text = "expected object code with a function '" + name + "' but got none";
  return llvm::createStringError(report.empty() ? text : report);
}

llvm::Expected<Kernel> Kernel::link(KernelCode unlinked,
                                    const Observers &observers) {
  if (llvm::Error error = checkRunsHere(unlinked.needs))
    return std::move(error);
  Kernel kernel;
  kernel.code = std::make_unique<const KernelCode>(std::move(unlinked));
  auto report = std::make_shared<std::string>();
  auto linker = createLinker(observers, report);
  if (!linker)
    return linker.takeError();
  kernel.linker = std::move(*linker);
  // It is not copied: the kernel keeps it for who asks.
  auto object = llvm::MemoryBuffer::getMemBuffer(
      kernel.code->object, "kernel", /*RequiresNullTerminator=*/false);
  if (llvm::Error error = kernel.linker->addObjectFile(std::move(object)))
    return llvm::createStringError(describeLinkError(std::move(error)));
  auto function = lookUp(*kernel.linker, kernel.code->entry, *report);
  if (!function)
    return function.takeError();
  kernel.function = *function;
  auto lookUpOptional = [&](const std::string &name,
                            void (*&place)(void **)) -> llvm::Error {
    if (name.empty())
      return llvm::Error::success();
    auto found = lookUp(*kernel.linker, name, *report);
    if (!found)
      return found.takeError();
    place = *found;
    return llvm::Error::success();
  };
  const KernelCode &parts = *kernel.code;
  for (auto [name, place] :
       {std::pair(&parts.lengthCheck, &kernel.lengthCheck),
        std::pair(&parts.workspace, &kernel.workspace),
        std::pair(&parts.inspect, &kernel.inspector),
        std::pair(&parts.foundSizes, &kernel.foundSizes),
        std::pair(&parts.inspectCheck, &kernel.inspectionCheck)})
    if (llvm::Error error = lookUpOptional(*name, *place))
      return std::move(error);
  return kernel;
}

/// The kernel of the code that `compile` makes, with the time that it took.
static llvm::Expected<Kernel>
timeCompiling(const Observers &observers, double Kernel::*seconds,
              llvm::function_ref<llvm::Expected<KernelCode>()> compile) {
  auto start = std::chrono::steady_clock::now();
  auto code = compile();
  if (!code)
    return code.takeError();
  llvm::Expected<Kernel> kernel = Kernel::link(std::move(*code), observers);
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  if (kernel)
    (*kernel).*seconds = elapsed.count();
  return kernel;
}

llvm::Expected<Kernel> Kernel::compile(ModuleOp module, StringRef entry,
                                       StringRef cpu, Observers observers) {
  if (llvm::Error error = checkRunsHere(cpu))
    return std::move(error);
  return timeCompiling(observers, &Kernel::compileSeconds, [&] {
    return compileCode(module, entry, cpu, observers);
  });
}

llvm::Expected<Kernel> Kernel::compileForDevice(ModuleOp module,
                                                StringRef entry,
                                                Observers observers) {
  return timeCompiling(observers, &Kernel::compileSeconds, [&] {
    return compileDeviceCode(module, entry, observers);
  });
}

llvm::Error Kernel::check(const ArgumentList &arguments) const {
  if (!lengthCheck)
    return llvm::Error::success();
  int64_t found[3] = {0, 0, 0};
  llvm::SmallVector<void *> pointers(arguments.get());
  void *place = found;
  pointers.insert(pointers.begin(), &place);
  lengthCheck(pointers.data());
  if (found[0] == 0)
    return llvm::Error::success();
  const auto &[before, after] = code->refusals[found[0] - 1];
  return llvm::createStringError(before + std::to_string(found[1]) + after +
                                 std::to_string(found[2]));
}

llvm::Expected<std::vector<runtime::Storage>>
Kernel::runForTensors(const ArgumentList &arguments) const {
  assert(code->results > 0 && "a function that returns tensors");
  assert(!inspects() && "tensors are not made of what is found");
  llvm::SmallVector<int64_t> handles(code->results, 0);
  llvm::SmallVector<void *> pointers(arguments.get());
  // One result is stored behind the last argument; several are a struct, whose
  // address is the first one.
  void *place = handles.data();
  if (code->results == 1)
    pointers.push_back(place);
  else
    pointers.insert(pointers.begin(), &place);
  function(pointers.data());
  std::vector<runtime::Storage> tensors;
  std::optional<runtime::Error> error;
  for (int64_t handle : handles) {
    auto parts = runtime::takeTensors(handle);
    if (parts)
      std::move(parts->begin(), parts->end(), std::back_inserter(tensors));
    else
      error = parts.takeError();
  }
  if (error)
    return llvm::createStringError(error->str());
  return tensors;
}
