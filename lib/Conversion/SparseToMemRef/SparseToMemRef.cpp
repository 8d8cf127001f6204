//===- SparseToMemRef.cpp - from axes and buffers to memory ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "Accesses.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTSPARSETOMEMREFPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using namespace spindle::axis;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

static bool isAxisOrSparseOp(Operation *op) {
  return isa_and_nonnull<AxisDialect, SparseDialect>(op->getDialect());
}

/// Whether `op` is given or gives a value of one of `Types`, or has a block
/// with such an argument.
template <typename... Types> static bool mentions(Operation *op) {
  auto any = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<Types...>);
  };
  if (any(op->getOperandTypes()) || any(op->getResultTypes()))
    return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (any(block.getArgumentTypes()))
        return true;
  return false;
}

/// Whether `op` names elements or places as coordinate space does.
static bool isInCoordinateSpace(Operation *op) {
  auto form = TypeSwitch<Operation *, AccessForm>(op)
                  .Case<LoadOp, StoreOp, AccumulateOp>(
                      [](auto access) { return access.getForm(); })
                  .Default(AccessForm::Direct);
  return form == AccessForm::LookUp || isa<spindle::iter::NestOp>(op) ||
         mentions<SiteType>(op);
}

static LogicalResult checkOp(Operation *op) {
  if (mentions<SparseTensorType>(op))
    return op->emitError(
        "expected no tensors: run 'spindle-expand-tensors' first");
  if (isInCoordinateSpace(op))
    return op->emitError("expected no nests, sites and look-ups: run "
                         "'convert-iter-to-scf' first");
  if (!isAxisOrSparseOp(op) && mentions<AxisType, BufferType>(op))
    return op->emitError("expected axes and buffers to be used by operations "
                         "of axis and sparse alone but got '")
           << op->getName() << "'";
  return success();
}

/// Reports the first operation that breaks what the pass requires.
static LogicalResult checkFunction(FunctionOpInterface function) {
  WalkResult result = function.walk<WalkOrder::PreOrder>([](Operation *op) {
    return failed(checkOp(op)) ? WalkResult::interrupt()
                               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// The answer to a question; nothing where `op` is none.
static SmallVector<Value> answer(AnswerBuilder &builder, Operation *op) {
  using Values = SmallVector<Value>;
  return TypeSwitch<Operation *, Values>(op)
      .Case([&](ExtentOp q) -> Values {
        return {buildExtent(builder, q.getAxis())};
      })
      .Case(
          [&](SizeOp q) -> Values { return {buildSize(builder, q.getAxis())}; })
      .Case([&](LengthOp q) -> Values {
        return {buildLength(builder, q.getAxis(), q.getUnder())};
      })
      .Case([&](PositionOp q) -> Values {
        return {
            buildPosition(builder, q.getAxis(), q.getOffset(), q.getUnder())};
      })
      .Case([&](CoordinateOp q) -> Values {
        return {buildCoordinate(builder, q.getAxis(), q.getPosition(),
                                q.getUnder())};
      })
      .Case([&](ParentOp q) -> Values {
        return {buildParent(builder, q.getAxis(), q.getPosition())};
      })
      .Case([&](OccupiedOp q) -> Values {
        return {
            buildOccupied(builder, q.getAxis(), q.getPosition(), q.getUnder())};
      })
      .Case([&](LocateOp q) -> Values {
        auto [place, found] =
            buildLocate(builder, q.getAxis(), q.getCoordinate(), q.getUnder(),
                        q.getStrategy());
        return {place, found};
      })
      .Default(Values());
}

/// Lowers an access; true if `op` is one. What it gives replaces its results.
static bool lowerAccess(AnswerBuilder &builder, Operation *op,
                        SmallVectorImpl<Value> &results) {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LoadOp load) {
        results.push_back(memref::LoadOp::create(
            builder, getMemory(load.getBuffer()), load.getIndices()));
        return true;
      })
      .Case([&](StoreOp store) {
        memref::StoreOp::create(builder, store.getValue(),
                                getMemory(store.getBuffer()),
                                store.getIndices());
        return true;
      })
      .Case([&](AccumulateOp accumulate) {
        buildAccumulate(builder, accumulate);
        return true;
      })
      .Case([&](FillOp fill) {
        buildFill(builder, fill);
        return true;
      })
      .Default(false);
}

namespace {
struct ConvertSparseToMemRefPass
    : spindle::impl::ConvertSparseToMemRefPassBase<ConvertSparseToMemRefPass> {
  void runOnOperation() override {
    if (failed(checkFunction(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops, makers;
    getOperation().walk([&](Operation *op) {
      if (isAxisOrSparseOp(op))
        (isa<DenseFixedOp, SparseVariableOp, BindOp>(op) ? makers : ops)
            .push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      lower(rewriter, op);
    // Makers use one another, in an order that need not be that of the text.
    for (Operation *maker : makers)
      maker->dropAllReferences();
    for (Operation *maker : makers)
      rewriter.eraseOp(maker);
  }

  void lower(IRRewriter &rewriter, Operation *op) {
    AnswerBuilder builder(op->getLoc(), rewriter);
    builder.setInsertionPoint(op);
    SmallVector<Value> results;
    if (!lowerAccess(builder, op, results))
      results = answer(builder, op);
    rewriter.replaceOp(op, results);
  }
};
} // namespace
