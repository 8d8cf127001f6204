//===- VectorizeLegality.cpp - which loops have vectors -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeLegality.h"

#include "Spindle/Analysis/IndependentIterations.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Support/Quote.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool spindle::loops::isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

bool spindle::loops::isFunction(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
              math::CountLeadingZerosOp, math::CountTrailingZerosOp,
              math::CtPopOp, math::FloorOp, math::FmaOp, math::IsFiniteOp,
              math::IsInfOp, math::IsNaNOp, math::IsNormalOp, math::RoundEvenOp,
              math::RoundOp, math::RsqrtOp, math::SqrtOp, math::TruncOp>(op);
}

/// Whether `spindle-approximate-functions` knows `op`.
static bool hasApproximation(Operation *op) {
  return op->getResult(0).getType().isF32() &&
         isa<math::ErfOp, math::ErfcOp, math::ExpOp, math::ExpM1Op, math::LogOp,
             math::Log1pOp, math::Log2Op, math::TanhOp>(op);
}

/// Whether vectors can hold numbers of `type`.
static bool isNumber(Type type) { return type.isIntOrIndexOrFloat(); }

namespace {
/// Looks for what in a loop has no vector form.
struct OperationCheck {
  const LaneKinds &kinds;
  const VectorizeOptions &options;
  std::string &refusal;

  LogicalResult refuse(Operation *op, const Twine &reason) {
    refusal = reason.str();
    options.observer.reportObstacle(op);
    return failure();
  }
  LogicalResult checkNumbers(Operation *op, ValueRange values);
  LogicalResult checkLoop(scf::ForOp loop);
  LogicalResult checkBranch(scf::IfOp branch);
  LogicalResult checkAccess(Operation *op, MemRefType memory);
  LogicalResult checkUpdate(iter::AtomicUpdateOp update);
  LogicalResult checkVarying(Operation *op);
  LogicalResult check(Operation *op);
};
} // namespace

LogicalResult OperationCheck::checkNumbers(Operation *op, ValueRange values) {
  for (Value value : values)
    if (kinds.isVarying(value) && !isNumber(value.getType()))
      return refuse(op, quote(op) +
                            " in it differs from iteration to iteration " +
                            "and is " + quote(value.getType()) +
                            ", which vectors do not hold");
  return success();
}

LogicalResult OperationCheck::checkLoop(scf::ForOp loop) {
  if (!kinds.areUniform(
          {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}))
    return refuse(loop, "the bounds of a loop in it differ from iteration to "
                        "iteration");
  return checkNumbers(loop, loop.getResults());
}

LogicalResult OperationCheck::checkBranch(scf::IfOp branch) {
  if (kinds.isUniform(branch.getCondition()))
    return checkNumbers(branch, branch.getResults());
  WalkResult result = branch->walk([&](Operation *op) {
    bool isPlain = isa<scf::IfOp, scf::YieldOp>(op) ||
                   (isPure(op) && op->getNumRegions() == 0);
    return isPlain ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return refuse(branch,
                  "the condition of a branch in it differs from iteration to "
                  "iteration, and the branch may not be taken by all");
  return checkNumbers(branch, branch.getResults());
}

LogicalResult OperationCheck::checkAccess(Operation *op, MemRefType memory) {
  Type element = memory.getElementType();
  if (isNumber(element))
    return success();
  if (isa<memref::StoreOp>(op))
    return refuse(op, quote(op) + " in it stores " + quote(element) +
                          ", which vectors do not hold");
  return checkNumbers(op, op->getResults());
}

LogicalResult OperationCheck::checkUpdate(iter::AtomicUpdateOp update) {
  Operation *op = update;
  Type given = update.getValue().getType();
  if (isNumber(given))
    return success();
  return refuse(op, quote(op) + " in it updates by " + quote(given) +
                        ", which vectors do not hold");
}

LogicalResult OperationCheck::checkVarying(Operation *op) {
  if (isFunction(op) && !options.approximate)
    return refuse(op, quote(op) +
                          " in it has no instruction, and it may not be "
                          "approximated");
  if (isFunction(op) && !hasApproximation(op))
    return refuse(op, quote(op) + " in it has neither an instruction nor an "
                                  "approximation");
  if (!OpTrait::hasElementwiseMappableTraits(op) || !isMemoryEffectFree(op) ||
      !(isSpeculatable(op) || isDivision(op)))
    return refuse(op, quote(op) +
                          " in it differs from iteration to iteration and "
                          "has no vector form");
  if (failed(checkNumbers(op, op->getResults())))
    return failure();
  return checkNumbers(op, op->getOperands());
}

LogicalResult OperationCheck::check(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::YieldOp>([](auto) { return success(); })
      .Case([&](scf::ForOp loop) { return checkLoop(loop); })
      .Case([&](scf::IfOp branch) { return checkBranch(branch); })
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        return checkAccess(access, access.getMemRefType());
      })
      .Case<memref::PrefetchOp>([](auto) { return success(); })
      .Case([&](iter::AtomicUpdateOp update) { return checkUpdate(update); })
      .Default([&](Operation *op) {
        bool varies = llvm::any_of(op->getResults(), [&](Value value) {
          return kinds.isVarying(value);
        });
        if (varies)
          return checkVarying(op);
        if (op->getNumRegions() == 0 && op->getNumResults() > 0 &&
            isMemoryEffectFree(op))
          return success();
        return refuse(op, quote(op) + " in it has no vector form");
      });
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

static LogicalResult checkOptions(const VectorizeOptions &options,
                                  std::string &refusal) {
  if (options.lanes < 0 ||
      (options.lanes > 0 && !llvm::isPowerOf2_64(options.lanes)))
    refusal = "expected lanes to be a power of two but got " +
              std::to_string(options.lanes);
  else if (options.interleave < 1)
    refusal = "expected to interleave at least one vector but got " +
              std::to_string(options.interleave);
  return success(refusal.empty());
}

static FailureOr<SmallVector<LoopReduction>>
checkReductions(scf::ForOp loop, const VectorizeOptions &options,
                std::string &refusal) {
  SmallVector<LoopReduction> reductions;
  for (unsigned index = 0; index < loop.getNumResults(); ++index) {
    std::optional<LoopReduction> reduction = matchReduction(loop, index);
    std::string carried = "it carries " +
                          quote(loop.getResult(index).getType()) +
                          " as number " + std::to_string(index);
    if (!reduction)
      refusal = carried + ", which is no reduction of numbers";
    else if (reduction->dependsOnOrder() && !options.reassociate)
      refusal = carried + ", which is made in order without reassociate";
    if (!refusal.empty())
      return failure();
    reductions.push_back(*reduction);
  }
  return reductions;
}

FailureOr<SmallVector<LoopReduction>>
spindle::loops::checkVectorizable(scf::ForOp loop, const LaneKinds &kinds,
                                  const VectorizeOptions &options,
                                  std::string &refusal) {
  refusal.clear();
  if (failed(checkOptions(options, refusal)))
    return failure();
  refusal = iter::checkCounting(loop);
  if (!refusal.empty())
    return failure();
  OperationCheck check{kinds, options, refusal};
  WalkResult result = loop.getBody()->walk([&](Operation *op) {
    return failed(check.check(op)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  Operation *obstacle = nullptr;
  if (!hasIndependentIterations(loop, refusal, obstacle)) {
    options.observer.reportObstacle(obstacle);
    return failure();
  }
  return checkReductions(loop, options, refusal);
}
