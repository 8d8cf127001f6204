//===- Translate.cpp - from the LLVM dialect to text ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Translate.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"

using namespace spindle;
using namespace spindle::execution;
using spindle::sparse::SparseDialect;

/// Has LLVM be told nothing of the attributes of this project's dialects, which
/// is what the interface does. Without it the translation warns of each of a
/// parameter, and prints the whole function for it.
static void registerTranslation(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  registry.addExtension(+[](mlir::MLIRContext *, SparseDialect *dialect) {
    dialect->addInterfaces<mlir::LLVMTranslationDialectInterface>();
  });
  context.appendDialectRegistry(registry);
}

/// Makes the functions that have a C interface private to `module`.
static void internalize(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() &&
        module.getFunction(("_mlir_ciface_" + function.getName()).str()))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Says of selects between integers that nobody knows which way they go. Those
/// of a search do not, and a code generator would make them branches again:
/// measured, a search in 10000 coordinates takes six times as long then.
static void markUnpredictableSelects(llvm::Module &module) {
  llvm::MDNode *nothing = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : block)
        if (llvm::isa<llvm::SelectInst>(instruction) &&
            instruction.getType()->isIntegerTy())
          instruction.setMetadata(llvm::LLVMContext::MD_unpredictable, nothing);
}

/// The bits of the widest vector that `function` computes with; 0 without one.
static uint64_t getWidestVector(const llvm::Function &function) {
  uint64_t widest = 0;
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *type =
            llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType()))
      widest = std::max<uint64_t>(widest, layout.getTypeSizeInBits(type));
  return widest;
}

/// Has vectors of 512 bits stay whole where a function has them: for some
/// processors LLVM would make two of each.
static void keepWideVectors(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (getWidestVector(function) >= 512)
      function.addFnAttr("prefer-vector-width", "512");
}

void spindle::execution::keepOnly(llvm::Module &module,
                                  llvm::ArrayRef<std::string> kept) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() &&
        !llvm::is_contained(kept, function.getName()))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

llvm::Expected<std::unique_ptr<llvm::Module>>
spindle::execution::translateToLLVM(mlir::ModuleOp module,
                                    llvm::LLVMContext &context,
                                    llvm::TargetMachine &target) {
  mlir::registerBuiltinDialectTranslation(*module.getContext());
  mlir::registerLLVMDialectTranslation(*module.getContext());
  mlir::registerOpenMPDialectTranslation(*module.getContext());
  registerTranslation(*module.getContext());
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context);
  if (!result)
    return llvm::createStringError("expected a module in the LLVM dialect");
  mlir::ExecutionEngine::setupTargetTripleAndDataLayout(result.get(), &target);
  internalize(*result);
  markUnpredictableSelects(*result);
  keepWideVectors(*result);
  markScheduled(module, *result);
  return result;
}

/// Calls `emit` on the LLVM IR of `module`, optimized for `cpu`, and returns
/// what it wrote. Unless it is empty, `kept` alone can be called.
static llvm::Expected<std::string> emitOptimized(
    mlir::ModuleOp module, llvm::StringRef cpu,
    llvm::ArrayRef<std::string> kept, const StopCheck &isCancelled,
    llvm::function_ref<llvm::Error(llvm::Module &, llvm::TargetMachine &,
                                   llvm::raw_pwrite_stream &)>
        emit) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> target =
      createTargetMachine(cpu, CodeUse::SharedObject);
  if (!target)
    return target.takeError();
  CancelGate gate(isCancelled);
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  llvm::Expected<std::unique_ptr<llvm::Module>> code =
      translateToLLVM(module, context, **target);
  if (!code)
    return code.takeError();
  if (!kept.empty())
    keepOnly(**code, kept);
  std::unique_lock<std::mutex> generation = lockCodeGeneration(isCancelled);
  if (llvm::Error error = checkCancelled(isCancelled))
    return error;
  optimize(**code, **target, isCancelled);
  if (llvm::Error error = checkCancelled(isCancelled))
    return error;
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  if (llvm::Error error = emit(**code, **target, stream))
    return error;
  if (llvm::Error error = checkCancelled(isCancelled))
    return error;
  return text.str().str();
}

llvm::Expected<std::string>
spindle::execution::emitLLVMIR(mlir::ModuleOp module, llvm::StringRef cpu,
                               const StopCheck &isCancelled) {
  return emitOptimized(module, cpu, /*kept=*/{}, isCancelled,
                       [](llvm::Module &code, llvm::TargetMachine &,
                          llvm::raw_pwrite_stream &stream) -> llvm::Error {
                         code.print(stream, /*AAW=*/nullptr);
                         return llvm::Error::success();
                       });
}

/// Runs the code generator of `target` on `code`.
static llvm::Error generateCode(llvm::Module &code, llvm::TargetMachine &target,
                                llvm::raw_pwrite_stream &stream,
                                llvm::CodeGenFileType type) {
  llvm::legacy::PassManager passes;
  if (target.addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr, type))
    return llvm::createStringError("expected a processor with an assembler");
  passes.run(code);
  return llvm::Error::success();
}

llvm::Expected<std::string>
spindle::execution::emitAssembly(mlir::ModuleOp module, llvm::StringRef cpu,
                                 const StopCheck &isCancelled) {
  return emitOptimized(module, cpu, /*kept=*/{}, isCancelled,
                       [](llvm::Module &code, llvm::TargetMachine &target,
                          llvm::raw_pwrite_stream &stream) {
                         return generateCode(
                             code, target, stream,
                             llvm::CodeGenFileType::AssemblyFile);
                       });
}

llvm::Expected<std::string>
spindle::execution::emitObject(mlir::ModuleOp module, llvm::StringRef cpu,
                               llvm::ArrayRef<std::string> symbols,
                               const StopCheck &isCancelled) {
  return emitOptimized(module, cpu, symbols, isCancelled,
                       [](llvm::Module &code, llvm::TargetMachine &target,
                          llvm::raw_pwrite_stream &stream) {
                         return generateCode(code, target, stream,
                                             llvm::CodeGenFileType::ObjectFile);
                       });
}
