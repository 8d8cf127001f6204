//===- KernelCode.cpp - code for this process -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KernelCode.h"

#include "Instrument.h"
#include "Spindle/Dialect/Sparse/IR/Inspection.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Sparse/IR/Workspace.h"
#include "Spindle/Execution/Kernel.h"
#include "Spindle/Execution/Optimize.h"
#include "Spindle/Execution/Translate.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/IR/IRBuilder.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::execution;
using spindle::sparse::SparseDialect;

/// The name by which compiled code calls a function that it declares.
static std::string getInterfaceName(StringRef function) {
  return ("_mlir_ciface_" + function).str();
}

/// Optimizes `code` as much as `observers` allow.
static void optimizeFor(const Observers &observers, llvm::Module &code,
                        llvm::TargetMachine &target) {
  if (observers.getOptLevel() == 3)
    optimize(code, target, observers.isCancelled);
  else
    optimizeForDebugger(code, target);
}

/// What the function of `code` that calls `callee` with an array of pointers to
/// its arguments is called.
static std::string getPackedName(StringRef callee) {
  return ("_mlir_" + callee).str();
}

/// Adds that function to `code`. A result goes to where the pointer behind the
/// last argument points.
static void addPacked(llvm::Module &code, StringRef name) {
  llvm::Function *callee = code.getFunction(name);
  llvm::IRBuilder<> builder(code.getContext());
  llvm::Type *pointer = builder.getPtrTy();
  auto *packed = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), pointer, /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, getPackedName(name), code);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(code.getContext(), "", packed));
  auto loadPointer = [&](unsigned index) {
    llvm::Value *slot =
        builder.CreateConstGEP1_64(pointer, packed->getArg(0), index);
    return builder.CreateLoad(pointer, slot);
  };
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : callee->args())
    arguments.push_back(builder.CreateLoad(argument.getType(),
                                           loadPointer(argument.getArgNo())));
  llvm::Value *result = builder.CreateCall(callee, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, loadPointer(arguments.size()));
  builder.CreateRetVoid();
}

/// The object code of `module` for `target`, in which only the packed forms of
/// `interfaces` can be looked up.
static llvm::Expected<std::string>
generateObject(ModuleOp module, llvm::ArrayRef<std::string> interfaces,
               llvm::TargetMachine &target, const Observers &observers) {
  CancelGate gate(observers.isCancelled);
  llvm::LLVMContext context;
  auto code = translateToLLVM(module, context, target);
  if (!code)
    return code.takeError();
  context.setOptPassGate(gate);
  for (const std::string &interface : interfaces)
    addPacked(**code, interface);
  keepOnly(**code, llvm::map_to_vector(interfaces, [](StringRef interface) {
    return getPackedName(interface);
  }));
  markForSanitizer(**code);
  optimizeFor(observers, **code, target);
  if (llvm::Error error = checkCancelled(observers.isCancelled))
    return std::move(error);
  instrument(**code);
  auto object = llvm::orc::SimpleCompiler(target)(**code);
  if (!object)
    return object.takeError();
  return (*object)->getBuffer().str();
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

/// What `check` refuses.
static std::vector<std::pair<std::string, std::string>>
getRefusals(Operation *check) {
  std::vector<std::pair<std::string, std::string>> refusals;
  if (auto attr = check->getAttrOfType<ArrayAttr>(SparseDialect::kRefusalsAttr))
    for (auto pair : attr.getAsRange<ArrayAttr>())
      refusals.emplace_back(cast<StringAttr>(pair[0]).str(),
                            cast<StringAttr>(pair[1]).str());
  return refusals;
}

/// Has `code` tell what the function `entry` is given that inspectors find, and
/// by which functions of `module`, which are added to `interfaces`.
static void addInspection(KernelCode &code, ModuleOp module, StringRef entry,
                          llvm::SmallVectorImpl<std::string> &interfaces) {
  Operation *function = module.lookupSymbol(entry);
  auto found = function ? function->getAttrOfType<ArrayAttr>(sparse::kFoundAttr)
                        : ArrayAttr();
  if (!found)
    return;
  for (auto operand : found.getAsRange<sparse::OperandAttr>())
    code.found.push_back(
        {operand.getName().str(),
         cast<MemRefType>(operand.getType()).getElementTypeBitWidth() / 8});
  auto add = [&](StringRef attr) {
    auto symbol = function->getAttrOfType<FlatSymbolRefAttr>(attr);
    interfaces.push_back(getInterfaceName(symbol.getValue()));
    return getPackedName(interfaces.back());
  };
  code.foundSizes = add(sparse::kFoundSizesAttr);
  code.inspect = add(sparse::kInspectAttr);
  code.inspectCheck = add(sparse::kInspectCheckAttr);
}

/// Generates the code of `code` from `module`; one thread at a time does.
static llvm::Error addObject(KernelCode &code, ModuleOp module,
                             llvm::ArrayRef<std::string> interfaces,
                             StringRef cpu, const Observers &observers) {
  auto target = createTargetMachine(cpu, CodeUse::InProcess);
  if (!target)
    return target.takeError();
  std::unique_lock<std::mutex> generation =
      lockCodeGeneration(observers.isCancelled);
  if (!generation)
    return checkCancelled(observers.isCancelled);
  auto object = generateObject(module, interfaces, **target, observers);
  if (!object)
    return object.takeError();
  if (llvm::Error error = checkCancelled(observers.isCancelled))
    return error;
  code.object = std::move(*object);
  return llvm::Error::success();
}

llvm::Expected<KernelCode>
spindle::execution::compileCode(ModuleOp module, StringRef entry, StringRef cpu,
                                const Observers &observers) {
  auto needs = getCodeNeeds(cpu);
  if (!needs)
    return needs.takeError();
  llvm::SmallVector<std::string> interfaces = {getInterfaceName(entry)};
  if (!module.lookupSymbol(interfaces.front()))
    return llvm::createStringError("expected a function @" + entry +
                                   " with a C interface but got none");
  KernelCode code;
  code.entry = getPackedName(interfaces.front());
  code.needs = std::move(*needs);
  code.results = getResults(module, entry).size();
  Operation *function = module.lookupSymbol(entry);
  code.reportsMemory =
      function && function->hasAttr(spindle::sparse::kMissingMemoryAttr);
  if (Operation *check = findLengthCheck(module, entry)) {
    interfaces.push_back(
        getInterfaceName(SymbolTable::getSymbolName(check).getValue()));
    code.lengthCheck = getPackedName(interfaces.back());
    code.refusals = getRefusals(check);
  }
  addInspection(code, module, entry, interfaces);
  if (llvm::Error error = addObject(code, module, interfaces, cpu, observers))
    return std::move(error);
  return code;
}

llvm::Expected<KernelCode>
spindle::execution::compileDeviceCode(ModuleOp module, StringRef entry,
                                      const Observers &observers) {
  auto needs = getCodeNeeds(kNative);
  if (!needs)
    return needs.takeError();
  std::string interfaces[] = {entry.str(), (entry + "_workspace").str()};
  for (const std::string &interface : interfaces)
    if (!module.lookupSymbol(interface))
      return llvm::createStringError("expected the C function '" + interface +
                                     "' of kernels for a GPU but got none");
  KernelCode code;
  code.entry = getPackedName(interfaces[0]);
  code.workspace = getPackedName(interfaces[1]);
  code.needs = std::move(*needs);
  if (llvm::Error error =
          addObject(code, module, interfaces, kNative, observers))
    return std::move(error);
  return code;
}
