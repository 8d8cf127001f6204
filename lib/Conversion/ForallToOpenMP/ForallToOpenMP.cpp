//===- ForallToOpenMP.cpp - loops of workers as parallel regions ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTFORALLTOOPENMPPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;
using spindle::iter::LoopAttr;
using spindle::iter::LoopRole;

//===----------------------------------------------------------------------===//
// The number of workers
//===----------------------------------------------------------------------===//

/// The cost, in stored elements with up to eight columns each, from which on a
/// loop is given two workers, and that each further one needs: entering a
/// parallel region takes a microsecond, waking threads several.
static constexpr int64_t kCostOfWorker = 8192;

static LLVM::LLVMFunctionType getType(ModuleOp module) {
  return LLVM::LLVMFunctionType::get(IntegerType::get(module.getContext(), 32),
                                     {});
}

/// Checks that `module` has nothing called `name` that is not OpenMP's function
/// of that name, which takes nothing and returns an int.
static LogicalResult checkName(ModuleOp module, StringRef name) {
  Operation *known = module.lookupSymbol(name);
  auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(known);
  if (!known || (function && function.getFunctionType() == getType(module)))
    return success();
  return known->emitError("expected @")
         << name << " to be OpenMP's function, of type " << getType(module);
}

/// The function of OpenMP called `name`, declared where it is not there.
static LLVM::LLVMFuncOp declare(ModuleOp module, StringRef name) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                                  getType(module));
}

namespace {
/// The functions that are asked.
struct OpenMP {
  LLVM::LLVMFuncOp inParallel, maxThreads;
};
} // namespace

/// The number of workers for `cost`, of at least that of one.
static Value buildWorthwhile(ImplicitLocOpBuilder &builder, Value cost,
                             OpenMP omp) {
  Value none = arith::ConstantIntOp::create(builder, 0, 32);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value each = arith::ConstantIndexOp::create(builder, kCostOfWorker);
  auto ask = [&](LLVM::LLVMFuncOp function) {
    return LLVM::CallOp::create(builder, function, ValueRange()).getResult();
  };
  Value nested = arith::CmpIOp::create(builder, CmpIPredicate::ne,
                                       ask(omp.inParallel), none);
  Value threads = arith::IndexCastOp::create(builder, builder.getIndexType(),
                                             ask(omp.maxThreads));
  Value worth = arith::AddIOp::create(
      builder, arith::DivUIOp::create(builder, cost, each), one);
  Value workers = arith::MinSIOp::create(builder, threads, worth);
  return arith::SelectOp::create(builder, nested, one, workers);
}

/// Fills the body of `function`.
static void buildBody(func::FuncOp function, OpenMP omp) {
  Block *entry = function.addEntryBlock();
  auto builder = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(), entry);
  Value cost = entry->getArgument(0);
  Value each = arith::ConstantIndexOp::create(builder, kCostOfWorker);
  // A cost that wrapped around is as good as none.
  Value isWorth =
      arith::CmpIOp::create(builder, CmpIPredicate::sge, cost, each);
  auto branch = scf::IfOp::create(
      builder, isWorth,
      [&](OpBuilder &b, Location loc) {
        ImplicitLocOpBuilder inside(loc, b);
        scf::YieldOp::create(inside, buildWorthwhile(inside, cost, omp));
      },
      [](OpBuilder &b, Location loc) {
        Value one = arith::ConstantIndexOp::create(b, loc, 1);
        scf::YieldOp::create(b, loc, one);
      });
  func::ReturnOp::create(builder, branch.getResults());
}
/// Defines the function `spindle.workers` of `module`, where it is declared:
///
///   cost < 8192                 1
///   inside a parallel region    1
///   else                        min(omp_get_max_threads(), cost / 8192 + 1)
///
/// Reports a symbol of OpenMP that the module has as something else.
static LogicalResult defineWorkers(ModuleOp module) {
  auto function = module.lookupSymbol<func::FuncOp>(iter::kWorkersFunction);
  if (!function || !function.isExternal())
    return success();
  constexpr StringLiteral inParallel = "omp_in_parallel";
  constexpr StringLiteral maxThreads = "omp_get_max_threads";
  if (failed(checkName(module, inParallel)) ||
      failed(checkName(module, maxThreads)))
    return failure();
  buildBody(function,
            {declare(module, inParallel), declare(module, maxThreads)});
  // Each module has its own.
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  return success();
}

/// The number of workers of `loop`; null where it is a constant.
static Value getWorkers(scf::ForallOp loop) {
  return dyn_cast<Value>(loop.getMixedUpperBound().front());
}

