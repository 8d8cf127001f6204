//===- CallFunctions.cpp - functions of the C library ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace spindle {
#define GEN_PASS_DEF_CALLFUNCTIONSPASS
#include "Spindle/Target/CPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// Returns whether `op` has no vector for its result.
static bool isOfNumbers(Operation *op) {
  return !isa<VectorType>(op->getResult(0).getType());
}

namespace {
struct CallFunctionsPass
    : spindle::impl::CallFunctionsPassBase<CallFunctionsPass> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<math::ExpM1Op, math::Log1pOp>();
    // LLVM has no vectors of these.
    target.addDynamicallyLegalOp<math::ErfOp, math::ErfcOp, math::CbrtOp,
                                 math::AcoshOp, math::AsinhOp, math::AtanhOp>(
        isOfNumbers);
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
