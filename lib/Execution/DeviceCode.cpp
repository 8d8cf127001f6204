//===- DeviceCode.cpp - code for GPUs -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DeviceCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

void spindle::execution::addDeviceDialects(MLIRContext &context) {
  DialectRegistry registry;
  registry.insert<gpu::GPUDialect, NVVM::NVVMDialect>();
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  context.appendDialectRegistry(registry);
}

llvm::Expected<std::string> spindle::execution::getPTX(ModuleOp module) {
  std::string text;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      text += StringRef(object.getObject().getValue()).rtrim('\0');
  if (text.empty())
    return llvm::createStringError(
        "expected a program with loops for a GPU but got one without");
  return text;
}
