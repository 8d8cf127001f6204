//===- ExactSquareRoots.cpp - rounded as on a CPU -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace spindle {
#define GEN_PASS_DEF_EXACTSQUAREROOTSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// The device library's square root of f32, which is rounded only where its
/// compiler is told to be precise.
static constexpr llvm::StringLiteral kRoughRoot = "__nv_sqrtf";

static void replace(LLVM::CallOp call) {
  OpBuilder builder(call);
  Value root = LLVM::SqrtOp::create(builder, call.getLoc(), call.getOperand(0));
  call.getResult().replaceAllUsesWith(root);
  call.erase();
}

namespace {
struct ExactSquareRootsPass
    : spindle::impl::ExactSquareRootsPassBase<ExactSquareRootsPass> {
  void runOnOperation() override {
    Operation *declaration =
        SymbolTable::lookupSymbolIn(getOperation(), kRoughRoot);
    if (!declaration)
      return markAllAnalysesPreserved();
    SmallVector<LLVM::CallOp> calls;
    getOperation()->walk([&](LLVM::CallOp call) {
      if (call.getCallee() == kRoughRoot.str())
        calls.push_back(call);
    });
    for (LLVM::CallOp call : calls)
      replace(call);
    declaration->erase();
  }
};
} // namespace
