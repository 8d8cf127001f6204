//===- Host.cpp - the processor that kernels are compiled for -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Host.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace spindle::execution;

/// Makes the host's code generator known to LLVM, once.
static void initializeNativeTarget() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)done;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
spindle::execution::createHostTargetMachine(CodeUse use) {
  initializeNativeTarget();
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> builder =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  builder->setRelocationModel(llvm::Reloc::PIC_);
  // In process the default is the large model, because memory may be far away.
  if (use == CodeUse::SharedObject)
    builder->setCodeModel(llvm::CodeModel::Small);
  return builder->createTargetMachine();
}

Host spindle::execution::describeHost() {
  static const char *const telling[] = {
      "avx2", "fma", "avx512f", "avx512bf16", "amx-tile", "neon", "sve", "v"};
  Host host{
      llvm::sys::getProcessTriple(), llvm::sys::getHostCPUName().str(), {}};
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  for (const char *feature : telling)
    if (features.lookup(feature))
      host.features.push_back(feature);
  return host;
}
