//===- CheckKernels.cpp - that kernels can be compiled --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Chips.h"
#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"

namespace spindle {
#define GEN_PASS_DEF_CHECKKERNELSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// Where the device library is in the CUDA toolkit.
static constexpr llvm::StringLiteral kLibrary =
    "nvvm/libdevice/libdevice.10.bc";

static bool hasDeviceLibrary() {
  llvm::SmallString<128> path(NVVM::getCUDAToolkitPath());
  if (path.empty())
    return false;
  llvm::sys::path::append(path, kLibrary);
  return llvm::sys::fs::is_regular_file(path);
}

bool spindle::isKnownGPU(StringRef chip) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return false;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  return info->isCPUStringValid(chip);
}

static LogicalResult checkTarget(gpu::GPUModuleOp kernels) {
  if (ArrayAttr targets = kernels.getTargetsAttr())
    for (auto target : targets.getAsRange<Attribute>())
      if (auto nvvm = dyn_cast<NVVM::NVVMTargetAttr>(target))
        if (!spindle::isKnownGPU(nvvm.getChip()))
          return emitError(
                     kernels.getLoc(),
                     "expected a GPU that LLVM knows, as sm_90, but got '")
                 << nvvm.getChip() << "'";
  return success();
}

static LogicalResult checkFunction(LLVM::LLVMFuncOp function, bool hasLibrary) {
  if (!function.isExternal() || function.getName().starts_with("llvm."))
    return success();
  if (!function.getName().starts_with("__nv_"))
    return emitError(function.getLoc(),
                     "expected kernels to call functions of CUDA's device "
                     "library alone but got '")
           << function.getName() << "'";
  if (hasLibrary)
    return success();
  InFlightDiagnostic error =
      emitError(function.getLoc(), "expected CUDA's device library, for '")
      << function.getName() << "', but found none";
  error.attachNote() << "CUDA_HOME, CUDA_ROOT or CUDA_PATH names the folder "
                        "that has "
                     << kLibrary;
  return error;
}

namespace {
struct CheckKernelsPass
    : spindle::impl::CheckKernelsPassBase<CheckKernelsPass> {
  void runOnOperation() override {
    bool hasLibrary = hasDeviceLibrary();
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>()) {
      if (failed(checkTarget(kernels)))
        return signalPassFailure();
      for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
        if (failed(checkFunction(function, hasLibrary)))
          return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
