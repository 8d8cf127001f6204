//===- ShortenLaneLoops.cpp - loops that end with a lane's last element ---===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spindle {
#define GEN_PASS_DEF_SHORTENLANELOOPSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

namespace {
/// The condition that a lane has an element left: `lane` < end - counter.
struct LaneCondition {
  arith::CmpIOp op;
  Value lane;
};
} // namespace

/// Whether `op` is one of `loop`'s, and tells whether its lane has an element.
static std::optional<LaneCondition> getCondition(Operation &op,
                                                 scf::ForOp loop) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  Value lane = compare.getLhs(), left = compare.getRhs();
  if (compare.getPredicate() == arith::CmpIPredicate::sgt)
    std::swap(lane, left);
  else if (compare.getPredicate() != arith::CmpIPredicate::slt)
    return std::nullopt;
  auto rest = left.getDefiningOp<arith::SubIOp>();
  if (!rest || rest.getLhs() != loop.getUpperBound() ||
      rest.getRhs() != loop.getInductionVar() ||
      !lane.getDefiningOp<gpu::ThreadIdOp>() ||
      !loop.isDefinedOutsideOfLoop(lane))
    return std::nullopt;
  return LaneCondition{compare, lane};
}

/// Whether all that `op` holds is done by each lane for itself: what lanes do
/// together is an operation of a GPU's dialects.
static bool isOfOneLane(Operation *op) {
  return !op->walk([](Operation *inner) {
              return isa<arith::ArithDialect, math::MathDialect,
                         memref::MemRefDialect, scf::SCFDialect, ub::UBDialect,
                         vector::VectorDialect>(inner->getDialect())
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

static bool mayStore(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        if (inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
          return WalkResult::advance();
        auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
        return effects && !effects.hasEffect<MemoryEffects::Write>()
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Whether a lane changes nothing in an iteration in which `condition` fails:
/// it writes nothing, and hands on what it was given.
static bool isIdle(scf::ForOp loop, Value condition) {
  for (auto [arg, value] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    auto select = value.getDefiningOp<arith::SelectOp>();
    bool isKept = select && select.getCondition() == condition &&
                  select.getFalseValue() == arg;
    if (!isKept && value != arg)
      return false;
  }
  return llvm::all_of(loop.getBody()->without_terminator(), [&](Operation &op) {
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch || branch.getCondition() != condition)
      return !mayStore(&op);
    return !branch.elseBlock() ||
           llvm::none_of(*branch.elseBlock(),
                         [](Operation &inner) { return mayStore(&inner); });
  });
}

/// Ends `loop` where its lane has no element left; whether that may be done.
/// What fails in one iteration does so in all that follow.
static bool shorten(scf::ForOp loop) {
  if (loop.getUnsignedCmp() || !isOfOneLane(loop))
    return false;
  std::optional<LaneCondition> condition;
  for (Operation &op : *loop.getBody())
    if (!condition)
      condition = getCondition(op, loop);
  if (!condition || !isIdle(loop, condition->op))
    return false;
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  loop.setUpperBound(
      arith::SubIOp::create(builder, loop.getUpperBound(), condition->lane));
  builder.setInsertionPoint(condition->op);
  Value always = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
  condition->op.replaceAllUsesWith(always);
  condition->op.erase();
  return true;
}

namespace {
struct ShortenLaneLoopsPass
    : spindle::impl::ShortenLaneLoopsPassBase<ShortenLaneLoopsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](scf::ForOp loop) {
      if (shorten(loop))
        ++numLoopsShortened;
    });
    if (numLoopsShortened == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
