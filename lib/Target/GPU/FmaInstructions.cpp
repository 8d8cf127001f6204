//===- FmaInstructions.cpp - fused products without the library -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace spindle {
#define GEN_PASS_DEF_FMAINSTRUCTIONSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// The device library's functions that are one instruction.
static bool isFma(LLVM::CallOp call) {
  std::optional<StringRef> callee = call.getCallee();
  return callee == "__nv_fmaf" || callee == "__nv_fma";
}

static void replaceByInstruction(LLVM::CallOp call) {
  OpBuilder builder(call);
  Value fused = LLVM::FMAOp::create(builder, call.getLoc(), call.getOperand(0),
                                    call.getOperand(1), call.getOperand(2));
  call.getResult().replaceAllUsesWith(fused);
  call.erase();
}

namespace {
struct FmaInstructionsPass
    : spindle::impl::FmaInstructionsPassBase<FmaInstructionsPass> {
  void runOnOperation() override {
    SmallVector<LLVM::CallOp> calls;
    getOperation()->walk([&](LLVM::CallOp call) {
      if (isFma(call))
        calls.push_back(call);
    });
    if (calls.empty())
      return markAllAnalysesPreserved();
    for (LLVM::CallOp call : calls)
      replaceByInstruction(call);
    for (StringRef name : {"__nv_fmaf", "__nv_fma"})
      if (Operation *declaration =
              SymbolTable::lookupSymbolIn(getOperation(), name))
        declaration->erase();
  }
};
} // namespace
