//===- NoROCDL.cpp - no code for GPUs that nothing runs on ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The package runs what it compiles, and there is no runtime for the GPUs that
// ROCDL is for. LLVM's code generator for them would be a sixth of the module:
// these definitions, which the linker takes before those of the archives, leave
// it out. Programs for such GPUs are refused before anything asks for it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVM/ROCDL/Utils.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo() {}
void LLVMInitializeAMDGPUTarget() {}
void LLVMInitializeAMDGPUTargetMC() {}
}

void mlir::ROCDL::registerROCDLTargetInterfaceExternalModels(
    DialectRegistry &) {}

llvm::StringRef mlir::ROCDL::getROCMPath() { return ""; }
