//===- FreeRegisters.cpp - as many registers as a kernel needs ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace spindle {
#define GEN_PASS_DEF_FREEREGISTERSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

namespace {
struct FreeRegistersPass
    : spindle::impl::FreeRegistersPassBase<FreeRegistersPass> {
  using FreeRegistersPassBase::FreeRegistersPassBase;

  void runOnOperation() override {
    LLVM::LLVMFuncOp kernel = getOperation();
    auto block = kernel->getAttrOfType<DenseI32ArrayAttr>(
        NVVM::NVVMDialect::getMaxntidAttrName());
    StringRef name = NVVM::NVVMDialect::getMinctasmAttrName();
    int64_t size = 1;
    for (int32_t extent : block ? block.asArrayRef() : ArrayRef<int32_t>())
      size *= extent;
    if (!block || size > threads || kernel->hasAttr(name))
      return markAllAnalysesPreserved();
    kernel->setAttr(
        name,
        Builder(&getContext()).getI32IntegerAttr(int32_t(threads / size)));
  }
};
} // namespace
