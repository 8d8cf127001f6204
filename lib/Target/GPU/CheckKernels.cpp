//===- CheckKernels.cpp - that kernels can be compiled --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "KernelTarget.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "mlir/Target/LLVM/ROCDL/Utils.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace spindle {
#define GEN_PASS_DEF_CHECKKERNELSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

namespace {
/// What a maker's tools are, and where.
struct Toolkit {
  StringRef maker;
  /// How the functions of the device library begin.
  ArrayRef<StringRef> prefixes;
  /// The folder; empty where there is none.
  StringRef folder;
  /// What names it.
  StringRef variables;
  /// The device library in it, and what links machine code, if that is of it.
  StringRef library, linker;
};
} // namespace

static Toolkit getToolkit(KernelDialect dialect) {
  static constexpr StringRef cuda[] = {"__nv_"};
  static constexpr StringRef rocm[] = {"__ocml_", "__ockl_"};
  switch (dialect) {
  case KernelDialect::NVVM:
    return {"CUDA",
            cuda,
            NVVM::getCUDAToolkitPath(),
            "CUDA_HOME, CUDA_ROOT or CUDA_PATH",
            "nvvm/libdevice/libdevice.10.bc",
            ""};
  case KernelDialect::ROCDL:
    return {"ROCm",
            rocm,
            ROCDL::getROCMPath(),
            "ROCM_PATH, ROCM_ROOT or ROCM_HOME",
            "amdgcn/bitcode/ocml.bc",
            "llvm/bin/ld.lld"};
  }
  llvm_unreachable("all dialects are there");
}

static bool hasFile(const Toolkit &toolkit, StringRef file) {
  llvm::SmallString<128> path(toolkit.folder);
  if (path.empty())
    return false;
  llvm::sys::path::append(path, file);
  return llvm::sys::fs::is_regular_file(path);
}

/// Says where `file` is to be.
static InFlightDiagnostic withPlace(InFlightDiagnostic error,
                                    const Toolkit &toolkit, StringRef file) {
  error.attachNote() << toolkit.variables << " names the folder that has "
                     << file;
  return error;
}

static LogicalResult checkFunction(LLVM::LLVMFuncOp function,
                                   const Toolkit &toolkit) {
  StringRef name = function.getName();
  if (!function.isExternal() || name.starts_with("llvm."))
    return success();
  if (llvm::none_of(toolkit.prefixes,
                    [&](StringRef prefix) { return name.starts_with(prefix); }))
    return emitError(function.getLoc(),
                     "expected kernels to call functions of ")
           << toolkit.maker << "'s device library alone but got '" << name
           << "'";
  if (hasFile(toolkit, toolkit.library))
    return success();
  return withPlace(emitError(function.getLoc(), "expected ")
                       << toolkit.maker << "'s device library, for '" << name
                       << "', but found none",
                   toolkit, toolkit.library);
}

/// The GPUs that `kernels` are for, as LLVM calls them.
static SmallVector<StringRef> getChips(gpu::GPUModuleOp kernels) {
  SmallVector<StringRef> chips;
  if (ArrayAttr targets = kernels.getTargetsAttr())
    for (Attribute target : targets)
      if (StringRef chip = getChip(target); !chip.empty())
        chips.push_back(chip);
  return chips;
}

static LogicalResult checkModule(gpu::GPUModuleOp kernels, bool link) {
  SmallVector<StringRef> chips = getChips(kernels);
  for (StringRef chip : chips)
    if (std::string fault = checkChip(chip); !fault.empty())
      return emitError(kernels.getLoc(), fault);
  KernelCode code = describeCode(chips.empty() ? "" : chips.front());
  Toolkit toolkit = getToolkit(code.dialect);
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    if (failed(checkFunction(function, toolkit)))
      return failure();
  if (link && !toolkit.linker.empty() && !hasFile(toolkit, toolkit.linker))
    return withPlace(emitError(kernels.getLoc(),
                               "expected LLVM's linker, for machine code, but "
                               "found none"),
                     toolkit, toolkit.linker);
  return success();
}

namespace {
struct CheckKernelsPass
    : spindle::impl::CheckKernelsPassBase<CheckKernelsPass> {
  using CheckKernelsPassBase::CheckKernelsPassBase;

  void runOnOperation() override {
    for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>())
      if (failed(checkModule(kernels, link)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
