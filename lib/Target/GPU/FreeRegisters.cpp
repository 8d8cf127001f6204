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

/// A thread has 255 registers at most, and a multiprocessor 65536: so many
/// threads have them in any case.
static constexpr int64_t kAlwaysFit = 256;

namespace {
struct FreeRegistersPass
    : spindle::impl::FreeRegistersPassBase<FreeRegistersPass> {
  void runOnOperation() override {
    LLVM::LLVMFuncOp kernel = getOperation();
    StringRef name = NVVM::NVVMDialect::getMaxntidAttrName();
    auto block = kernel->getAttrOfType<DenseI32ArrayAttr>(name);
    int64_t threads = 1;
    for (int32_t size : block ? block.asArrayRef() : ArrayRef<int32_t>())
      threads *= size;
    if (!block || threads > kAlwaysFit)
      return markAllAnalysesPreserved();
    kernel->removeAttr(name);
  }
};
} // namespace
