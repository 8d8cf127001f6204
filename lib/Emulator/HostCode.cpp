//===- HostCode.cpp - machine code of steps -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "Helpers.h"

#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
}

using namespace llvm;
using namespace spindle::emulator;

static void initializeTargets() {
  static const bool done = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    return true;
  }();
  (void)done;
}

static Expected<std::unique_ptr<TargetMachine>> createDevice(int capability) {
  Triple triple("nvptx64-nvidia-cuda");
  std::string message;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError("expected an LLVM with code for NVIDIA's GPUs "
                             "but got one without: " +
                             message);
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, "sm_" + std::to_string(capability),
                                  "+ptx81", TargetOptions(), std::nullopt));
}

/// The host, without instructions that round as GPUs do not: those for bf16
/// take denormal numbers for 0.
static Expected<std::unique_ptr<TargetMachine>> createHost() {
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->getFeatures().AddFeature("avx512bf16", false);
  builder->getFeatures().AddFeature("avxneconvert", false);
  builder->getFeatures().AddFeature("avx512fp16", false);
  builder->setCodeGenOptLevel(CodeGenOptLevel::Less);
  builder->setRelocationModel(Reloc::Static);
  builder->setCodeModel(CodeModel::Large);
  return builder->createTargetMachine();
}

Expected<std::unique_ptr<CodeGenerator>> CodeGenerator::create(int capability) {
  initializeTargets();
  auto generator = std::make_unique<CodeGenerator>();
  auto device = createDevice(capability);
  if (!device)
    return device.takeError();
  generator->device = std::move(*device);
  auto host = createHost();
  if (!host)
    return host.takeError();
  generator->host = std::move(*host);
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  generator->jit = std::move(*jit);
  return generator;
}

Expected<std::unique_ptr<HostCode>> CodeGenerator::createLibrary() {
  auto library = jit->createJITDylib("module" + std::to_string(count++));
  if (!library)
    return library.takeError();
  orc::SymbolMap symbols;
  orc::MangleAndInterner mangle(jit->getExecutionSession(),
                                jit->getDataLayout());
  for (auto [name, address] : getHelpers())
    symbols[mangle(name)] = {orc::ExecutorAddr::fromPtr(address),
                             JITSymbolFlags::Exported};
  if (Error error = library->define(orc::absoluteSymbols(symbols)))
    return error;
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library->addGenerator(std::move(*process));
  return std::make_unique<HostCode>(*this, *library);
}

HostCode::~HostCode() {
  consumeError(generator.jit->getExecutionSession().removeJITDylib(library));
}

Error HostCode::add(llvm::Module &module) {
  orc::SimpleCompiler compile(*generator.host);
  auto object = compile(module);
  if (!object)
    return object.takeError();
  return generator.jit->addObjectFile(library, std::move(*object));
}

Expected<void *> HostCode::lookUp(StringRef name) {
  auto address = generator.jit->lookup(library, name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
