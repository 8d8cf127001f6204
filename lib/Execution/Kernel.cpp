//===- Kernel.cpp - a function compiled in process ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Kernel.h"

#include "Instrument.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Execution/Optimize.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Execution/Translate.h"
#include "Spindle/Runtime/Checks.h"
#include "Spindle/Runtime/TensorHandle.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/DynamicLibrary.h"

#include <chrono>

using namespace mlir;
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

/// The name by which compiled code calls a function that it declares.
static std::string getInterfaceName(StringRef function) {
  return ("_mlir_ciface_" + function).str();
}

/// The functions of the runtime, and of that of OpenMP, that compiled code
/// calls. They need not be among the symbols of the process.
static llvm::SmallVector<runtime::CalledFunction> getRuntimeFunctions() {
  llvm::SmallVector<runtime::CalledFunction> functions;
  llvm::append_range(functions, runtime::getCheckFunctions());
  llvm::append_range(functions, runtime::getTensorFunctions());
  llvm::append_range(functions, getOpenMPFunctions());
  return functions;
}

/// Whether `name` is that of a function of the runtime.
static bool isOfRuntime(StringRef name) {
  return llvm::any_of(getRuntimeFunctions(), [&](const auto &function) {
    return name == function.name;
  });
}

/// Gives `engine` the functions of the runtime.
static void addRuntime(ExecutionEngine &engine) {
  engine.registerSymbols([](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    for (const runtime::CalledFunction &function : getRuntimeFunctions())
      symbols[mangle(function.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(function.address),
          llvm::JITSymbolFlags::Exported};
    return symbols;
  });
}

/// Finds a function that `module` calls and neither it nor the process has.
static std::optional<llvm::Error> findMissing(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() ||
        function.use_empty() || isOfRuntime(function.getName()) ||
        llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
            function.getName().str()))
      continue;
    StringRef name = function.getName();
    name.consume_front("_mlir_ciface_");
    return llvm::createStringError("expected a body of @" + name +
                                   ", which the program calls, but got none");
  }
  return std::nullopt;
}

namespace {

/// Has LLVM leave out what it may while it generates code that is of no use.
class CancelGate : public llvm::OptPassGate {
public:
  explicit CancelGate(const std::function<bool()> &isCancelled)
      : isCancelled(isCancelled) {}
  bool shouldRunPass(StringRef, StringRef) const override {
    return !isCancelled();
  }
  bool isEnabled() const override { return true; }

private:
  std::function<bool()> isCancelled;
};

} // namespace

static llvm::Error failCancelled() {
  return llvm::createStringError("expected to compile but got cancelled");
}

/// Optimizes `code` as much as `observers` allow.
static void optimizeFor(const Observers &observers, llvm::Module &code,
                        llvm::TargetMachine &target) {
  if (observers.getOptLevel() == 3)
    optimize(code, target, observers.isCancelled);
  else
    optimizeForDebugger(code, target);
}

/// Builds the engine that compiles `module` for `target`, which is `cpu`, and
/// tells `observers`; only the packed forms of `interfaces` can be looked up in
/// it.
static llvm::Expected<std::unique_ptr<ExecutionEngine>>
createEngine(ModuleOp module, llvm::ArrayRef<std::string> interfaces,
             StringRef cpu, llvm::TargetMachine &target,
             const Observers &observers, llvm::OptPassGate *gate) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> codegenTarget =
      createTargetMachine(cpu, CodeUse::InProcess);
  if (!codegenTarget)
    return codegenTarget.takeError();
  std::optional<llvm::Error> failure;
  auto build =
      [&](Operation *op,
          llvm::LLVMContext &context) -> std::unique_ptr<llvm::Module> {
    llvm::Expected<std::unique_ptr<llvm::Module>> code =
        translateToLLVM(cast<ModuleOp>(op), context, target);
    if (code && gate)
      context.setOptPassGate(*gate);
    if (code)
      return std::move(*code);
    failure.emplace(code.takeError());
    return nullptr;
  };
  auto transform = [&](llvm::Module *code) {
    keepOnly(*code, llvm::map_to_vector(interfaces, [](StringRef interface) {
      return ("_mlir_" + interface).str();
    }));
    markForSanitizer(*code);
    optimizeFor(observers, *code, target);
    if (!failure)
      failure = findMissing(*code);
    instrument(*code);
    return llvm::Error::success();
  };
  ExecutionEngineOptions options;
  options.llvmModuleBuilder = build;
  options.transformer = transform;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Aggressive;
  options.enableGDBNotificationListener = observers.debugger;
  options.enablePerfNotificationListener = observers.profiler;
  auto engine =
      ExecutionEngine::create(module, options, std::move(*codegenTarget));
  if (!failure)
    return engine;
  llvm::consumeError(engine.takeError());
  return std::move(*failure);
}

