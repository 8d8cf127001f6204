//===- RequestCInterface.cpp - functions that others call -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Pipelines/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace spindle {
#define GEN_PASS_DEF_REQUESTCINTERFACEPASS
#include "Spindle/Pipelines/Passes.h.inc"
} // namespace spindle

using namespace mlir;

namespace {
struct RequestCInterfacePass
    : spindle::impl::RequestCInterfacePassBase<RequestCInterfacePass> {
  void runOnOperation() override {
    auto linkage =
        getOperation()->getAttrOfType<LLVM::LinkageAttr>("llvm.linkage");
    if (linkage && linkage.getLinkage() == LLVM::Linkage::Internal)
      return markAllAnalysesPreserved();
    getOperation()->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                            UnitAttr::get(&getContext()));
  }
};
} // namespace
