//===- ApproximateFunctions.cpp - functions of vectors as polynomials -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace spindle {
#define GEN_PASS_DEF_APPROXIMATEFUNCTIONSPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// Whether upstream's polynomial for the operation `name` is right to a few
/// units in the last place: those for angles, for one, are not.
static bool isAccurate(StringRef name) {
  return llvm::is_contained({"math.erf", "math.erfc", "math.exp", "math.expm1",
                             "math.log", "math.log1p", "math.log2",
                             "math.tanh"},
                            name);
}

/// Whether `op` is of vectors of f32 and may be approximated.
static bool isApproximated(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!flagged || !isa<math::MathDialect>(op->getDialect()) ||
      !bitEnumContainsAll(flagged.getFastMathFlagsAttr().getValue(),
                          arith::FastMathFlags::afn))
    return false;
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  return type && type.getElementType().isF32();
}

namespace {
struct ApproximateFunctionsPass
    : spindle::impl::ApproximateFunctionsPassBase<ApproximateFunctionsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation()->walk([&](Operation *op) {
      if (isApproximated(op))
        functions.push_back(op);
    });
    if (functions.empty())
      return markAllAnalysesPreserved();
    RewritePatternSet patterns(&getContext());
    populateMathPolynomialApproximationPatterns(patterns, isAccurate);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps);
    (void)applyOpPatternsGreedily(functions, std::move(patterns), config);
  }
};
} // namespace