/// The function that checks the lengths of what the function `entry` of
/// `module` is given; null where there is none.
static Operation *findLengthCheck(ModuleOp module, StringRef entry) {
  Operation *function = module.lookupSymbol(entry);
  auto name = function ? function->getAttrOfType<FlatSymbolRefAttr>(
                             SparseDialect::kLengthCheckAttr)
                       : FlatSymbolRefAttr();
  return name ? module.lookupSymbol(name) : nullptr;
}

/// What `check`, which may be null, refuses.
static std::vector<std::pair<std::string, std::string>>
getRefusals(Operation *check) {
  std::vector<std::pair<std::string, std::string>> refusals;
  auto attr =
      check ? check->getAttrOfType<ArrayAttr>(SparseDialect::kRefusalsAttr)
            : ArrayAttr();
  if (attr)
    for (auto pair : attr.getAsRange<ArrayAttr>())
      refusals.emplace_back(cast<StringAttr>(pair[0]).str(),
                            cast<StringAttr>(pair[1]).str());
  return refusals;
}

llvm::Expected<Kernel> Kernel::compile(ModuleOp module, StringRef entry,
                                       StringRef cpu, Observers observers) {
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = checkRunsHere(cpu))
    return error;
  // Functions of the process are found like those of a library.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  std::string interface = getInterfaceName(entry);
  if (!module.lookupSymbol(interface))
    return llvm::createStringError("expected a function @" + entry +
                                   " with a C interface but got none");
  llvm::SmallVector<std::string> interfaces = {interface};
  Operation *check = findLengthCheck(module, entry);
  if (check)
    interfaces.push_back(
        getInterfaceName(SymbolTable::getSymbolName(check).getValue()));
  Kernel kernel;
  kernel.results = getResults(module, entry).size();
  kernel.refusals = getRefusals(check);
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> target =
      createTargetMachine(cpu, CodeUse::InProcess);
  if (!target)
    return target.takeError();
  std::unique_lock<std::mutex> generation =
      lockCodeGeneration(observers.isCancelled);
  if (!generation)
    return failCancelled();
  if (observers.isCancelled)
    kernel.gate = std::make_unique<CancelGate>(observers.isCancelled);
  auto engine = createEngine(module, interfaces, cpu, **target, observers,
                             kernel.gate.get());
  if (!engine)
    return engine.takeError();
  if (observers.isCancelled && observers.isCancelled())
    return failCancelled();
  addRuntime(**engine);
  for (const std::string &name : interfaces) {
    auto function = (*engine)->lookupPacked(name);
    if (!function)
      return function.takeError();
    (name == interface ? kernel.function : kernel.lengthCheck) = *function;
  }
  kernel.engine = std::move(*engine);
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  kernel.compileSeconds = elapsed.count();
  return kernel;
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
  const auto &[before, after] = refusals[found[0] - 1];
  return llvm::createStringError(before + std::to_string(found[1]) + after +
                                 std::to_string(found[2]));
}

llvm::Expected<std::vector<runtime::Storage>>
Kernel::runForTensors(const ArgumentList &arguments) const {
  assert(results > 0 && "a function that returns tensors");
  llvm::SmallVector<int64_t> handles(results, 0);
  llvm::SmallVector<void *> pointers(arguments.get());
  // One result is stored behind the last argument; several are a struct, whose
  // address is the first one.
  void *place = handles.data();
  if (results == 1)
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