/// Whether `workers` is what `spindle.workers` gives, which is at least 1.
static bool isNumberOfWorkers(Value workers) {
  auto call = workers ? workers.getDefiningOp<func::CallOp>() : func::CallOp();
  return call && call.getCallee() == iter::kWorkersFunction;
}

/// Checks that `loop` is one of workers, which a team of threads may run.
static LogicalResult checkLoop(scf::ForallOp loop) {
  LoopAttr label = iter::getLabel(loop);
  if (!label)
    return loop->emitError("expected an 'scf.forall' to be a loop of workers, "
                           "but got one without a label");
  auto report = [&] {
    return loop->emitError("expected the parallel loop over ")
           << iter::describeDims(label) << " of nest " << label.getNest();
  };
  if (label.getRole() != LoopRole::Worker)
    return report() << " to be one of workers, as 'spindle-split-into-chunks' "
                       "makes them, but got the role '"
                    << stringifyLoopRole(label.getRole()) << "'";
  if (!iter::isInSerialCode(loop) || loop->getParentOfType<omp::ParallelOp>())
    return report() << " to stand in no parallel loop";
  if (loop.getRank() != 1 || !loop.isNormalized() || loop.getNumResults() != 0)
    return report() << " to run from 0 on in steps of 1, in one dimension, "
                       "without results";
  if (!isNumberOfWorkers(getWorkers(loop)))
    return report() << " to have as many workers as a call of @"
                    << iter::kWorkersFunction << " says";
  return success();
}

/// Builds a copy of the body of `loop` for `worker` of `workers`, before `end`.
static void cloneBody(IRRewriter &rewriter, scf::ForallOp loop, Value worker,
                      Value workers, Operation *end) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(end);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(0), worker);
  mapping.map(getWorkers(loop), workers);
  for (Operation &op : loop.getBody()->without_terminator())
    rewriter.clone(op, mapping);
}

/// Builds a region that `workers` threads run a chunk each of.
static void buildRegion(IRRewriter &rewriter, scf::ForallOp loop,
                        Value workers) {
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  omp::ParallelOperands team;
  team.numThreads =
      arith::IndexCastOp::create(builder, builder.getI32Type(), workers);
  auto parallel = omp::ParallelOp::create(builder, team);
  builder.createBlock(&parallel.getRegion());

  omp::WsloopOperands sharing;
  sharing.scheduleKind = omp::ClauseScheduleKindAttr::get(
      builder.getContext(), omp::ClauseScheduleKind::Static);
  // The region ends with a barrier of its own.
  sharing.nowait = builder.getUnitAttr();
  omp::LoopNestOperands range;
  range.loopLowerBounds = {arith::ConstantIndexOp::create(builder, 0)};
  range.loopUpperBounds = {workers};
  range.loopSteps = {arith::ConstantIndexOp::create(builder, 1)};
  auto shared = omp::WsloopOp::create(builder, sharing);
  omp::TerminatorOp::create(builder);

  builder.createBlock(&shared.getRegion());
  auto nest = omp::LoopNestOp::create(builder, range);
  Block *body = builder.createBlock(&nest.getRegion(), {},
                                    {builder.getIndexType()}, {loop.getLoc()});
  auto end = omp::YieldOp::create(builder, ValueRange());
  cloneBody(rewriter, loop, body->getArgument(0), workers, end);
}

/// Replaces `loop` by a region, which is entered if there are several workers;
/// one that is alone has the whole range.
static void convert(IRRewriter &rewriter, scf::ForallOp loop) {
  rewriter.setInsertionPoint(loop);
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  Value workers = getWorkers(loop);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value areSeveral =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt, workers, one);
  auto branch = scf::IfOp::create(builder, areSeveral, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(branch.thenBlock());
  buildRegion(rewriter, loop, workers);
  cloneBody(rewriter, loop, zero, one, branch.elseBlock()->getTerminator());
  rewriter.eraseOp(loop);
}

namespace {
struct ConvertForallToOpenMPPass
    : spindle::impl::ConvertForallToOpenMPPassBase<ConvertForallToOpenMPPass> {
  void runOnOperation() override {
    SmallVector<scf::ForallOp> loops;
    WalkResult result = getOperation().walk([&](scf::ForallOp loop) {
      loops.push_back(loop);
      return failed(checkLoop(loop)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
    });
    if (result.wasInterrupted() || failed(defineWorkers(getOperation())))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (scf::ForallOp loop : loops)
      convert(rewriter, loop);
  }
};
} // namespace
