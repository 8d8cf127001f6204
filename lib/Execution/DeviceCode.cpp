//===- DeviceCode.cpp - code for GPUs -------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DeviceCode.h"

#include "Spindle/Execution/Commands.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;

void spindle::execution::addDeviceDialects(MLIRContext &context) {
  DialectRegistry registry;
  registry.insert<gpu::GPUDialect, NVVM::NVVMDialect, ROCDL::ROCDLDialect>();
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  ROCDL::registerROCDLTargetInterfaceExternalModels(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  context.appendDialectRegistry(registry);
}

llvm::Expected<std::string> spindle::execution::getObjects(ModuleOp module) {
  std::string code;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
      StringRef bytes = object.getObject().getValue();
      bool isText = object.getFormat() == gpu::CompilationTarget::Assembly;
      code += isText ? bytes.rtrim('\0') : bytes;
    }
  if (code.empty())
    return llvm::createStringError(
        "expected a program with loops for a GPU but got one without");
  return code;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

namespace {

/// Compiles the kernels of one module.
class KernelCompiler {
public:
  KernelCompiler(gpu::GPUModuleOp kernels, StringRef assembler)
      : kernels(kernels), assembler(assembler) {}

  /// Adds an object in `format` for each of `chips`.
  llvm::Error add(gpu::CompilationTarget format,
                  llvm::ArrayRef<std::string> chips);
  /// Adds what the assembler makes of each object that is PTX.
  llvm::Error addCubins();
  /// Replaces the module by the objects.
  void replace();

private:
  llvm::Expected<std::string> assemble(gpu::ObjectAttr ptx);

  gpu::GPUModuleOp kernels;
  std::string assembler;
  SmallVector<Attribute> objects;
};

} // namespace

/// What `kernels` were made to use besides what their chips have anyway.
static StringRef getFeatures(gpu::GPUModuleOp kernels) {
  ArrayAttr targets = kernels.getTargetsAttr();
  auto target = targets && !targets.empty()
                    ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0])
                    : NVVM::NVVMTargetAttr();
  return target ? target.getFeatures() : "";
}

/// A module that has but a copy of `kernels`, for `chips`.
static OwningOpRef<ModuleOp> copyFor(gpu::GPUModuleOp kernels,
                                     llvm::ArrayRef<std::string> chips) {
  OpBuilder builder(kernels.getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernels.getLoc());
  builder.setInsertionPointToStart(module->getBody());
  auto copy = cast<gpu::GPUModuleOp>(builder.clone(*kernels));
  SmallVector<Attribute> targets;
  for (const std::string &chip : chips)
    targets.push_back(NVVM::NVVMTargetAttr::get(
        kernels.getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip,
        getFeatures(kernels)));
  copy.setTargetsAttr(builder.getArrayAttr(targets));
  return module;
}

/// The lines of `text` in one.
static std::string joinLines(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.trim().split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return llvm::join(lines, "; ");
}

llvm::Error KernelCompiler::add(gpu::CompilationTarget format,
                                llvm::ArrayRef<std::string> chips) {
  OwningOpRef<ModuleOp> module = copyFor(kernels, chips);
  std::string said;
  ScopedDiagnosticHandler handler(
      kernels.getContext(), [&](Diagnostic &diagnostic) {
        if (said.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          said = diagnostic.str();
        return success();
      });
  gpu::TargetOptions options(/*toolkitPath=*/"", /*librariesToLink=*/{},
                             /*cmdOptions=*/"", /*elfSection=*/"", format);
  if (failed(gpu::transformGpuModulesToBinaries(*module, nullptr, options)))
    return llvm::createStringError("expected kernels that LLVM compiles but "
                                   "got: " +
                                   joinLines(said));
  for (auto binary : module->getOps<gpu::BinaryOp>())
    llvm::append_range(objects, binary.getObjects());
  return llvm::Error::success();
}

llvm::Expected<std::string> KernelCompiler::assemble(gpu::ObjectAttr ptx) {
  auto chip = cast<NVVM::NVVMTargetAttr>(ptx.getTarget()).getChip();
  auto source = spindle::execution::writeTemporary(
      "ptx", ptx.getObject().getValue().rtrim('\0'));
  if (!source)
    return source.takeError();
  auto product = spindle::execution::writeTemporary("cubin", "");
  if (!product)
    return product.takeError();
  StringRef words[] = {assembler, "-arch",         chip,          "-O3",
                       "-o",      product->path(), source->path()};
  if (llvm::Error error = spindle::execution::runCommand(words, "a cubin"))
    return std::move(error);
  auto bytes = llvm::MemoryBuffer::getFile(product->path());
  if (!bytes)
    return llvm::createStringError(assembler +
                                   ": expected a cubin but got none");
  return (*bytes)->getBuffer().str();
}

llvm::Error KernelCompiler::addCubins() {
  for (Attribute attr : SmallVector<Attribute>(objects)) {
    auto object = cast<gpu::ObjectAttr>(attr);
    if (object.getFormat() != gpu::CompilationTarget::Assembly)
      continue;
    llvm::Expected<std::string> cubin = assemble(object);
    if (!cubin)
      return cubin.takeError();
    objects.push_back(gpu::ObjectAttr::get(
        kernels.getContext(), object.getTarget(),
        gpu::CompilationTarget::Binary,
        StringAttr::get(kernels.getContext(), *cubin), nullptr, nullptr));
  }
  return llvm::Error::success();
}

void KernelCompiler::replace() {
  OpBuilder builder(kernels);
  gpu::BinaryOp::create(builder, kernels.getLoc(), kernels.getName(), nullptr,
                        builder.getArrayAttr(objects));
  kernels.erase();
}

/// The path of NVIDIA's assembler; empty where it is not installed.
static std::string findAssembler() {
  llvm::SmallString<128> path(NVVM::getCUDAToolkitPath());
  llvm::sys::path::append(path, "bin", "ptxas");
  if (llvm::sys::fs::can_execute(path))
    return path.str().str();
  auto found = llvm::sys::findProgramByName("ptxas");
  return found ? *found : "";
}

static llvm::Error compile(KernelCompiler &compiler,
                           const spindle::execution::DeviceImages &images,
                           bool assembles) {
  using gpu::CompilationTarget;
  // What an emulator runs is for the oldest GPU: it has what all have.
  if (images.bitcode)
    if (llvm::Error error =
            compiler.add(CompilationTarget::Offload, images.chips.front()))
      return error;
  if (images.ptx || assembles)
    if (llvm::Error error =
            compiler.add(CompilationTarget::Assembly, images.chips))
      return error;
  return assembles ? compiler.addCubins() : llvm::Error::success();
}

llvm::Expected<std::string>
spindle::execution::compileKernels(ModuleOp module,
                                   const DeviceImages &images) {
  auto all = llvm::to_vector(module.getOps<gpu::GPUModuleOp>());
  if (all.empty())
    return llvm::createStringError(
        "expected a program with loops for a GPU but got one without");
  std::string assembler = images.cubins ? findAssembler() : "";
  for (gpu::GPUModuleOp kernels : all) {
    KernelCompiler compiler(kernels, assembler);
    if (llvm::Error error = compile(compiler, images, !assembler.empty()))
      return std::move(error);
    compiler.replace();
  }
  if (!images.cubins || !assembler.empty())
    return "";
  return "NVIDIA's assembler, ptxas, is not installed: kernels are in PTX, "
         "which the driver compiles";
}
